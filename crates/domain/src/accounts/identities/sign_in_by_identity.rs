//! Sign-in with an identity: an account at a provider, or a wallet. A matching address is not enough: the owner of an
//! existing account must sign in to it and link the identity.

use crate::accounts::{
    AccountSecurity, Device, Identities, Identity, IdentityProof, Method, NewUser, ProvenIdentity, Role,
    SignInOutcome, User,
};
use crate::shared::{Code, EmailAddress, Fault, NAME_MAX, PersonName, Refusal};

/// Name in the profile if the provider supplies none.
const NO_NAME: &str = "(no name)";

/// For a new user whose address the provider has not verified. Sign-up verifies the address by mail.
const UNVERIFIED: &str = "The provider has not confirmed your email address. Please create an account with your address here and \
    confirm it by our email; then link the provider to it.";

impl Identities {
    /// Opens a session or asks the owner of the identity for a second factor. If the verified address of a new identity
    /// has no account, this creates one with the role applicant and without a password.
    ///
    /// # Errors
    /// Those of the proof; `wallet_not_linked`: a wallet has no email address for a new account; `email_not_verified`,
    /// `account_exists`, `account_disabled`.
    pub async fn sign_in_by_identity(
        &self,
        proof: &IdentityProof,
        device: Device,
    ) -> Result<SignInOutcome, Refusal> {
        let (provider, identity, method) = self.verify(proof).await?;
        let subject = identity.subject.clone();
        let user = match self.store.owner(&provider, &subject).await? {
            Some(user) => user,
            None if method == Method::Web3 => return Err(Code::WalletNotLinked.into()),
            None => self.create_user(&provider, identity).await?,
        };
        let holds = move |account: &AccountSecurity| {
            account.identities.iter().any(|own| own.is_of(&provider, &subject))
        };
        let finished = self.sessions.finish_first_step(user.id, method, device, holds).await;
        finished.map_err(|refusal| match refusal.code {
            Code::InvalidCredentials | Code::NotFound => gone(),
            _ => refusal,
        })
    }

    async fn create_user(&self, provider: &str, proven: ProvenIdentity) -> Result<User, Refusal> {
        let email = proven.email.as_deref().and_then(|email| EmailAddress::parse(email, "/email").ok());
        let email = email.ok_or_else(|| Refusal::new(Code::EmailNotVerified, UNVERIFIED))?;
        let act = self.sessions.acts.begin();
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
        let subject = proven.subject.clone();
        let identity = Identity::new(&act, user_id, provider, proven);
        match self.store.create_user(user, identity).await {
            // Another tab has created it concurrently.
            Err(refusal) if refusal.code == Code::IdentityTaken => {}
            created => created?,
        }
        let owner = self.store.owner(provider, &subject).await?;
        owner.ok_or_else(gone)
    }
}

fn gone() -> Refusal {
    Fault::Unavailable("the account was changed while signing in".to_owned()).into()
}
