//! Changing the address of an account. Both addresses confirm a request, in either order, within an hour after its mails
//! were last sent. For seven days afterwards a link in a mail to the old address restores it, and the old address is
//! reserved: a restore is only needed for a stolen account, and then the address must still be free. Each address gets a
//! mail, whether the new one is taken or not.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, Accounts, Caller, OneTimeToken, Purpose, Reauthentication, SecurityChange,
};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, FieldError, PersonName, Refusal, words};

/// How long before a request an attacker may have begun to prepare the account for it.
pub const SUSPECT_PERIOD: Duration = Duration::days(30);

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AddressSide {
        Old = "old",
        New = "new",
    }
}

impl AddressSide {
    pub const fn other(self) -> Self {
        match self {
            Self::Old => Self::New,
            Self::New => Self::Old,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailChange {
    pub id: Uuid,
    pub user_id: Uuid,
    pub old_email: EmailAddress,
    pub new_email: EmailAddress,
    pub requested_at: OffsetDateTime,
    /// Factors and identities that were added since this time are removed if the address is restored. It is the earlier
    /// of [`SUSPECT_PERIOD`] before the request and the time at which the requesting session was opened.
    pub suspect_since: OffsetDateTime,
    /// Confirmations are accepted until this time. Once the address is changed, it can be restored until this time.
    pub expires_at: OffsetDateTime,
    pub old_confirmed_at: Option<OffsetDateTime>,
    pub new_confirmed_at: Option<OffsetDateTime>,
    pub changed_at: Option<OffsetDateTime>,
    /// When the request was replaced or cancelled, or the address restored.
    pub ended_at: Option<OffsetDateTime>,
}

impl EmailChange {
    pub fn is_pending(&self, now: OffsetDateTime) -> bool {
        self.ended_at.is_none() && self.changed_at.is_none() && now < self.expires_at
    }

    pub fn is_confirmed(&self, side: AddressSide) -> bool {
        match side {
            AddressSide::Old => self.old_confirmed_at.is_some(),
            AddressSide::New => self.new_confirmed_at.is_some(),
        }
    }

    /// The address that the account gets when a token with this purpose is redeemed.
    pub fn address_for(&self, purpose: Purpose) -> &EmailAddress {
        if purpose == Purpose::RestoreEmail { &self.old_email } else { &self.new_email }
    }
}

/// A link with a valid secret, its change, and everything that it affects, read under lock.
#[derive(Debug, Clone)]
pub struct PresentedChange {
    pub token: OneTimeToken,
    pub change: EmailChange,
    /// The other changes of the account that have not ended.
    pub others: Vec<EmailChange>,
    pub account: AccountSecurity,
    /// Whether the address that the account would get ([`EmailChange::address_for`]) belongs to another user or is
    /// reserved for one.
    pub taken: bool,
}

/// What the store writes when a link is redeemed. Every token for the address with the same purpose and change is then
/// marked as used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmailChangeOutcome {
    /// This address has confirmed the change; the other one has not.
    Confirm(AddressSide),
    /// This address is the second to confirm: the account gets the new address.
    Complete { side: AddressSide, restore: OneTimeToken, mail: Box<OutgoingMail>, audit: AuditEvent },
    /// The account gets an earlier address back, and loses its password and any open challenge.
    Restore {
        to: EmailAddress,
        /// The changes that end: the one that replaced the address, a pending one, and all later ones.
        ended: Vec<Uuid>,
        /// The grant to set a password, if the link was in a mail to the restored address.
        grant: Option<OneTimeToken>,
        /// Everything else that the account loses, with the notices and the audit event.
        security: Box<SecurityChange>,
    },
}

#[derive(Debug, Clone)]
pub struct EmailChangeContext {
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

/// A token and a mail for the old and the new address.
pub type Letters = [(OneTimeToken, OutgoingMail); 2];

#[derive(Debug, Clone)]
pub struct EmailChangeRequest {
    pub change: EmailChange,
    pub letters: Letters,
}

/// What a request to resend the mails stores: the same number of rows for every address.
#[derive(Debug, Clone)]
pub struct ChangeResend {
    /// The pending change and its new expiry.
    pub extended: Option<(Uuid, OffsetDateTime)>,
    /// Decoys for an address without a change.
    pub letters: Letters,
    pub record: Option<RequestRecord>,
}

impl Accounts {
    /// Requests confirmation of a change from both addresses, and replaces an earlier request. Responses, work and rows
    /// are the same whether the new address is free, pending or taken. Without the current password the session must be
    /// fresh.
    ///
    /// # Errors
    /// In this order: a wrong password, a field error at `/email`, `reauthentication_required`, `same_email` for the
    /// current address.
    pub async fn change_email(
        &self,
        caller: &Caller,
        email: &str,
        current: Option<&str>,
    ) -> Result<(), Refusal> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, current, &*self.store, &*self.hasher).await?;
        let email = EmailAddress::parse(email, "/email")?;
        let act = self.acts.begin();
        let (now, new_email) = (act.now, email.clone());
        let step = Box::new(move |seen: &_| change_email(seen, &proved, new_email, &act));
        self.store.change_email(user_id, email, now, step).await
    }

    /// Resends the mails for a pending change from or to this address. Writes the same rows for every address.
    pub async fn resend_email_change(
        &self,
        email: &str,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        let act = self.acts.begin();
        let (now, address) = (act.now, email.clone());
        let step = Box::new(move |seen: Option<&_>| ChangeResend {
            record,
            ..resend_email_change(seen, &address, &act)
        });
        Ok(self.store.resend_email_change(email, now, step).await?)
    }
}

/// Requests a change. The owner of a taken address is notified by mail. The caller cannot tell the difference.
///
/// # Errors
/// Those of [`Reauthentication::check`], then `same_email`.
pub fn change_email(
    seen: &EmailChangeContext,
    proved: &Reauthentication,
    new_email: EmailAddress,
    act: &Act,
) -> Result<EmailChangeRequest, Refusal> {
    let session = proved.check(&seen.account, act.now)?;
    let user = &seen.account.user;
    if user.email.key() == new_email.key() {
        let error = FieldError::new("/email", "same_email", "This is your email address already.");
        return Err(error.into());
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
    let letters = letters(&change, &user.name, seen.taken, act);
    Ok(EmailChangeRequest { change, letters })
}

/// How long a change may be pending, however often its mails are resent.
const MAX_PENDING: Duration = Duration::DAY;

/// Resends the mails for a pending change to the addresses that have not confirmed it yet.
pub fn resend_email_change(seen: Option<&PendingChange>, email: &EmailAddress, act: &Act) -> ChangeResend {
    if let Some(PendingChange { change, name, taken }) = seen {
        // Any client can have the mails resent. Without a limit, a forgotten request could be kept pending permanently.
        let until = (act.now + Purpose::ChangeEmailOld.lifetime()).min(change.requested_at + MAX_PENDING);
        let extended = Some((change.id, until));
        return ChangeResend { extended, letters: letters(change, name, *taken, act), record: None };
    }
    let decoy = |purpose| {
        let token = OneTimeToken::of_change(act.new_id(), purpose, email.clone(), None, act.now);
        (token, act.mail(MailKind::Decoy, email, &PersonName::none()))
    };
    let letters = [Purpose::ChangeEmailOld, Purpose::ChangeEmailNew].map(decoy);
    ChangeResend { extended: None, letters, record: None }
}

fn letters(change: &EmailChange, name: &PersonName, taken: bool, act: &Act) -> Letters {
    AddressSide::ALL.map(|side| {
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
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::accounts::factors::testing::{account, address, session};
    use crate::mail::testing::act;
    use crate::shared::Code;

    pub(crate) const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const HOUR: Duration = Duration::HOUR;

    /// Requested with a session that is so many days old.
    fn requested(to: &str, proved: &str, taken: bool, days: i64) -> Result<EmailChangeRequest, Refusal> {
        let mut account = account("old@example.org", NOW);
        account.sessions = vec![session(1, Vec::new(), NOW - Duration::days(days))];
        let password_hash = Some(proved.to_owned());
        let proved = Reauthentication { session_id: Uuid::from_u128(1), password_hash };
        change_email(&EmailChangeContext { account, taken }, &proved, address(to), &act(NOW))
    }

    /// A change from `old@example.org` to `new@example.org`, requested at [`NOW`].
    pub(crate) fn change() -> EmailChange {
        requested("new@example.org", "hash", false, 40).expect("a valid request").change
    }

    #[test]
    fn a_request_needs_the_password_and_a_different_address() {
        let table = [
            ("new@example.org", "hash", None),
            ("new@example.org", "replaced", Some(Code::InvalidCredentials)),
            ("old@example.org", "hash", Some(Code::ValidationFailed)),
            ("OLD@Example.org", "hash", Some(Code::ValidationFailed)),
            ("old@example.org", "replaced", Some(Code::InvalidCredentials)),
        ];
        for (to, proved, expected) in table {
            let refused = requested(to, proved, false, 40).err().map(|refusal| refusal.code);
            assert_eq!(refused, expected, "{to} {proved}");
        }
    }

    #[test]
    fn both_addresses_get_a_mail_and_a_taken_one_gets_no_link() {
        let kinds = |taken| {
            let request = requested("new@example.org", "hash", taken, 40).expect("a valid request");
            request.letters.map(|(token, mail)| {
                let linked = mail.token_id.map(|id| id == token.id);
                (mail.kind, mail.to, linked, mail.name.first)
            })
        };
        let old = (MailKind::ChangeEmailOld, address("old@example.org"), Some(true), "Ana".to_owned());
        let to_new = |kind, linked| (kind, address("new@example.org"), linked, String::new());
        assert_eq!(kinds(false), [old.clone(), to_new(MailKind::ChangeEmailNew, Some(true))]);
        assert_eq!(kinds(true), [old, to_new(MailKind::ChangeEmailTaken, None)]);
    }

    #[test]
    fn the_suspect_time_is_when_the_session_opened_or_thirty_days_before_the_request() {
        for (days, suspect) in [(40, 40), (2, 30)] {
            let request = requested("new@example.org", "hash", false, days).expect("a valid request");
            assert_eq!(request.change.suspect_since, NOW - Duration::days(suspect));
        }
    }

    #[test]
    fn resending_extends_a_change_by_an_hour_up_to_a_day_and_mails_unconfirmed_addresses() {
        use MailKind::{ChangeEmailNew, ChangeEmailOld, ChangeEmailTaken, Decoy};
        let both = [ChangeEmailOld, ChangeEmailNew];
        let late = HOUR * 24 - Duration::MINUTE;
        // The time, whether the old and the new address have confirmed, whether the new one is taken, the expiry.
        let table = [
            (Duration::ZERO, false, false, false, HOUR, both),
            (HOUR * 22, false, false, false, HOUR * 23, both),
            (HOUR * 23, true, false, false, HOUR * 24, [Decoy, ChangeEmailNew]),
            (late, false, true, false, HOUR * 24, [ChangeEmailOld, Decoy]),
            (HOUR, false, false, true, HOUR * 2, [ChangeEmailOld, ChangeEmailTaken]),
        ];
        for (after, old, new, taken, until, kinds) in table {
            let mut change = change();
            (change.old_confirmed_at, change.new_confirmed_at) = (old.then_some(NOW), new.then_some(NOW));
            let id = change.id;
            let seen = PendingChange { change, name: PersonName::none(), taken };
            let resend = resend_email_change(Some(&seen), &address("x@example.org"), &act(NOW + after));
            assert_eq!(resend.extended, Some((id, NOW + until)), "{after}");
            assert_eq!(resend.letters.map(|(_, mail)| mail.kind), kinds, "{after}");
        }
    }

    #[test]
    fn an_address_without_a_change_gets_decoys_with_dead_tokens() {
        let nothing = resend_email_change(None, &address("x@example.org"), &act(NOW));
        assert_eq!(nothing.extended, None);
        for (token, mail) in nothing.letters {
            assert_eq!((mail.kind, mail.to), (MailKind::Decoy, address("x@example.org")));
            assert!(!token.is_live(NOW));
        }
    }
}
