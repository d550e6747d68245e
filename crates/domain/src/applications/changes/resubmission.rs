//! The rule for an applicant's edit of a pending application. Pure.

use uuid::Uuid;

use super::change_request::{
    ApplicationVersion, ChangeError, ChangePlan, RequestOutcome, Resubmission, Revisable, plan,
};
use crate::act::Act;
use crate::applications::application::{Application, Status};
use crate::applications::fields::ApplicationFields;
use crate::applications::transition::ChangeAct;
use crate::headshots::HeadshotState;
use crate::shared::Invalid;

/// Replaces the answers of a pending application whose applicant was asked for changes (docs/product.md, 6.8). Status
/// and time of submission stay. `version` is that of the answers that were edited.
///
/// # Errors
/// `NotFound` for another user; `VersionConflict`; `NotEditable`; a field error `not_requested` at each field that differs
/// and was not asked for; `UnknownHeadshot`.
pub fn resubmit(
    seen: &Revisable,
    fields: ApplicationFields,
    version: u32,
    user_id: Uuid,
    act: &Act,
) -> Result<ChangePlan, ChangeError> {
    let application = &seen.detail.application;
    if application.user_id != user_id {
        return Err(ChangeError::NotFound);
    }
    if seen.version != version {
        return Err(ChangeError::VersionConflict);
    }
    let open = seen.open.as_ref().filter(|_| application.status == Status::Pending);
    let open = open.ok_or(ChangeError::NotEditable)?;
    let earlier = &application.fields;
    let differing = fields.differing(earlier).into_iter().filter(|field| !open.fields.contains(field));
    let errors =
        differing.map(|field| field.error("not_requested", "cannot be changed: it was not asked for."));
    Invalid::unless_empty(errors.collect())?;
    let headshot_url = match fields.headshot_id {
        same if same == earlier.headshot_id => application.headshot_url.clone(),
        None => None,
        Some(id) => {
            let photos = seen.photos.iter().map(|own| &own.headshot);
            let chosen =
                photos.filter(|photo| photo.state == HeadshotState::Stored).find(|photo| photo.id == id);
            Some(chosen.ok_or(ChangeError::UnknownHeadshot)?.key.url())
        }
    };
    let earlier = ApplicationVersion {
        application_id: application.id,
        number: seen.version,
        fields: earlier.clone(),
        headshot_url: application.headshot_url.clone(),
        replaced_at: act.now,
        change_request_id: open.id,
    };
    let edited = Application { fields, headshot_url, ..application.clone() };
    let request = open.close(act.now, RequestOutcome::Resubmitted);
    Ok(ChangePlan {
        resubmission: Some(Resubmission { application: edited, earlier }),
        ..plan(application, request, ChangeAct::Resubmitted, user_id, act)
    })
}
