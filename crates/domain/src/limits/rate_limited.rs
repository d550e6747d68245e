//! Use cases with limits that depend on their outcome. Tokens are taken before the work, so that concurrent requests
//! are counted too, and returned if the limit does not count the outcome.

use uuid::Uuid;

use super::{Bucket, Limits, MailLimits, RateLimit, Token};
use crate::accounts::{Device, FactorAnswer, Sessions, SignInOutcome, SignedIn};
use crate::idempotency::{IdempotentRequests, RequestRecord};
use crate::shared::{Code, EmailAddress, Extension, Refusal};

/// Whether a requested mail may be sent. Both cases MUST get the same response in the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailSupply {
    Left,
    /// The address has used up its mails of this kind, and the last one has a live link. A request from a known network
    /// of the owner is served nevertheless.
    UsedUp,
}

impl Limits {
    /// Signs in unless too many passwords were wrong. Counts wrong passwords and remembers the network of a successful
    /// sign-in. If attackers have used up the limit, only the correct password from a known network of the owner is
    /// accepted.
    pub async fn sign_in(
        &self,
        sessions: &Sessions,
        email: &str,
        password: &str,
        device: Device,
    ) -> Result<SignInOutcome, Refusal> {
        let network = device.ip_prefix.clone();
        let network = network.as_deref();
        let guesses = [
            Bucket::of_address(&RateLimit::PASSWORDS_OF_ADDRESS, email),
            Bucket::of_address_in(&RateLimit::PASSWORDS_IN_NETWORK, email, network),
            Bucket::of_network(&RateLimit::PASSWORDS_FROM_NETWORK, network),
        ];
        let reserve = &RateLimit::PASSWORDS_OF_ADDRESS;
        let (tokens, refused) = self.admit(&guesses, reserve, email, network).await?;
        if let (true, Some(refused)) = (tokens.is_empty(), &refused) {
            return Err(refused.clone());
        }
        let sign_in = match self.take(&[Bucket::of_address(&RateLimit::SIGN_INS, email)]).await {
            Ok(token) => token,
            Err(error) => {
                self.give_back(tokens).await;
                return Err(refused.unwrap_or(error));
            }
        };
        let outcome = sessions.sign_in(email, password, device).await;
        if !matches!(&outcome, Err(refusal) if refusal.code == Code::InvalidCredentials) {
            self.give_back(tokens).await;
        }
        match &outcome {
            Ok(SignInOutcome::SignedIn(_)) => self.remember(email, network).await,
            Ok(SignInOutcome::FactorRequired(_)) => (),
            Err(_) => self.give_back(sign_in).await,
        }
        match (outcome, refused) {
            (Err(Refusal { code: Code::InvalidCredentials | Code::Busy, .. }), Some(refused)) => Err(refused),
            (outcome, _) => outcome,
        }
    }

    /// Finishes a sign-in with a second factor unless too many codes for the account were wrong or too many responses
    /// came from the network. Remembers the network of a successful sign-in.
    pub async fn sign_in_by_factor(
        &self,
        sessions: &Sessions,
        challenge_token: &str,
        answer: FactorAnswer,
        device: Device,
    ) -> Result<SignedIn, Refusal> {
        let network = device.ip_prefix.clone();
        let redemption = Bucket::of_network(&RateLimit::REDEMPTIONS, network.as_deref());
        let user_id = match sessions.user_of(challenge_token) {
            Ok(user_id) => user_id,
            Err(refused) => {
                self.count([redemption]).await?;
                return Err(refused);
            }
        };
        let guessable = answer.can_be_guessed();
        let signing_in = sessions.sign_in_by_factor(challenge_token, answer, device);
        let signed_in = self.count_wrong_codes(user_id, guessable, Some(redemption), signing_in).await?;
        self.remember(signed_in.user.email.as_str(), network.as_deref()).await;
        Ok(signed_in)
    }

