use super::subscriber::{Preferences, Subscriber, SubscriptionForm};
use crate::act::Act;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::newsletter::Newsletter;
use crate::shared::{EmailAddress, FieldError, Invalid, PersonName, Refusal};

/// The sentence of the forms, which is stored with its version. A new wording gets a new version.
pub const CONSENT: &str = "By subscribing, you agree that the Educators Forum emails you its newsletter. You can unsubscribe at any time.";
pub const CONSENT_VERSION: i32 = 1;

/// What is entered in a form, valid and cleaned.
#[derive(Debug, Clone)]
pub struct WantedSubscription {
    pub email: EmailAddress,
    pub preferences: Preferences,
    pub form: SubscriptionForm,
}

impl WantedSubscription {
    /// # Errors
    /// Field errors.
    pub fn parse(
        email: &str,
        first_name: Option<&str>,
        is_educator: bool,
        form: SubscriptionForm,
    ) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        let email = EmailAddress::parse(email, "/email").map_err(|error: FieldError| errors.push(error));
        let preferences = Preferences::parse(first_name, is_educator, &mut errors);
        Invalid::unless_empty(errors)?;
        let email = email.unwrap_or_else(|()| EmailAddress::stored(String::new()));
        Ok(Self { email, preferences, form })
    }
}

#[derive(Debug, Clone)]
pub struct RequestDraft {
    pub subscriber: Subscriber,
    pub mail: OutgoingMail,
    pub record: Option<RequestRecord>,
}

pub type RequestStep = Box<dyn FnOnce(Option<Subscriber>) -> RequestDraft + Send>;

impl Newsletter {
    /// Queues a mail with a confirmation link. Response, work and rows are the same for every address.
    pub async fn request(
        &self,
        wanted: WantedSubscription,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let (act, email) = (self.acts.begin(), wanted.email.clone());
        let step = Box::new(move |seen| request(seen, wanted, record, &act));
        Ok(self.store.request(email, step).await?)
    }
}

/// A subscriber gets another mail than other addresses, and keeps everything.
fn request(
    seen: Option<Subscriber>,
    wanted: WantedSubscription,
    record: Option<RequestRecord>,
    act: &Act,
) -> RequestDraft {
    let (id, now) = (act.new_id(), Some(act.now));
    let (kind, subscriber) = match seen {
        Some(subscriber) if subscriber.is_subscribed() => (MailKind::NewsletterSubscribed, subscriber),
        earlier => {
            let subscriber = Subscriber {
                id: earlier.as_ref().map_or(id, |earlier| earlier.id),
                email: wanted.email,
                preferences: wanted.preferences,
                form: wanted.form,
                consent_version: CONSENT_VERSION,
                consent: CONSENT.to_owned(),
                requested_at: now,
                subscribed_at: earlier.as_ref().and_then(|earlier| earlier.subscribed_at),
                unsubscribed_at: earlier.and_then(|earlier| earlier.unsubscribed_at),
            };
            (MailKind::NewsletterConfirm, subscriber)
        }
    };
    // A stranger may have entered the name.
    let mail = act.mail(kind, &subscriber.email, &PersonName::none());
    RequestDraft { subscriber, mail, record }
}

#[cfg(test)]
pub(super) mod tests {
    use time::OffsetDateTime;

    use super::super::confirm::confirmed;
    use super::super::unsubscribe::unsubscribed;
    use super::*;
    use crate::mail::testing::act;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    pub fn requested(seen: Option<Subscriber>) -> RequestDraft {
        let wanted = WantedSubscription::parse("ana@example.org", Some("Ana"), true, SubscriptionForm::Blog);
        request(seen, wanted.expect("a valid form"), None, &act(NOON))
    }

    /// Never confirmed, subscribed, and unsubscribed.
    pub fn states() -> [Subscriber; 3] {
        let pending = requested(None).subscriber;
        let subscribed = confirmed(&pending, NOON).expect("a live link");
        let unsubscribed = unsubscribed(&subscribed, NOON).expect("a kept row");
        [pending, subscribed, unsubscribed]
    }

    #[test]
    fn every_address_gets_a_mail_and_a_stranger_changes_nothing_of_a_subscriber() {
        use MailKind::{NewsletterConfirm, NewsletterSubscribed};
        let [pending, subscribed, unsubscribed] = states();
        let changed =
            Subscriber { preferences: Preferences { first_name: None, is_educator: false }, ..subscribed };
        let table = [
            (None, NewsletterConfirm),
            (Some(pending), NewsletterConfirm),
            (Some(changed.clone()), NewsletterSubscribed),
            (Some(unsubscribed), NewsletterConfirm),
        ];
        for (seen, kind) in table {
            assert_eq!(requested(seen.clone()).mail.kind, kind, "{seen:?}");
        }
        assert_eq!(requested(Some(changed.clone())).subscriber, changed);
    }

    #[test]
    fn wrong_fields_are_reported_together() {
        let wrong = WantedSubscription::parse("ana", Some("www.ana.example"), false, SubscriptionForm::Home);
        let Invalid(errors) = wrong.expect_err("refused");
        let found: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
        assert_eq!(found, [("/email", "invalid_email"), ("/first_name", "url_in_name")]);
    }

    /// `ui/src/content/marketing/newsletter.ts` shows the sentence that is stored.
    #[test]
    fn the_forms_show_the_stored_consent() {
        let texts = include_str!("../../../../ui/src/content/marketing/newsletter.ts");
        assert!(texts.contains(&format!("'{CONSENT}'")), "{CONSENT}");
    }
}
