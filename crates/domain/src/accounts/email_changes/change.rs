//! The rules for changing the address of an account. Both addresses confirm a request, in either order,
//! within an hour of its last mails. For seven days afterwards a link in a mail to the old address puts it
//! back, and the old address is reserved: only a stolen account makes that necessary, and then the address
//! must still be free.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::factors::{AccountSecurity, SecurityChange};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::EmailAddress;

/// How long before a request an attacker may have prepared the account for it.
pub const SUSPECT_PERIOD: Duration = Duration::days(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressSide {
    Old,
    New,
}

/// A row of `email_changes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailChange {
    pub id: Uuid,
    pub user_id: Uuid,
    pub old_email: EmailAddress,
    pub new_email: EmailAddress,
    pub requested_at: OffsetDateTime,
    /// From when on factors and identities of the account are removed if the address is put back: [`SUSPECT_PERIOD`] before the
    /// request, or when the session that made it was opened, whichever is earlier.
    pub suspect_since: OffsetDateTime,
    /// Until when confirmations are accepted; once the address is changed, until when it can be put back.
    pub expires_at: OffsetDateTime,
    pub old_confirmed_at: Option<OffsetDateTime>,
    pub new_confirmed_at: Option<OffsetDateTime>,
    pub changed_at: Option<OffsetDateTime>,
    /// When the request was replaced or cancelled, or the address put back.
    pub ended_at: Option<OffsetDateTime>,
}

impl EmailChange {
    pub fn waits(&self, now: OffsetDateTime) -> bool {
        self.ended_at.is_none() && self.changed_at.is_none() && now < self.expires_at
    }

    pub fn is_confirmed(&self, side: AddressSide) -> bool {
        match side {
            AddressSide::Old => self.old_confirmed_at.is_some(),
            AddressSide::New => self.new_confirmed_at.is_some(),
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
    pub token: OneTimeToken,
    pub change: EmailChange,
    /// The other changes of the account that have not ended.
    pub others: Vec<EmailChange>,
    pub account: AccountSecurity,
    /// Whether the address that the account may get ([`EmailChange::wanted`]) belongs to another user, or is
    /// reserved for one.
    pub taken: bool,
}

/// What using a link stores. Every token of the address with the same purpose and change is used up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmailChangeOutcome {
    /// This address has confirmed it; the other one has not.
    Confirm(AddressSide),
    /// This address has confirmed it last: the account has the new address.
    Complete { side: AddressSide, restore: OneTimeToken, mail: Box<OutgoingMail>, audit: AuditEvent },
    /// The account has an earlier address again, and neither a password nor an open challenge.
    Restore {
        to: EmailAddress,
        /// Every change that ends: the one that left the address, a waiting one, and all that were made after it.
        ended: Vec<Uuid>,
        /// The grant to choose a password, if the link was in a mail to the address.
        grant: Option<OneTimeToken>,
        /// What else the account loses, with the notices and the entry that records it.
        security: Box<SecurityChange>,
    },
}
