//! Sign-in with an identity: an account at a provider, or a wallet. A matching address is not enough: the owner of an
//! existing account must sign in to it and link the identity.

use std::sync::Arc;

use derive_more::Constructor;

use super::identity_verifier::{IdentityProof, IdentityVerifier, ProofError, VerifiedIdentity};
use super::sessions::{Sessions, SignInOutcome};
use crate::accounts::factors::{AccountSecurity, SecurityError, SecurityRefused};
use crate::accounts::identities::{Identity, IdentityStore, NewIdentityError, ProvenIdentity};
use crate::accounts::new_user::NewUser;
use crate::accounts::roles::Role;
use crate::accounts::sessions::{Device, Method, User};
use crate::act::Acts;
use crate::shared::{EmailAddress, Fault, NAME_MAX, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentitySignInError {
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// A wallet has no email address for a new account.
    #[error("the wallet is not linked to an account")]
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

/// Name in the profile if the provider supplies none.
const NO_NAME: &str = "(no name)";

#[derive(Constructor)]
pub struct IdentitySignIn {
    identities: Arc<dyn IdentityStore>,
    verifier: Arc<IdentityVerifier>,
    sessions: Arc<Sessions>,
    acts: Acts,
}

impl IdentitySignIn {
    /// Opens a session or asks the owner of the identity for a second factor. If the verified address of a new identity
    /// has no account, this creates one with the role applicant and without a password.
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
            None => self.create_user(&provider, identity).await?,
        };
        let holds = move |account: &AccountSecurity| {
            let same = |own: &Identity| own.provider == provider && own.subject == subject;
            account.identities.iter().any(same)
        };
        Ok(self.sessions.finish_first_step(user.id, method, device, holds).await?)
    }

    async fn create_user(&self, provider: &str, proven: ProvenIdentity) -> Result<User, IdentitySignInError> {
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
            // Another tab has created it concurrently.
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
