//! The rules for changing the address of an account. Both addresses confirm a request, in either order, within an hour of
//! its last mails. For seven days afterwards a link in a mail to the old address puts it back, and the old address is
//! reserved: only a stolen account makes that necessary, and then nobody else may have taken the address.

use time::OffsetDateTime;
use uuid::Uuid;

use super::one_time_token::{OneTimeToken, Purpose};
use super::own_account::changed;
use super::session::User;
use crate::audit::AuditEvent;
use crate::mail::{MailKind, MailQueue, OutgoingMail};
use crate::shared::{EmailAddress, IdSource};

/// One of the two addresses of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The address of the account.
    Old,
    /// The address that it shall have.
    New,
}

/// A row of `email_changes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailChange {
    /// Random id.
    pub id: Uuid,
    /// The account.
    pub user_id: Uuid,
    /// The address that it had when the change was requested.
    pub old_email: EmailAddress,
    /// The address that was requested.
    pub new_email: EmailAddress,
    /// When it was requested.
    pub requested_at: OffsetDateTime,
    /// Until when confirmations are accepted; once the address is changed, until when it can be put back.
    pub expires_at: OffsetDateTime,
    /// When the old address confirmed it.
    pub old_confirmed_at: Option<OffsetDateTime>,
    /// When the new address confirmed it.
    pub new_confirmed_at: Option<OffsetDateTime>,
    /// When the address was changed, with the second confirmation.
    pub changed_at: Option<OffsetDateTime>,
    /// When the request was replaced or cancelled, or the address put back.
    pub ended_at: Option<OffsetDateTime>,
}

impl EmailChange {
    /// Whether it waits for a confirmation.
    pub fn waits(&self, now: OffsetDateTime) -> bool {
        self.ended_at.is_none() && self.changed_at.is_none() && now < self.expires_at
    }

    /// Whether this address has confirmed it.
    pub fn is_confirmed(&self, side: Side) -> bool {
        match side {
            Side::Old => self.old_confirmed_at.is_some(),
            Side::New => self.new_confirmed_at.is_some(),
        }
    }

    /// The address that the account may get by a token with this purpose.
    pub fn wanted(&self, purpose: Purpose) -> &EmailAddress {
        if purpose == Purpose::RestoreEmail { &self.old_email } else { &self.new_email }
    }
}

/// A link of a change whose secret is right, with everything it concerns, read under lock.
#[derive(Debug, Clone)]
pub struct PresentedChange {
    /// The token of the link.
    pub token: OneTimeToken,
    /// Its change.
    pub change: EmailChange,
    /// The account as it is now.
    pub user: User,
    /// Whether the address that the account may get ([`EmailChange::wanted`]) belongs to somebody else, or is reserved
    /// for them.
    pub taken: bool,
}

/// What using a link stores. Every token of the address with the same purpose and change is used up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeUse {
    /// This address has confirmed it; the other one has not.
    Confirm(Side),
    /// This address has confirmed it last: the account has the new address.
    Complete {
        /// The last one.
        side: Side,
        /// The token that puts the old address back.
        restore: OneTimeToken,
        /// The notice to the old address.
        mail: OutgoingMail,
        /// The entry that records the change.
        audit: AuditEvent,
    },
    /// The account has its old address again, no password and no session, and none of the factors, recovery codes and
    /// identities that it got since the change was requested: whoever took the account may have made them. This change, a
    /// waiting one and all that were made after it have ended.
    Restore {
        /// The grant to choose a password.
        grant: OneTimeToken,
        /// The notice to the address that the account had; silent if it is the same.
        mail: OutgoingMail,
        /// The entry that records it.
        audit: AuditEvent,
    },
}

/// Ids for the rows that using a link may create.
#[derive(Debug, Clone, Copy)]
pub struct UsedChangeIds {
    /// The link that puts the address back, or the grant.
    pub token: Uuid,
    /// The audit entry.
    pub audit: Uuid,
}

impl UsedChangeIds {
    /// New ids.
    pub fn new(ids: &dyn IdSource) -> Self {
        Self { token: ids.new_id(), audit: ids.new_id() }
    }
}

/// Decides what a link of a change does; `None` if it is not accepted.
pub fn redeem_change(
    seen: &PresentedChange,
    ids: UsedChangeIds,
    mails: &MailQueue,
    now: OffsetDateTime,
) -> Option<ChangeUse> {
    if !seen.token.is_live(now) {
        return None;
    }
    match seen.token.purpose {
        Purpose::ChangeEmailOld => confirm(seen, Side::Old, ids, mails, now),
        Purpose::ChangeEmailNew => confirm(seen, Side::New, ids, mails, now),
        Purpose::RestoreEmail => restore(seen, ids, mails, now),
        _ => None,
    }
}

fn confirm(
    seen: &PresentedChange,
    side: Side,
    ids: UsedChangeIds,
    mails: &MailQueue,
    now: OffsetDateTime,
) -> Option<ChangeUse> {
    let PresentedChange { change, user, taken, .. } = seen;
    let stands = change.waits(now) && user.email.key() == change.old_email.key() && !user.is_disabled();
    let other = match side {
        Side::Old => Side::New,
        Side::New => Side::Old,
    };
    let last = change.is_confirmed(other);
    // The old address must not learn that the new one is taken: its confirmation alone tells nothing.
    if !stands || (*taken && (last || side == Side::New)) {
        return None;
    }
    if !last {
        return Some(ChangeUse::Confirm(side));
    }
    let old = &change.old_email;
    let restore =
        OneTimeToken::of_change(ids.token, Purpose::RestoreEmail, old.clone(), Some(change.id), now);
    let mail = mails.mail(MailKind::EmailChanged, old.clone(), user.name.clone(), now);
    let mail = OutgoingMail { token_id: Some(restore.id), ..mail };
    Some(ChangeUse::Complete {
        side,
        restore,
        mail,
        audit: changed(ids.audit, "user.email_changed", user.id, now),
    })
}

fn restore(
    seen: &PresentedChange,
    ids: UsedChangeIds,
    mails: &MailQueue,
    now: OffsetDateTime,
) -> Option<ChangeUse> {
    let PresentedChange { change, user, taken, .. } = seen;
    if change.changed_at.is_none() || change.ended_at.is_some() || *taken {
        return None;
    }
    let back = &change.old_email;
    let moves = user.email.key() != back.key();
    let kind = if moves { MailKind::EmailRestored } else { MailKind::Silence };
    Some(ChangeUse::Restore {
        grant: OneTimeToken::new(ids.token, Purpose::RecoveryGrant, back.clone(), None, now),
        mail: mails.mail(kind, user.email.clone(), user.name.clone(), now),
        audit: changed(ids.audit, "user.email_restored", user.id, now),
    })
}

#[cfg(test)]
mod tests;
