//! The mail that anyone can request for an address: to confirm it, to recover its account or to sign in with a code. Response,
//! work and rows are the same for every address.

use crate::accounts::{AccountStore, Accounts, AddressOwner, OneTimeToken, Purpose, RegistrationDraft};
use crate::act::Act;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, PersonName, Refusal};

impl Accounts {
    /// Queues a mail with a recovery link if the address has an account or a pending registration.
    pub async fn request_recovery(&self, email: &str, record: Option<RequestRecord>) -> Result<(), Refusal> {
        request_mail(&*self.store, Purpose::Recovery, email, record, self.acts.begin()).await
    }

    /// Queues another confirmation mail if the address has an unconfirmed registration. A confirmed owner gets a mail
    /// saying that the account exists.
    pub async fn resend_verification(
        &self,
        email: &str,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        request_mail(&*self.store, Purpose::VerifyEmail, email, record, self.acts.begin()).await
    }
}

pub(super) async fn request_mail(
    store: &dyn AccountStore,
    purpose: Purpose,
    email: &str,
    record: Option<RequestRecord>,
    act: Act,
) -> Result<(), Refusal> {
    let email = EmailAddress::parse(email, "/email")?;
    let (now, address) = (act.now, email.clone());
    let step = Box::new(move |owner| requested_mail(owner, purpose, address, record, &act));
    store.issue(email, now, step).await
}

/// One token and one mail for every address. A mail greets the owner by the name in the profile, and never by one that a
/// stranger may have entered in an unconfirmed registration.
pub(crate) fn requested_mail(
    owner: AddressOwner,
    purpose: Purpose,
    address: EmailAddress,
    record: Option<RequestRecord>,
    act: &Act,
) -> RegistrationDraft {
    let (id, nobody) = (act.new_id(), PersonName::none());
    let (kind, name, token_id, registration_id) = match (owner, purpose) {
        (AddressOwner::Confirmed(name), Purpose::VerifyEmail) => (MailKind::AccountExists, name, None, None),
        (AddressOwner::Confirmed(name), Purpose::Recovery) => (MailKind::Recovery, name, Some(id), None),
        (AddressOwner::Confirmed(name), _) => (MailKind::SignInCode, name, Some(id), None),
        (AddressOwner::Reserved(restore, name), _) => (MailKind::EmailChanged, name, Some(restore), None),
        (AddressOwner::Pending(_), Purpose::Recovery) => (MailKind::Recovery, nobody, Some(id), None),
        (AddressOwner::Pending(pending), _) => (MailKind::VerifyEmail, nobody, Some(id), Some(pending)),
        (AddressOwner::Unknown, _) => (MailKind::Decoy, nobody, None, None),
    };
    let purpose = registration_id.map_or(purpose, |_| Purpose::VerifyEmail);
    let mail = OutgoingMail { token_id, ..act.mail(kind, &address, &name) };
    RegistrationDraft {
        token: OneTimeToken::new(id, purpose, address, registration_id, act.now),
        mail,
        record,
        audit: None,
    }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;
    use crate::accounts::factors::testing::{address, ana};
    use crate::mail::testing::act;

    #[test]
    fn the_owner_of_an_address_decides_its_mail() {
        use MailKind::{AccountExists, Decoy, EmailChanged, Recovery, SignInCode, VerifyEmail};
        let (restore, registration) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let owners = [
            AddressOwner::Confirmed(ana()),
            AddressOwner::Reserved(restore, ana()),
            AddressOwner::Pending(registration),
            AddressOwner::Unknown,
        ];
        let table = [
            (Purpose::VerifyEmail, [AccountExists, EmailChanged, VerifyEmail, Decoy]),
            (Purpose::Recovery, [Recovery, EmailChanged, Recovery, Decoy]),
            (Purpose::SignInCode, [SignInCode, EmailChanged, VerifyEmail, Decoy]),
        ];
        for (purpose, kinds) in table {
            for (owner, kind) in owners.iter().cloned().zip(kinds) {
                let (case, known) = (format!("{purpose:?} {owner:?}"), kind != VerifyEmail);
                let is_named = matches!(owner, AddressOwner::Confirmed(_) | AddressOwner::Reserved(..));
                let now = OffsetDateTime::UNIX_EPOCH;
                let draft = requested_mail(owner, purpose, address("a@example.org"), None, &act(now));
                let RegistrationDraft { token, mail, .. } = draft;
                let purpose = if known { purpose } else { Purpose::VerifyEmail };
                assert_eq!((mail.kind, token.purpose), (kind, purpose), "{case}");
                assert_eq!(token.registration_id, (!known).then_some(registration), "{case}");
                let linked = match kind {
                    EmailChanged => Some(restore),
                    AccountExists | Decoy => None,
                    _ => Some(token.id),
                };
                assert_eq!(mail.token_id, linked, "{case}");
                assert_eq!(mail.name, if is_named { ana() } else { PersonName::none() }, "{case}");
            }
        }
    }
}
