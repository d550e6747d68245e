//! Submitting an application, and the applicant's own view of their applications.

use std::sync::Arc;

use time::OffsetDateTime;

use super::application::{Application, Status};
use super::fields::{ApplicationFields, RawFields};
use super::ports::{ApplicationStore, SubmitError, Submitted};
use super::transition::{SubmissionIds, submit};
use crate::accounts::Caller;
use crate::mail::MailQueue;
use crate::shared::{Clock, Fault, IdSource, Invalid, Listing, Page, RetryKey};

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
    /// All field errors at once; refusals in the order already a member, no applicant, pending exists,
    /// unknown photo.
    pub async fn submit(
        &self,
        caller: &Caller,
        raw: &RawFields,
        retry: Option<RetryKey<Application>>,
    ) -> Result<Submitted, SubmitRefused> {
        let now: OffsetDateTime = self.0.clock.now();
        let fields = ApplicationFields::parse(raw, now.date())?;
        let ids = SubmissionIds {
            application: self.0.ids.new_id(),
            event: self.0.ids.new_id(),
            audit: self.0.ids.new_id(),
        };
        let idempotency = retry.map(|retry| retry.kept_from(now));
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
