use time::OffsetDateTime;

use super::subscriber::{Subscriber, SubscriberState};
use crate::newsletter::Newsletter;
use crate::shared::{Code, Refusal};

impl Newsletter {
    /// Ends a subscription, or the request for one. Without a subscriber there is nothing left to end.
    ///
    /// # Errors
    /// `token_invalid`.
    pub async fn unsubscribe(&self, token: &str) -> Result<(), Refusal> {
        let (id, now) = (self.id_of(token)?, self.acts.now());
        match self.store.change(id, Box::new(move |seen| Ok(unsubscribed(seen, now)))).await {
            Err(refusal) if refusal.code == Code::NotFound => Ok(()),
            done => done.map(drop),
        }
    }
}

/// Of a request that was never confirmed, nothing is kept.
pub(super) fn unsubscribed(seen: &Subscriber, now: OffsetDateTime) -> Option<Subscriber> {
    let unsubscribed_at = match seen.state() {
        SubscriberState::Pending => return None,
        SubscriberState::Subscribed => Some(now),
        SubscriberState::Unsubscribed => seen.unsubscribed_at,
    };
    Some(Subscriber { unsubscribed_at, requested_at: None, ..seen.clone() })
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::super::request::tests::{requested, states};
    use super::*;

    #[test]
    fn unsubscribing_is_idempotent_and_forgets_an_unconfirmed_address() {
        let noon = OffsetDateTime::UNIX_EPOCH;
        let [pending, subscribed, once] = states();
        assert_eq!(unsubscribed(&pending, noon), None);
        assert_eq!((once.id, once.unsubscribed_at), (subscribed.id, Some(noon)));
        let again = requested(Some(once.clone())).subscriber;
        for seen in [&once, &again] {
            let kept = unsubscribed(seen, noon + Duration::DAY).expect("a kept row");
            assert_eq!((kept.unsubscribed_at, kept.requested_at), (Some(noon), None));
        }
    }
}
