use uuid::Uuid;

use super::change_request::{check_not_own, plan};
use crate::accounts::Administrator;
use crate::act::Act;
use crate::applications::{ChangeAct, ChangeActor, ChangePlan, ChangeRequests, RequestOutcome, Revisable};
use crate::headshots::remove_unshown;
use crate::shared::{Code, Refusal};

impl ChangeRequests {
    /// Closes an open request without an edit.
    ///
    /// # Errors
    /// `forbidden`; those of [`take_back`].
    pub async fn take_back(&self, admin: &Administrator, id: Uuid, request_id: Uuid) -> Result<(), Refusal> {
        let (admin_id, act) = (admin.caller().user.id, self.acts.begin());
        let step = Box::new(move |seen: &_| take_back(seen, request_id, admin_id, &act));
        self.store.change(id, ChangeActor::Administrator(admin_id), step).await.map(drop)
    }
}

/// Closes an open request without an edit. Removes photos that were uploaded for the edit.
///
/// # Errors
/// `own_application`; `not_found` if this request is not open.
pub fn take_back(
    seen: &Revisable,
    request_id: Uuid,
    admin_id: Uuid,
    act: &Act,
) -> Result<ChangePlan, Refusal> {
    let application = &seen.detail.application;
    check_not_own(application.user_id, admin_id)?;
    let open = seen.open.as_ref().filter(|open| open.id == request_id).ok_or(Code::NotFound)?;
    let request = open.close(act.now, RequestOutcome::TakenBack);
    let removed = remove_unshown(&seen.photos, act.now, act.now);
    Ok(ChangePlan { removed, ..plan(application, request, ChangeAct::TakenBack, admin_id, act) })
}
