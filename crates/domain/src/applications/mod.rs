//! Membership applications: fields, the state machine pending → approved | rejected, drafts, submission and review.

mod application;
mod application_store;
mod changes;
mod drafts;
mod field;
mod fields;
mod review;
mod submit;
mod withdraw;

use std::sync::Arc;

use crate::accounts::sessions::Caller;
use crate::act::Acts;
use crate::headshots::Headshots;
use crate::shared::{Fault, Listing, PageRequest};

pub use application::{
    Application, ApplicationDetail, ApplicationEvent, ChangeAct, Counts, OwnApplicationSummary, Person,
    Status,
};
pub use application_store::{ApplicationStore, OwnApplicationSort};
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
