use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::{EmailAddress, IdSource, PersonName};

/// The kind of a mail, named as in the outbox and, for stored templates, in `email_templates`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailKind {
    VerifyEmail,
    /// To the confirmed owner of an address that was used to sign up again.
    AccountExists,
    Recovery,
    SignInCode,
    /// To the owner of an address: it was confirmed, and other sign-ups with it were dropped.
    AddressConfirmed,
    /// Sends nothing: the row only makes every address cost the same.
    Decoy,
    PasswordChanged,
    /// To the owner of an account, after a sign-in from somewhere new.
    NewDevice,
    /// To the owner of a session that was ended because its refresh token was used twice.
    SessionStopped,
    /// To the owner of a session that was ended because the account had too many.
    SessionReplaced,
    /// The link by which the present address confirms a change of address.
    ChangeEmailOld,
    ChangeEmailNew,
    /// To the owner of an address that somebody wanted for their account.
    ChangeEmailTaken,
    /// To the old address after a change: the link that puts it back.
    EmailChanged,
    /// To the address that an account lost when its earlier one was put back.
    EmailRestored,
    /// To the address that was put back: what was removed from the account.
    AccountRestored,
    FactorAdded,
    FactorRemoved,
    /// To the owner of an account, after a sign-in with a recovery code.
    RecoveryCodeUsed,
    /// To the owner of an account to which an identity was linked, or from which one was unlinked.
    IdentitiesChanged,
    /// Stored template: the application was received.
    ApplicationSubmitted,
    /// Stored template: the application was approved.
    ApplicationApproved,
    /// Stored template: the application was rejected.
    ApplicationRejected,
    /// The unsaved texts of a stored template, to the administrator who edits it.
    TemplateTest,
}

impl MailKind {
    pub const ALL: [Self; 24] = [
        Self::VerifyEmail,
        Self::AccountExists,
        Self::Recovery,
        Self::SignInCode,
        Self::AddressConfirmed,
        Self::Decoy,
        Self::PasswordChanged,
        Self::NewDevice,
        Self::SessionStopped,
        Self::SessionReplaced,
        Self::ChangeEmailOld,
        Self::ChangeEmailNew,
        Self::ChangeEmailTaken,
        Self::EmailChanged,
        Self::EmailRestored,
        Self::AccountRestored,
        Self::FactorAdded,
        Self::FactorRemoved,
        Self::RecoveryCodeUsed,
        Self::IdentitiesChanged,
        Self::ApplicationSubmitted,
        Self::ApplicationApproved,
        Self::ApplicationRejected,
        Self::TemplateTest,
    ];

    /// The name in the outbox.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verify_email",
            Self::AccountExists => "account_exists",
            Self::Recovery => "recovery",
            Self::SignInCode => "sign_in_code",
            Self::AddressConfirmed => "address_confirmed",
            Self::Decoy => "silence",
            Self::PasswordChanged => "password_changed",
            Self::NewDevice => "new_device",
            Self::SessionStopped => "session_stopped",
            Self::SessionReplaced => "session_replaced",
            Self::ChangeEmailOld => "change_email_old",
            Self::ChangeEmailNew => "change_email_new",
            Self::ChangeEmailTaken => "change_email_taken",
            Self::EmailChanged => "email_changed",
            Self::EmailRestored => "email_restored",
            Self::AccountRestored => "account_restored",
            Self::FactorAdded => "factor_added",
            Self::FactorRemoved => "factor_removed",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::IdentitiesChanged => "identities_changed",
            Self::ApplicationSubmitted => "application_submitted",
            Self::ApplicationApproved => "application_approved",
            Self::ApplicationRejected => "application_rejected",
            Self::TemplateTest => "template_test",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    pub const fn urgency(self) -> Urgency {
        match self {
            Self::VerifyEmail
            | Self::AccountExists
            | Self::Recovery
            | Self::SignInCode
            | Self::Decoy
            | Self::ChangeEmailOld
            | Self::ChangeEmailNew
            | Self::ChangeEmailTaken => Urgency::Awaited,
            Self::PasswordChanged
            | Self::NewDevice
            | Self::SessionStopped
            | Self::SessionReplaced
            | Self::FactorAdded
            | Self::FactorRemoved
            | Self::RecoveryCodeUsed
            | Self::IdentitiesChanged => Urgency::Notice,
            Self::AddressConfirmed
            | Self::EmailChanged
            | Self::EmailRestored
            | Self::AccountRestored
            | Self::ApplicationSubmitted
            | Self::ApplicationApproved
            | Self::ApplicationRejected
            | Self::TemplateTest => Urgency::Usual,
        }
    }

    /// Whether its text is a row of `email_templates`.
    pub const fn is_stored(self) -> bool {
        matches!(self, Self::ApplicationSubmitted | Self::ApplicationApproved | Self::ApplicationRejected)
    }
}

/// How soon a mail is wanted, and whether several may be told as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// A person waits for it in front of a screen: it is sent before all others.
    Awaited,
    /// Tells the owner of an account what happened there. Those of one kind to one address within
    /// [`NOTICE_WINDOW`](super::NOTICE_WINDOW) are one mail.
    Notice,
    Usual,
}

/// A queued mail. Contains no secret: links are derived from `token_id` when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMail {
    /// Id of the outbox row; also the name of the spooled file.
    pub id: Uuid,
    /// `Message-ID` header without angle brackets, fixed here so that a mail sent twice is recognised.
    pub message_id: String,
    pub kind: MailKind,
    pub to: EmailAddress,
    pub name: PersonName,
    pub token_id: Option<Uuid>,
    /// What the mail lists, an item each: sign-in methods that were removed, or that remain.
    pub items: Vec<String>,
    /// When the action that caused it happened; the first one if it tells of several.
    pub queued_at: OffsetDateTime,
    /// Number of actions that it tells of: more than one only for a [notice](Urgency::Notice).
    pub occasions: u32,
}

/// An outbox row that a worker has leased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    pub mail: OutgoingMail,
    pub attempts: u32,
    /// Identifies this lease; a worker that lost its lease can no longer settle the row.
    pub lease: Uuid,
    /// How often in a row the mail host had refused all mail when the row was leased (see [`MailHost`](super::MailHost)).
    pub refusals: u32,
    /// What the store noted about the act that queued it, for operators who look for the cause of a mail. No rule reads it.
    pub cause: Option<String>,
}
