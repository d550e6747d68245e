//! The links of mails. Their tokens are derived from the subscriber's id.

use time::OffsetDateTime;
use uuid::Uuid;

use super::subscriber::Subscriber;
use crate::accounts::Secrets;
use crate::mail::MailKind;
use crate::newsletter::Newsletter;
use crate::shared::{Code, Refusal};

/// The purpose of the token that confirms a subscription.
pub(super) const CONFIRMATION: &str = "newsletter confirmation";
/// The purpose of the token that ends a subscription. Mail providers learn it, so it confirms nothing.
const SUBSCRIPTION: &str = "newsletter subscription";

/// Below the site's origin. The token follows.
const ONE_CLICK: &str = "/api/newsletter/unsubscriptions/";

impl Newsletter {
    /// The links of all mails end a subscription and show its preferences, that of the confirmation too.
    pub(super) fn id_of(&self, token: &str) -> Result<Uuid, Refusal> {
        let id = |purpose| self.secrets.read_sealed_id(purpose, token);
        id(SUBSCRIPTION).or_else(|| id(CONFIRMATION)).ok_or_else(|| Code::TokenInvalid.into())
    }
}

/// A stranger learns nothing from a token whose subscriber is deleted.
pub(super) fn invalid(refusal: Refusal) -> Refusal {
    refusal.shown_as(Code::TokenInvalid, &[Code::NotFound])
}

/// The URL of `List-Unsubscribe` (RFC 8058).
pub(crate) fn one_click(origin: &str, secrets: &Secrets, id: Uuid) -> String {
    format!("{origin}{ONE_CLICK}{}", secrets.sealed_id(SUBSCRIPTION, id))
}

/// The page and token of a mail about the newsletter that is sent now; `None` if it is not needed any more.
pub(crate) fn mailed_link(
    kind: MailKind,
    subscriber: &Subscriber,
    secrets: &Secrets,
    now: OffsetDateTime,
) -> Option<String> {
    let link = |page, purpose| format!("{page}#token={}", secrets.sealed_id(purpose, subscriber.id));
    if kind == MailKind::NewsletterSubscribed {
        return subscriber.is_subscribed().then(|| link("/newsletter/preferences", SUBSCRIPTION));
    }
    let is_needed = !subscriber.is_subscribed() && subscriber.may_confirm(now);
    is_needed.then(|| link("/newsletter/confirm", CONFIRMATION))
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::super::request::tests::states;
    use super::*;
    use crate::newsletter::CONFIRMED_WITHIN;

    #[test]
    fn a_mail_that_is_not_needed_any_more_has_no_link() {
        let secrets = Secrets::new(&[1; 32]);
        let link = |kind, subscriber: &Subscriber, after| {
            let link = mailed_link(kind, subscriber, &secrets, OffsetDateTime::UNIX_EPOCH + after)?;
            let (page, token) = link.split_once("#token=").expect("a token");
            let [confirms, ends] = [CONFIRMATION, SUBSCRIPTION].map(|of| secrets.read_sealed_id(of, token));
            assert_eq!(confirms.or(ends), Some(subscriber.id));
            Some((page.to_owned(), confirms.is_some()))
        };
        let [pending, subscribed, unsubscribed] = states();
        let (confirm, already) = (MailKind::NewsletterConfirm, MailKind::NewsletterSubscribed);
        let (now, late) = (Duration::ZERO, CONFIRMED_WITHIN);
        assert_eq!(link(confirm, &pending, now), Some(("/newsletter/confirm".to_owned(), true)));
        assert_eq!(link(already, &subscribed, late), Some(("/newsletter/preferences".to_owned(), false)));
        assert_eq!([link(confirm, &pending, late), link(confirm, &subscribed, now)], [None, None]);
        assert_eq!([link(confirm, &unsubscribed, now), link(already, &unsubscribed, now)], [None, None]);
    }
}
