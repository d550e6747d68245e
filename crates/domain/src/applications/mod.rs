//! Membership applications: fields, the state machine pending → approved | rejected, drafts, submission and review.

mod application;
mod changes;
mod drafts;
mod field;
mod fields;
mod review;
mod submit;
mod withdraw;

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use crate::accounts::sessions::Caller;
use crate::act::Acts;
use crate::headshots::{Headshot, Headshots};
use crate::shared::{Fault, Listing, Order, Page, PageRequest, Refusal, Sorting, Step};
use crate::site::Season;

pub(crate) use application::check_not_own;
pub use application::{
    Application, ApplicationDetail, ApplicationEvent, ChangeAct, Counts, OwnApplicationSummary, Person,
    Status,
};
pub use changes::*;
pub use drafts::{Draft, DraftContext, save_draft};
pub use field::{Field, FieldKind, FieldLimits, TShirtSize};
pub use fields::{ApplicationFields, FieldValue, FieldValues, RawFields};
pub use review::*;
pub use submit::{Applicant, Submission, check_applicant, submit};
pub use withdraw::{Withdrawable, Withdrawal, withdraw};

pub struct Applications {
    pub store: Arc<dyn ApplicationStore>,
    pub headshots: Arc<Headshots>,
    pub season: Season,
    pub acts: Acts,
}

impl Applications {
    pub async fn list_own(
        &self,
        caller: &Caller,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault> {
        self.store.list_own(caller.user.id, status, page).await
    }
}

/// The order of a user's own applications: by submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnApplicationSort;

impl OwnApplicationSort {
    /// A page of a user's applications, newest first.
    pub fn page(status: Option<Status>, page: Page) -> PageRequest<Self> {
        PageRequest::new(page, Self, Order::Desc, &[status.map_or("", Status::as_str)])
    }
}

impl Sorting for OwnApplicationSort {
    const LIST: &'static str = "own_applications";

    fn name(self) -> &'static str {
        "submitted_at"
    }
}

#[async_trait]
pub trait ApplicationStore: Send + Sync {
    /// Reads the user under lock, runs `step`, and stores everything it returns, or nothing. Deletes the user's draft. The
    /// second of two concurrent callers MUST see the rows of the first, so that it is refused instead of failing. Returns the
    /// application as stored.
    async fn submit(&self, user_id: Uuid, step: Step<Applicant, Submission>) -> Result<Application, Refusal>;

    /// Reads the application under the locks of [`ReviewStore::decide`], so that of a withdrawal and a decision exactly one
    /// is stored. Runs `step`, deletes the application with its history, its requests for changes with their versions,
    /// their queued mails and the messages in sent ones, and the recorded responses about it, and stores
    /// the draft, the removed photos and the audit event, or nothing. Returns the removed photos.
    async fn withdraw(
        &self,
        id: Uuid,
        user_id: Uuid,
        step: Step<Withdrawable, Withdrawal>,
    ) -> Result<Vec<Headshot>, Refusal>;

    /// The user's draft, without a photo that was removed.
    async fn draft(&self, user_id: Uuid) -> Result<Option<Draft>, Fault>;

    /// Reads the user under lock, runs `step` and replaces the stored draft. MUST take the same lock as
    /// [`submit`](Self::submit), so that the step sees a concurrent submission.
    async fn save_draft(&self, user_id: Uuid, step: Step<DraftContext, Draft>) -> Result<Draft, Refusal>;

    async fn delete_draft(&self, user_id: Uuid) -> Result<(), Fault>;

    async fn list_own(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault>;
}
