//! Submitting an application, and the applicant's own view of their applications.

use std::sync::Arc;

use time::{Duration, OffsetDateTime};

use super::application::{Application, Status};
use super::fields::{ApplicationFields, RawFields};
use super::ports::{ApplicationStore, Idempotency, RecordedResponse, SubmitError, Submitted};
use super::transition::{SubmissionIds, submit};
use crate::accounts::Caller;
use crate::mail::MailQueue;
use crate::shared::{Clock, Fault, IdSource, Invalid, Listing, Page};

/// How long an idempotency record is kept.
const IDEMPOTENCY_LIFETIME: Duration = Duration::hours(24);

/// The ports of [`SubmitApplication`].
pub struct SubmitPorts {
    /// Applications.
    pub applications: Arc<dyn ApplicationStore>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn IdSource>,
    /// Makes outbox rows.
    pub mails: MailQueue,
}

/// Why nothing was submitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitRefused {
    /// Fields are wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The rule, the key or the store.
    #[error(transparent)]
    Store(#[from] SubmitError),
}

/// A request that may be repeated: its key, the hash of its body, and how its response is written down.
pub struct RetryKey {
    /// The caller's key.
    pub key: String,
    /// Hash of the body.
    pub fingerprint: [u8; 32],
    /// Makes the response that a replay gets.
    pub record: Box<dyn FnOnce(&Application) -> RecordedResponse + Send>,
}

/// The use cases.
pub struct SubmitApplication(SubmitPorts);

impl SubmitApplication {
    /// Wires the use cases.
    pub fn new(ports: SubmitPorts) -> Self {
        Self(ports)
    }

    /// Submits an application for the caller: pending, with the mail that says so.
    ///
    /// # Errors
    /// All field errors at once; refusals in the order already a member, no applicant, pending exists.
    pub async fn submit(
        &self,
        caller: &Caller,
        raw: &RawFields,
        retry: Option<RetryKey>,
    ) -> Result<Submitted, SubmitRefused> {
        let now: OffsetDateTime = self.0.clock.now();
        let fields = ApplicationFields::parse(raw, now.date())?;
        let ids = SubmissionIds {
            application: self.0.ids.new_id(),
            event: self.0.ids.new_id(),
            audit: self.0.ids.new_id(),
        };
        let idempotency = retry.map(|RetryKey { key, fingerprint, record }| Idempotency {
            key,
            fingerprint,
            expires_at: now + IDEMPOTENCY_LIFETIME,
            record,
        });
        let mails = self.0.mails.clone();
        let step = Box::new(move |applicant: &_| submit(applicant, fields, ids, &mails, now));
        Ok(self.0.applications.submit(caller.user.id, idempotency, now, step).await?)
    }

    /// The caller's own applications, newest first.
    pub async fn mine(
        &self,
        caller: &Caller,
        status: Option<Status>,
        page: Page,
    ) -> Result<Listing<Application>, Fault> {
        self.0.applications.of_user(caller.user.id, status, page).await
    }
}
