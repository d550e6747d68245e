//! Signing in with an identity: an account with a provider, or a wallet. An address never decides: who has an account
//! signs in to it first and links the identity there.

use std::sync::Arc;

use derive_more::Constructor;

use super::identity_verifier::{IdentityProof, IdentityVerifier, ProofError, VerifiedIdentity};
use super::sessions::{Sessions, SignInOutcome};
use crate::accounts::factors::{AccountSecurity, SecurityError, SecurityRefused};
use crate::accounts::identities::{Identity, IdentityStore, NewIdentityError, ProvenIdentity};
use crate::accounts::new_user::NewUser;
use crate::accounts::roles::Role;
use crate::accounts::sessions::{Device, Method, User};
use crate::mail::Acts;
use crate::shared::{EmailAddress, Fault, NAME_MAX, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentitySignInError {
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// It is a wallet that is linked to no account. A wallet has no address that an account could be reached by.
    #[error("the wallet is linked to no account")]
    WalletNotLinked,
    #[error("the provider has verified no address")]
    EmailNotVerified,
    #[error("the address has an account; sign in to it and link the identity there")]
    AccountExists,
    #[error("this account is disabled")]
    AccountDisabled,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<SecurityError> for IdentitySignInError {
    fn from(error: SecurityError) -> Self {
        match error {
            SecurityError::Refused(SecurityRefused::AccountDisabled) => Self::AccountDisabled,
            SecurityError::Refused(_) | SecurityError::Invalid(_) => Self::Fault(gone()),
            SecurityError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// What a profile says where the provider tells no name.
const NO_NAME: &str = "(no name)";

#[derive(Constructor)]
pub struct IdentitySignIn {
    identities: Arc<dyn IdentityStore>,
    verifier: Arc<IdentityVerifier>,
    sessions: Arc<Sessions>,
    acts: Acts,
}

impl IdentitySignIn {
    /// Opens a session, or the second step of signing in, for the owner of an identity. A new identity of a provider whose
    /// verified address has no account gets one, as an applicant without a password.
    pub async fn sign_in(
        &self,
        proof: &IdentityProof,
        device: Device,
    ) -> Result<SignInOutcome, IdentitySignInError> {
        let VerifiedIdentity { provider, identity, method } = self.verifier.verify(proof).await?;
        let subject = identity.subject.clone();
        let user = match self.identities.owner(&provider, &subject).await? {
            Some(user) => user,
            None if method == Method::Web3 => return Err(IdentitySignInError::WalletNotLinked),
            None => self.newcomer(&provider, identity).await?,
        };
        let holds = move |account: &AccountSecurity| {
            let same = |own: &Identity| own.provider == provider && own.subject == subject;
            account.identities.iter().any(same)
        };
        Ok(self.sessions.finish_first_step(user.id, method, device, holds).await?)
    }

    async fn newcomer(&self, provider: &str, proven: ProvenIdentity) -> Result<User, IdentitySignInError> {
        let email = proven.email.as_deref().and_then(|email| EmailAddress::parse(email, "/email").ok());
        let email = email.ok_or(IdentitySignInError::EmailNotVerified)?;
        let act = self.acts.begin();
        let (user_id, now) = (act.new_id(), act.now);
        let name = |given: Option<&str>, parse: fn(&str, &mut Vec<_>) -> String| {
            let mut errors = Vec::new();
            let given: String = given.unwrap_or_default().chars().take(NAME_MAX).collect();
            let name = parse(&given, &mut errors);
            if errors.is_empty() { name } else { NO_NAME.to_owned() }
        };
        let user = NewUser {
            id: user_id,
            email: email.clone(),
            name: PersonName {
                first: name(proven.first_name.as_deref(), PersonName::parse_first),
                last: name(proven.last_name.as_deref(), PersonName::parse_last),
            },
            password_hash: None,
            roles: vec![Role::Applicant],
            created_at: now,
            audit: act.audit_own("user.verified", user_id).with("provider", provider),
        };
        let identity = Identity {
            id: act.new_id(),
            user_id,
            provider: provider.to_owned(),
            subject: proven.subject.clone(),
            email: proven.email,
            linked_at: now,
        };
        match self.identities.create_user(user, identity).await {
            // Of two tabs at once the first has created it.
            Ok(()) | Err(NewIdentityError::IdentityTaken) => {}
            Err(NewIdentityError::AddressTaken) => return Err(IdentitySignInError::AccountExists),
            Err(NewIdentityError::Fault(fault)) => return Err(fault.into()),
        }
        let owner = self.identities.owner(provider, &proven.subject).await?;
        Ok(owner.ok_or_else(gone)?)
    }
}

fn gone() -> Fault {
    Fault::Unavailable("the account was changed while signing in".to_owned())
}
