use time::OffsetDateTime;

use super::links::{CONFIRMATION, invalid};
use super::subscriber::Subscriber;
use crate::newsletter::Newsletter;
use crate::shared::{Code, Refusal};

impl Newsletter {
    /// # Errors
    /// `token_invalid`.
    pub async fn confirm(&self, token: &str) -> Result<(), Refusal> {
        let id = self.secrets.read_sealed_id(CONFIRMATION, token).ok_or(Code::TokenInvalid)?;
        let now = self.acts.now();
        let step = Box::new(move |seen: &Subscriber| confirmed(seen, now).map(Some));
        self.store.change(id, step).await.map(drop).map_err(invalid)
    }
}

/// A repeated confirmation changes nothing.
pub(super) fn confirmed(seen: &Subscriber, now: OffsetDateTime) -> Result<Subscriber, Refusal> {
    if !seen.may_confirm(now) {
        return Err(Code::TokenInvalid.into());
    }
    if seen.is_subscribed() {
        return Ok(seen.clone());
    }
    Ok(Subscriber { subscribed_at: Some(now), unsubscribed_at: None, ..seen.clone() })
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::super::request::tests::{requested, states};
    use super::*;
    use crate::newsletter::{CONFIRMED_WITHIN, SubscriberState};

    #[test]
    fn a_link_confirms_for_seven_days_and_not_after_the_end_of_the_subscription() {
        let [pending, subscribed, unsubscribed] = states();
        let code = |subscriber: &Subscriber, after| {
            let confirmed = confirmed(subscriber, OffsetDateTime::UNIX_EPOCH + after);
            confirmed.map(|next| (next.state(), next.since())).map_err(|refusal| refusal.code)
        };
        let last = CONFIRMED_WITHIN - Duration::SECOND;
        let at = |after| Ok((SubscriberState::Subscribed, OffsetDateTime::UNIX_EPOCH + after));
        assert_eq!(code(&pending, last), at(last));
        assert_eq!(code(&pending, CONFIRMED_WITHIN), Err(Code::TokenInvalid));
        assert_eq!(code(&subscribed, last), at(Duration::ZERO), "a repeated click");
        assert_eq!(code(&unsubscribed, Duration::ZERO), Err(Code::TokenInvalid));
        let again = requested(Some(unsubscribed)).subscriber;
        assert_eq!(again.state(), SubscriberState::Unsubscribed, "until its owner confirms");
        assert_eq!(code(&again, last), at(last));
    }
}
