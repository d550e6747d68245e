//! Use cases under limits that depend on their outcome. Tokens are taken before the work, so that concurrent requests
//! count too, and given back if the outcome is none that the limit counts.

use uuid::Uuid;

use super::service::{LimitError, Limits};
use super::table::RateLimit;
use crate::accounts::{
    Answer, CodeError, Device, Entry, FactorSignIn, IdentityProof, IdentitySignIn, IdentitySignInError,
    PasskeySignIn, SecurityError, SecurityRefused, Sessions, SignInCodes, SignInError, SignUp, SignUpError,
    SignUpRequest, SignedIn,
};
use crate::shared::Fault;

/// Why a use case under a limit failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Guarded<E> {
    /// It was not begun.
    #[error(transparent)]
    Limit(LimitError),
    /// It failed by itself.
    #[error("{0}")]
    Inner(E),
}

impl<E> From<LimitError> for Guarded<E> {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl<E> From<Fault> for Guarded<E> {
    fn from(fault: Fault) -> Self {
        Self::Limit(fault.into())
    }
}

impl Limits {
    /// Signs in unless too many passwords were wrong; counts wrong passwords and remembers the network of a success.
    ///
    /// # Errors
    /// See [`Guarded`] and [`SignInError`].
    pub async fn sign_in(
        &self,
        sessions: &Sessions,
        email: &str,
        password: &str,
        device: Device,
    ) -> Result<Entry, Guarded<SignInError>> {
        let network = device.ip_prefix.clone();
        let network = network.as_deref();
        let from_network = self.of_network(&RateLimit::PASSWORDS_FROM_NETWORK, network).await?;
        let of_address = self.of_address(&RateLimit::PASSWORDS_OF_ADDRESS, email, network).await?;
        let outcome = sessions.sign_in(email, password, device).await;
        if !matches!(outcome, Err(SignInError::InvalidCredentials)) {
            self.give_back([from_network, of_address]).await?;
        }
        if let Ok(Entry::SignedIn(_)) = outcome {
            self.remember(email, network).await?;
        }
        outcome.map_err(Guarded::Inner)
    }

    /// Signs in with a code unless too many were presented from the network; remembers the network of a success.
    ///
    /// # Errors
    /// See [`Guarded`] and [`CodeError`].
    pub async fn sign_in_by_code(
        &self,
        codes: &SignInCodes,
        email: &str,
        code: &str,
        device: Device,
    ) -> Result<Entry, Guarded<CodeError>> {
        let network = device.ip_prefix.clone();
        let network = network.as_deref();
        self.network(&RateLimit::REDEMPTIONS, network).await?;
        let outcome = codes.sign_in(email, code, device).await;
        if let Ok(Entry::SignedIn(_)) = outcome {
            self.remember(email, network).await?;
        }
        outcome.map_err(Guarded::Inner)
    }

    /// Finishes signing in with a second factor unless too many codes of the account were wrong; remembers the network of a
    /// success.
    ///
    /// # Errors
    /// See [`Guarded`] and [`FactorSignIn::sign_in`].
    pub async fn sign_in_by_factor(
        &self,
        factors: &FactorSignIn,
        challenge_token: &str,
        answer: Answer,
        device: Device,
    ) -> Result<SignedIn, Guarded<SecurityError>> {
        let network = device.ip_prefix.clone();
        let user_id = factors.user_of(challenge_token).map_err(|refused| Guarded::Inner(refused.into()))?;
        let guessable = answer.can_be_guessed();
        let signing_in = factors.sign_in(challenge_token, answer, device);
        let signed_in = self.factor_answer(user_id, guessable, signing_in).await?;
        self.remember(signed_in.user.email.as_str(), network.as_deref()).await?;
        Ok(signed_in)
    }

    /// Signs in with a passkey unless too many credentials were presented from the network; remembers the network of a
    /// success.
    ///
    /// # Errors
    /// See [`Guarded`] and [`PasskeySignIn::sign_in`].
    pub async fn sign_in_by_passkey(
        &self,
        passkeys: &PasskeySignIn,
        credential: &str,
        device: Device,
    ) -> Result<SignedIn, Guarded<SecurityError>> {
        let network = device.ip_prefix.clone();
        self.network(&RateLimit::REDEMPTIONS, network.as_deref()).await?;
        let signed_in = passkeys.sign_in(credential, device).await.map_err(Guarded::Inner)?;
        self.remember(signed_in.user.email.as_str(), network.as_deref()).await?;
        Ok(signed_in)
    }

    /// Signs in with an identity unless too many were presented from the network; remembers the network of a success.
    ///
    /// # Errors
    /// See [`Guarded`] and [`IdentitySignInError`].
    pub async fn sign_in_by_identity(
        &self,
        identities: &IdentitySignIn,
        proof: &IdentityProof,
        device: Device,
    ) -> Result<Entry, Guarded<IdentitySignInError>> {
        let network = device.ip_prefix.clone();
        self.network(&RateLimit::REDEMPTIONS, network.as_deref()).await?;
        let entered = identities.sign_in(proof, device).await.map_err(Guarded::Inner)?;
        if let Entry::SignedIn(signed_in) = &entered {
            self.remember(signed_in.user.email.as_str(), network.as_deref()).await?;
        }
        Ok(entered)
    }

    /// Does something with the answer to a second factor unless it can be guessed and too many codes of the account were
    /// wrong.
    ///
    /// # Errors
    /// See [`Guarded`].
    pub async fn factor_answer<T>(
        &self,
        user_id: Uuid,
        guessable: bool,
        work: impl Future<Output = Result<T, SecurityError>> + Send,
    ) -> Result<T, Guarded<SecurityError>> {
        if !guessable {
            return work.await.map_err(Guarded::Inner);
        }
        let token = self.of_user(&RateLimit::FACTOR_CODES, user_id).await?;
        let outcome = work.await;
        if !matches!(outcome, Err(SecurityError::Refused(SecurityRefused::CodeInvalid))) {
            self.give_back([token]).await?;
        }
        outcome.map_err(Guarded::Inner)
    }

    /// Signs up unless there were too many sign-ups from the network or mails to the address; counts those that queue a
    /// mail.
    ///
    /// # Errors
    /// See [`Guarded`] and [`SignUpError`].
    pub async fn sign_up(
        &self,
        sign_up: &SignUp,
        request: SignUpRequest,
        network: Option<&str>,
    ) -> Result<(), Guarded<SignUpError>> {
        let from_network = self.of_network(&RateLimit::SIGN_UPS, network).await?;
        let to_address = self.of_address(&RateLimit::MAILS_TO_ADDRESS, &request.email, network).await?;
        let outcome = sign_up.sign_up(request).await;
        if outcome.is_err() {
            self.give_back([from_network, to_address]).await?;
        }
        outcome.map_err(Guarded::Inner)
    }
}
