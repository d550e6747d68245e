//! The outbox: the kinds of mails, a queued mail, and the port that the worker and administrators use.

use std::time::Duration;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::AuditEvent;
use crate::mail::{FailedMailChange, MailHost, MailRecord, MailSort, MailState};
use crate::shared::{EmailAddress, Fault, LogPage, PageRequest, PersonName, Refusal, Step, words};

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
        /// To a user whose roles, sessions or account an administrator changed.
        AccountChanged = "account_changed",
        ApplicationSubmitted = "application_submitted",
        ApplicationApproved = "application_approved",
        ApplicationRejected = "application_rejected",
        /// To an applicant who is asked to edit the answers.
        ChangesRequested = "changes_requested",
        /// To an applicant who was asked a week ago and has not answered.
        ChangesReminder = "changes_reminder",
        /// A message of the contact form, to the mailbox of its subject.
        ContactMessage = "contact_message",
        /// The unsaved content of a stored template, to the administrator who edits it.
        TemplateTest = "template_test",
        /// The link by which the owner of an address becomes an administrator.
        AdminInvitation = "admin_invitation",
        /// To an address that was entered in a newsletter form, with the link that confirms the subscription.
        NewsletterConfirm = "newsletter_confirm",
        /// To a subscriber whose address was entered again.
        NewsletterSubscribed = "newsletter_subscribed",
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
            | Self::NewsletterConfirm
            | Self::NewsletterSubscribed
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
            | Self::AccountChanged
            | Self::ApplicationSubmitted
            | Self::ApplicationApproved
            | Self::ApplicationRejected
            | Self::ChangesRequested
            | Self::ChangesReminder
            | Self::ContactMessage
            | Self::TemplateTest
            | Self::AdminInvitation => Urgency::Usual,
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
    /// `Message-ID` header without angle brackets, fixed so that a mail that is sent twice is recognized.
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

/// What happens to a mail that could not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AfterFailure {
    Retry(OffsetDateTime),
    /// Due again at this time, and the attempt is not counted.
    Hold(OffsetDateTime),
    /// A dead letter, which is kept for a limited time. The event is stored with it if the lease is still held.
    Bury(AuditEvent),
}

impl AfterFailure {
    /// Turns a mail into a dead letter at `at`. The id of the lease, which ends now, becomes the id of the event.
    pub fn bury(message_id: Uuid, lease: Uuid, at: OffsetDateTime) -> Self {
        Self::Bury(AuditEvent::new(lease, at, None, "email_message.failed", ("email_message", message_id)))
    }
}

pub type HostStep = Box<dyn FnOnce(MailHost) -> MailHost + Send>;

/// Reads and updates outbox rows. Other stores insert them in the transaction of the act that causes the mail.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Leases the row that has been due longest until `until`, and counts the attempt. Rows that a user waits for
    /// ([`Urgency::Awaited`](crate::mail::Urgency)) come first. MUST NOT lease a row to two callers concurrently. An
    /// expired lease (a worker died) can be leased again. Times written by a fast clock cause no delay: see
    /// [`latest_due`](crate::mail::latest_due) and [`latest_lease_end`](crate::mail::latest_lease_end). Rows of an
    /// unknown kind are left to a newer version of the program. Leases nothing unless [`MailHost::may_send`], and after
    /// a pause only one row until its outcome is known.
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault>;

    /// Extends a lease to `until`. This and the following methods return whether the lease was still held; if not, they
    /// change nothing.
    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault>;

    /// Releases a leased row that was not sent. The attempt does not count. The due time stays unless one is given.
    async fn release(&self, id: Uuid, lease: Uuid, due_at: Option<OffsetDateTime>) -> Result<bool, Fault>;

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault>;

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault>;

    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    /// The state of the request for changes with the id of this mail. A worker may hold the mail of a request that is
    /// closed or deleted.
    async fn request_state(&self, mail_id: Uuid) -> Result<RequestState, Fault>;

    async fn mail_host(&self) -> Result<MailHost, Fault>;

    /// Applies `step` to the state of the mail host under lock.
    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault>;

    /// Returns when a row may have become due: immediately after this process commits one, or after `timeout`.
    async fn wait_for_work(&self, timeout: Duration);

    /// The mails that are not sent at `now`, for the readiness check and the metrics.
    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault>;

    /// A page of the mails in this state, newest first. MUST mask addresses.
    async fn list(
        &self,
        state: Option<MailState>,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault>;

    /// Locks the mail, runs `step` with its state, and stores what it returns. A retried mail keeps its `Message-ID` and
    /// has no attempts and no error.
    ///
    /// # Errors
    /// `not_found`; `forbidden` if `actor` is no longer an administrator; those of `step`.
    async fn change_failed(
        &self,
        id: Uuid,
        actor: Option<Uuid>,
        step: Step<MailState, FailedMailChange>,
    ) -> Result<(), Refusal>;
}

/// The state of a request for changes that a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestState {
    Open,
    /// An administrator decided on the application at this time. Undoing the decision opens the request again.
    Decided(OffsetDateTime),
    /// Closed for another reason, or deleted.
    Ended,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// When the oldest due mail became due.
    pub oldest_due: Option<OffsetDateTime>,
    /// When the oldest mail with a failed attempt was queued. Each failed attempt postpones its due time.
    pub failing_since: Option<OffsetDateTime>,
    /// Whether a worker holds the lease of a due mail, so that mail is being sent, if slowly.
    pub in_hand: bool,
    /// The end of the current pause. A worker then tries one mail.
    pub paused_until: Option<OffsetDateTime>,
    /// When the mail host last refused a mail for a reason other than its recipient.
    pub refused_at: Option<OffsetDateTime>,
}
