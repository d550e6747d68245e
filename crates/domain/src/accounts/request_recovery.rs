//! The mail with which a user recovers an account. Response, work and rows are the same for every address.

use crate::accounts::account::{Accounts, AddressOwner, RegistrationDraft};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, PersonName, Refusal};

impl Accounts {
    /// Queues a mail with a recovery link if the address has an account or a pending registration.
    pub async fn request_recovery(&self, email: &str, record: Option<RequestRecord>) -> Result<(), Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        let act = self.acts.begin();
        let now = act.now;
        let token = OneTimeToken::new(act.new_id(), Purpose::Recovery, email.clone(), None, now);
        let mail = act.mail(MailKind::Decoy, &email, &PersonName::none());
        let step = Box::new(move |owner| {
            let (kind, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::Recovery, name, Some(token.id)),
                AddressOwner::Reserved(restore, name) => (MailKind::EmailChanged, name, Some(restore)),
                // A stranger may have entered the name in an unconfirmed registration.
                AddressOwner::Pending(_) => (MailKind::Recovery, PersonName::none(), Some(token.id)),
                AddressOwner::Unknown => (MailKind::Decoy, PersonName::none(), None),
            };
            RegistrationDraft { token, mail: OutgoingMail { kind, name, token_id, ..mail }, record }
        });
        Ok(self.store.issue(email, now, step).await?)
    }
}
