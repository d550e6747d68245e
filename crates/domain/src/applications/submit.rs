use std::sync::Arc;

use time::OffsetDateTime;

use super::application::{Application, Standing, Status};
use super::application_store::{ApplicationStore, Submitted};
use super::fields::{ApplicationFields, RawFields};
use super::transition::{SubmissionIds, SubmitError, submit};
use crate::accounts::sessions::Caller;
use crate::mail::MailQueue;
use crate::shared::{Clock, Fault, IdSource, IdempotencyKey, Listing, Page};

pub struct SubmitPorts {
    pub applications: Arc<dyn ApplicationStore>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub mails: MailQueue,
}

pub struct SubmitApplication(SubmitPorts);

impl SubmitApplication {
    pub fn new(ports: SubmitPorts) -> Self {
        Self(ports)
    }

    /// Submits an application for the caller; it becomes pending, and a mail confirms its receipt.
    ///
    /// # Errors
    /// All field errors together; refusals in this order: already a member, not an applicant, already pending, unknown
    /// photo.
    pub async fn submit(
        &self,
        caller: &Caller,
        raw: &RawFields,
        retry: Option<IdempotencyKey<Application>>,
    ) -> Result<Submitted, SubmitError> {
        let now: OffsetDateTime = self.0.clock.now();
        let fields = ApplicationFields::parse(raw, now.date())?;
        let ids = SubmissionIds {
            application: self.0.ids.new_id(),
            event: self.0.ids.ordered_id(),
            audit: self.0.ids.ordered_id(),
        };
        let idempotency = retry.map(|retry| retry.valid_from(now));
        let mails = self.0.mails.clone();
        let step = Box::new(move |applicant: &_| submit(applicant, fields, ids, &mails, now));
        self.0.applications.submit(caller.user.id, idempotency, now, step).await
    }

    /// The caller's own applications, newest first.
    pub async fn mine(
        &self,
        caller: &Caller,
        status: Option<Status>,
        page: Page,
    ) -> Result<Listing<Standing>, Fault> {
        self.0.applications.of_user(caller.user.id, status, page).await
    }
}
