//! The rules for changing the address of an account. Both addresses confirm a request, in either order, within an hour
//! after its mails were last sent. For seven days afterwards a link in a mail to the old address restores it, and the
//! old address is reserved: a restore is only needed for a stolen account, and then the address must still be free.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::factors::{AccountSecurity, SecurityChange};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, words};

/// How long before a request an attacker may have begun to prepare the account for it.
pub const SUSPECT_PERIOD: Duration = Duration::days(30);

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AddressSide {
        Old = "old",
        New = "new",
    }
}

/// A row of `email_changes`.
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
