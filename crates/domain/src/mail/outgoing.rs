use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::{EmailAddress, PersonName, words};

words! {
    /// The kind of a mail, named as in the outbox and, for stored templates, in `email_templates`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum MailKind {
        VerifyEmail = "verify_email",
        /// To the confirmed owner of an address that was used to sign up again.
        AccountExists = "account_exists",
        Recovery = "recovery",
        SignInCode = "sign_in_code",
        /// To the owner of an address: it was confirmed, and other sign-ups with it were dropped.
        AddressConfirmed = "address_confirmed",
        /// Not sent. The row makes every address cost the same.
        Decoy = "silence",
        PasswordChanged = "password_changed",
        /// To the owner of an account after a sign-in from a new device.
        NewDevice = "new_device",
        /// To the owner of a session that was ended because its refresh token was used twice.
        SessionStopped = "session_stopped",
        /// To the owner of a session that was ended because the account had too many.
        SessionReplaced = "session_replaced",
        /// The link by which the current address confirms a change of address.
        ChangeEmailOld = "change_email_old",
        ChangeEmailNew = "change_email_new",
        /// To the owner of an address that another user requested for an account.
        ChangeEmailTaken = "change_email_taken",
        /// To the old address after a change, with the link that restores it.
        EmailChanged = "email_changed",
        /// To the address that an account lost when its earlier one was restored.
        EmailRestored = "email_restored",
        /// To the restored address, with a list of what was removed from the account.
        AccountRestored = "account_restored",
        FactorAdded = "factor_added",
        FactorRemoved = "factor_removed",
        /// To the owner of an account, after a sign-in with a recovery code.
        RecoveryCodeUsed = "recovery_code_used",
        /// To the owner of an account to which an identity was linked, or from which one was unlinked.
        IdentitiesChanged = "identities_changed",
        ApplicationSubmitted = "application_submitted",
        ApplicationApproved = "application_approved",
        ApplicationRejected = "application_rejected",
        /// To an applicant who is asked to edit the answers.
        ChangesRequested = "changes_requested",
        /// To an applicant who was asked a week ago and has not answered.
        ChangesReminder = "changes_reminder",
        /// The unsaved content of a stored template, to the administrator who edits it.
        TemplateTest = "template_test",
    }
}

impl MailKind {
    /// Mails about a request for changes, which are only sent while the request is open.
    pub const OF_REQUESTS: [Self; 2] = [Self::ChangesRequested, Self::ChangesReminder];

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
            | Self::ChangesRequested
            | Self::ChangesReminder
            | Self::TemplateTest => Urgency::Usual,
        }
    }

    /// Whether its text is a row of `email_templates`.
    pub const fn is_stored(self) -> bool {
        matches!(self, Self::ApplicationSubmitted | Self::ApplicationApproved | Self::ApplicationRejected)
    }
}

/// The priority of a mail, and whether several may be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// A user waits for it, so it is sent before all others.
    Awaited,
    /// Notifies the owner of an account. Notices of one kind to one address within
    /// [`NOTICE_WINDOW`](crate::mail::NOTICE_WINDOW) are combined into one mail.
    Notice,
    Usual,
}

/// A queued mail. Contains no secret: links are derived from `token_id` when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMail {
    /// Id of the outbox row; also the name of the spooled file.
    pub id: Uuid,
    /// `Message-ID` header without angle brackets, fixed so that a mail that is sent twice is recognised.
    pub message_id: String,
    pub kind: MailKind,
    pub to: EmailAddress,
    pub name: PersonName,
    pub token_id: Option<Uuid>,
    pub application_id: Option<Uuid>,
    /// Listed items: sign-in methods that were removed or remain. For a request for changes, the message, and the labels of the
    /// fields unless all are meant.
    pub items: Vec<String>,
    /// Time of the act that caused it, or of the first one.
    pub queued_at: OffsetDateTime,
    /// Number of acts that it reports: more than one only for a [notice](Urgency::Notice).
    pub occasions: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    pub mail: OutgoingMail,
    pub attempts: u32,
    /// Identifies this lease; a worker that lost its lease can no longer settle the row.
    pub lease: Uuid,
    /// Number of consecutive refusals of all mail when the row was leased (see [`MailHost`](crate::mail::MailHost)).
    pub refusals: u32,
    /// The trace context of the act that queued the mail. No rule reads it.
    pub cause: Option<String>,
}
