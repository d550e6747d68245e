use std::sync::Arc;

use derive_more::Constructor;

use super::application::{Application, OwnApplicationSummary, Status};
use super::application_store::{ApplicationStore, OwnApplicationSort, Submitted};
use super::fields::{ApplicationFields, RawFields};
use super::transition::{SubmitError, submit};
use crate::accounts::sessions::Caller;
use crate::mail::Acts;
use crate::shared::{Fault, IdempotencyKey, Listing, PageRequest};

#[derive(Constructor)]
pub struct SubmitApplication {
    applications: Arc<dyn ApplicationStore>,
    acts: Acts,
}

impl SubmitApplication {
    /// Submits the caller's application and confirms its receipt by mail.
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
        let act = self.acts.begin();
        let now = act.now;
        let fields = ApplicationFields::parse(raw, now.date())?;
        let idempotency = retry.map(|retry| retry.valid_from(now));
        let step = Box::new(move |applicant: &_| submit(applicant, fields, &act));
        self.applications.submit(caller.user.id, idempotency, now, step).await
    }

    pub async fn list_own(
        &self,
        caller: &Caller,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault> {
        self.applications.list_own(caller.user.id, status, page).await
    }
}