    /// Runs `work`, which signs in or sets a password with what the client presents, unless too much was presented from the
    /// network. Remembers the network for the address of a success, so that its owner can sign in from there however many
    /// wrong passwords attackers try.
    pub async fn redeem<T>(
        &self,
        network: Option<&str>,
        work: impl Future<Output = Result<T, Refusal>> + Send,
        address: fn(&T) -> Option<&EmailAddress>,
    ) -> Result<T, Refusal> {
        self.count([Bucket::of_network(&RateLimit::REDEMPTIONS, network)]).await?;
        let done = work.await?;
        let email = address(&done).map(|email| email.as_str().to_owned());
        if let Some(email) = email {
            self.remember(&email, network).await;
        }
        Ok(done)
    }

    /// Runs `work`, which verifies a second factor, unless its response is guessable and too many codes for the account
    /// were wrong, or `other` is empty.
    pub async fn count_wrong_codes<T>(
        &self,
        user_id: Uuid,
        guessable: bool,
        other: Option<Bucket>,
        work: impl Future<Output = Result<T, Refusal>> + Send,
    ) -> Result<T, Refusal> {
        let codes = guessable.then(|| Bucket::of_user(&RateLimit::FACTOR_CODES, user_id));
        let codes = if other.is_some() { codes.map(Bucket::unmeasured) } else { codes };
        let tokens = self.take(&codes.into_iter().chain(other).collect::<Vec<_>>()).await?;
        let outcome = work.await;
        if guessable && !matches!(&outcome, Err(refusal) if refusal.code == Code::CodeInvalid) {
            self.give_back(tokens.into_iter().take(1)).await;
        }
        outcome
    }

    /// Runs `work`, which queues a mail to a submitted address, unless the address has used up its mails of this kind.
    /// Counts successful work. With an idempotency key, the record is stored whether the work is done or not, because a
    /// replay would otherwise reveal it.
    ///
    /// # Errors
    /// `rate_limited` if the network requested too many; refusals of the work.
    pub async fn mail<W: Future<Output = Result<(), Refusal>> + Send>(
        &self,
        limits: &MailLimits,
        email: &str,
        network: Option<&str>,
        keyed: Option<(RequestRecord, &IdempotentRequests)>,
        work: impl FnOnce(Option<RequestRecord>) -> W + Send,
    ) -> Result<MailSupply, Refusal> {
        // The bucket of the network is unmeasured: it counts only requests that the address allows, so its state would
        // reveal that of the address.
        let buckets = [
            Bucket::of_address(limits.to_address, email),
            Bucket::of_network(limits.from_network, network).unmeasured(),
        ];
        let (tokens, refused) = self.admit(&buckets, limits.to_address, email, network).await?;
        // A request that is refused is not recorded, although the reserve may have served it.
        let of_network = refused.as_ref().is_some_and(|refused| !is_of(refused, limits.to_address));
        let keyed = keyed.filter(|_| !of_network);
        let outcome = match keyed {
            Some((record, requests)) if tokens.is_empty() => Ok(requests.store(&record).await?),
            None if tokens.is_empty() => Ok(()),
            keyed => work(keyed.map(|(record, _)| record)).await,
        };
        if outcome.is_err() {
            self.give_back(tokens).await;
        }
        match refused {
            None => outcome.map(|()| MailSupply::Left),
            Some(refused) if of_network => Err(refused),
            Some(_) => outcome.map(|()| MailSupply::UsedUp),
        }
    }

    /// Takes one token from each bucket, or else one from the reserve for known networks of the address. Without tokens the
    /// request is refused. The refusal is for the response, even if the request continues with a token from the reserve.
    async fn admit(
        &self,
        buckets: &[Bucket],
        reserve: &'static RateLimit,
        email: &str,
        network: Option<&str>,
    ) -> Result<(Vec<Token>, Option<Refusal>), Refusal> {
        match self.take(buckets).await {
            Ok(tokens) => Ok((tokens, None)),
            Err(refused) if refused.code == Code::RateLimited => {
                let reserve = self.take_reserve(reserve, email, network).await?;
                Ok((reserve.into_iter().collect(), Some(refused)))
            }
            Err(fault) => Err(fault),
        }
    }
}

fn is_of(refused: &Refusal, of: &RateLimit) -> bool {
    matches!(refused.extension.as_deref(), Some(Extension::Limited { limit, .. }) if *limit == of.name)
}
