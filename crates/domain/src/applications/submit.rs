use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::application::{Application, OwnApplicationSummary, Status};
use super::application_store::{ApplicationStore, OwnApplicationSort};
use super::fields::{ApplicationFields, RawFields};
use super::transition::{Submission, SubmitError, submit};
use super::withdrawal::{WithdrawError, Withdrawal, withdraw};
use crate::accounts::sessions::Caller;
use crate::act::Acts;
use crate::headshots::{Headshot, Headshots, with_chosen_photo};
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::shared::{Fault, Listing, PageRequest};

#[derive(Constructor)]
pub struct SubmitApplication {
    applications: Arc<dyn ApplicationStore>,
    photos: Arc<Headshots>,
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
        keyed: Option<KeyedRequest<Application>>,
    ) -> Result<Application, SubmitError> {
        let act = self.acts.begin();
        let (user_id, chosen) = (caller.user.id, raw.headshot_id.as_deref());
        let parsed = ApplicationFields::parse(raw, act.now.date());
        let photos = &*self.photos.headshots;
        let fields = with_chosen_photo(parsed, photos, user_id, chosen, Headshot::unknown()).await??;
        let step = Box::new(move |applicant: &_| {
            let submission = submit(applicant, fields, &act)?;
            let application = &submission.application;
            let record = keyed.map(|request| request.answered(application, Some(application.id)));
            Ok(Submission { record, ..submission })
        });
        self.applications.submit(user_id, step).await
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
        for photo in self.applications.withdraw(id, user_id, step).await? {
            self.photos.clear(&photo).await;
        }
        Ok(())
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
