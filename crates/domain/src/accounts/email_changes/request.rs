//! The rules for requesting a change of address: each address gets a mail, whether the new one is taken or not.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::change::{AddressSide, EmailChange, SUSPECT_PERIOD};
use crate::accounts::factors::AccountSecurity;
use crate::accounts::profile::{Reauthentication, ReauthenticationRefused};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::act::Act;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, Fault, FieldError, Invalid, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeEmailError {
    #[error(transparent)]
    Reauthentication(#[from] ReauthenticationRefused),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The account that requests a change, read under lock.
#[derive(Debug, Clone)]
pub struct ChangeRequestContext {
    pub account: AccountSecurity,
    /// Whether the requested address belongs to another user, or is reserved for one.
    pub taken: bool,
}

/// A pending change, read under the lock on the address for which its mails are to be resent.
#[derive(Debug, Clone)]
pub struct PendingChange {
    pub change: EmailChange,
    pub name: PersonName,
    /// Whether the new address now belongs to another user, or is reserved for one.
    pub taken: bool,
}

/// What a request stores. It replaces an earlier request by the user.
#[must_use]
#[derive(Debug, Clone)]
pub struct ChangeRequest {
    pub change: EmailChange,
    pub tokens: [OneTimeToken; 2],
    pub mails: [OutgoingMail; 2],
}

/// What a request to resend the mails stores: the same number of rows for every address.
#[must_use]
#[derive(Debug, Clone)]
pub struct ChangeResend {
    /// The pending change and its new expiry.
    pub extended: Option<(Uuid, OffsetDateTime)>,
    pub tokens: [OneTimeToken; 2],
    /// A mail to each address; decoys for an address without a change.
    pub mails: [OutgoingMail; 2],
    pub record: Option<RequestRecord>,
}

/// Requests a change. The owner of a taken address is notified by mail. The caller cannot tell the difference.
///
/// # Errors
/// `Reauthentication`, then `Invalid` for the current address.
pub fn request_change(
    seen: &ChangeRequestContext,
    proved: &Reauthentication,
    new_email: EmailAddress,
    act: &Act,
) -> Result<ChangeRequest, ChangeEmailError> {
    let session = proved.check(&seen.account, act.now)?;
    let user = &seen.account.user;
    if user.email.key() == new_email.key() {
        let error = FieldError::new("/email", "same_email", "This is your email address already.");
        return Err(Invalid(vec![error]).into());
    }
    let change = EmailChange {
        id: act.new_id(),
        user_id: user.id,
        old_email: user.email.clone(),
        new_email,
        requested_at: act.now,
        suspect_since: session.created_at.min(act.now - SUSPECT_PERIOD),
        expires_at: act.now + Purpose::ChangeEmailOld.lifetime(),
        old_confirmed_at: None,
        new_confirmed_at: None,
        changed_at: None,
        ended_at: None,
    };
    let (tokens, mails) = mails_for(&change, &user.name, seen.taken, act);
    Ok(ChangeRequest { change, tokens, mails })
}

/// How long a change may be pending, however often its mails are resent.
const MAX_PENDING: Duration = Duration::DAY;

/// Resends the mails for a pending change to the addresses that have not confirmed it yet.
pub fn resend_change(seen: Option<&PendingChange>, email: &EmailAddress, act: &Act) -> ChangeResend {
    if let Some(PendingChange { change, name, taken }) = seen {
        // Any client can have the mails resent. Without a limit, a forgotten request could be kept pending permanently.
        let until = (act.now + Purpose::ChangeEmailOld.lifetime()).min(change.requested_at + MAX_PENDING);
        let extended = Some((change.id, until));
        let (tokens, mails) = mails_for(change, name, *taken, act);
        return ChangeResend { extended, tokens, mails, record: None };
    }
    let token = |purpose| OneTimeToken::of_change(act.new_id(), purpose, email.clone(), None, act.now);
    let decoy = || act.mail(MailKind::Decoy, email, &PersonName::none());
    ChangeResend {
        extended: None,
        tokens: [Purpose::ChangeEmailOld, Purpose::ChangeEmailNew].map(token),
        mails: [decoy(), decoy()],
        record: None,
    }
}

fn mails_for(
    change: &EmailChange,
    name: &PersonName,
    taken: bool,
    act: &Act,
) -> ([OneTimeToken; 2], [OutgoingMail; 2]) {
    let one = |side: AddressSide| {
        let (purpose, email) = match side {
            AddressSide::Old => (Purpose::ChangeEmailOld, &change.old_email),
            AddressSide::New => (Purpose::ChangeEmailNew, &change.new_email),
        };
        let token = OneTimeToken::of_change(act.new_id(), purpose, email.clone(), Some(change.id), act.now);
        // The owner of the new address is unknown, so the mail has no name.
        let (kind, name, token_id) = match side {
            _ if change.is_confirmed(side) => (MailKind::Decoy, PersonName::none(), None),
            AddressSide::Old => (MailKind::ChangeEmailOld, name.clone(), Some(token.id)),
            AddressSide::New if taken => (MailKind::ChangeEmailTaken, PersonName::none(), None),
            AddressSide::New => (MailKind::ChangeEmailNew, PersonName::none(), Some(token.id)),
        };
        let mail = OutgoingMail { token_id, ..act.mail(kind, email, &name) };
        (token, mail)
    };
    let ((old_token, old_mail), (new_token, new_mail)) = (one(AddressSide::Old), one(AddressSide::New));
    ([old_token, new_token], [old_mail, new_mail])
}
