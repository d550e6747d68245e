//! Another confirmation mail for a sign-up. Response, work and rows are the same for every address.

use crate::accounts::account::{Accounts, AddressOwner, RegistrationDraft};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, PersonName, Refusal};

impl Accounts {
    /// Queues another confirmation mail if the address has an unconfirmed registration. A confirmed owner gets a mail
    /// saying that the account exists, and an unknown address gets none. Writes the same rows for every address.
    pub async fn resend_verification(
        &self,
        email: &str,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        let act = self.acts.begin();
        let (now, new_id) = (act.now, act.new_id());
        let mail = act.mail(MailKind::Decoy, &email, &PersonName::none());
        let address = email.clone();
        let step = Box::new(move |owner| {
            let (kind, registration_id, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::AccountExists, None, name, None),
                AddressOwner::Reserved(restore, name) => (MailKind::EmailChanged, None, name, Some(restore)),
                AddressOwner::Pending(id) => {
                    (MailKind::VerifyEmail, Some(id), PersonName::none(), Some(new_id))
                }
                AddressOwner::Unknown => (MailKind::Decoy, None, mail.name.clone(), None),
            };
            RegistrationDraft {
                token: OneTimeToken::new(new_id, Purpose::VerifyEmail, address, registration_id, now),
                mail: OutgoingMail { kind, name, token_id, ..mail },
                record,
            }
        });
        Ok(self.store.issue(email, now, step).await?)
    }
}
