use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::application::{Application, OwnApplicationSummary, Status};
use super::application_store::{ApplicationStore, OwnApplicationSort, Submitted};
use super::fields::{ApplicationFields, RawFields};
use super::transition::{SubmitError, submit};
use super::withdrawal::{WithdrawError, Withdrawal, withdraw};
use crate::accounts::sessions::Caller;
use crate::headshots::{Headshot, HeadshotStore};
use crate::mail::Acts;
use crate::shared::{Fault, IdempotencyKey, Invalid, Listing, PageRequest, RequestRecord};

#[derive(Constructor)]
pub struct SubmitApplication {
    applications: Arc<dyn ApplicationStore>,
    headshots: Arc<dyn HeadshotStore>,
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
        let fields = match ApplicationFields::parse(raw, now.date()) {
            Ok(fields) => fields,
            Err(invalid) => return Err(self.with_photo(caller.user.id, raw, invalid).await?.into()),
        };
        let idempotency = retry.map(|retry| retry.valid_from(now));
        let step = Box::new(move |applicant: &_| submit(applicant, fields, &act));
        self.applications.submit(caller.user.id, idempotency, now, step).await
    }

    /// These errors, and one for a photo that is not the user's. Without other errors the store checks the photo under lock.
    async fn with_photo(&self, user_id: Uuid, raw: &RawFields, invalid: Invalid) -> Result<Invalid, Fault> {
        let Invalid(mut errors) = invalid;
        if let Some(Ok(id)) = raw.headshot_id.as_deref().map(|id| Uuid::try_parse(id.trim()))
            && self.headshots.stored_of(user_id).await?.iter().all(|photo| photo.id != id)
        {
            errors.push(Headshot::unknown());
        }
        Ok(Invalid(errors))
    }

    /// Withdraws the caller's pending application. Its answers become the draft of the next one.
    ///
    /// # Errors
    /// Those of [`withdraw`].
    pub async fn withdraw(
        &self,
        caller: &Caller,
        id: Uuid,
        record: Option<RequestRecord>,
    ) -> Result<(), WithdrawError> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let step = Box::new(move |seen: &_| Ok(Withdrawal { record, ..withdraw(seen, user_id, &act)? }));
        self.applications.withdraw(id, user_id, step).await
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
