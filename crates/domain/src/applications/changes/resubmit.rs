use uuid::Uuid;

use super::plan;
use crate::accounts::Caller;
use crate::act::Act;
use crate::applications::{
    Application, ApplicationDetail, ApplicationFields, ApplicationVersion, ChangeAct, ChangeActor,
    ChangePlan, ChangeRequests, ChangeState, RawFields, RequestOutcome, Resubmission, Revisable, Status,
};
use crate::headshots::{Headshot, HeadshotState, with_chosen_photo};
use crate::shared::{Code, Invalid, Refusal};

impl ChangeRequests {
    /// The version and the open request of the caller's application.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn own_state(&self, caller: &Caller, id: Uuid) -> Result<ChangeState, Refusal> {
        let read = self.review.read(id).await?;
        let own = read.filter(|(detail, _)| detail.application.is_of(caller.user.id));
        Ok(own.map(|(_, state)| state).ok_or(Code::NotFound)?)
    }

    /// Replaces the answers of the caller's application, of which `version` was edited.
    ///
    /// # Errors
    /// All field errors together; those of [`resubmit`].
    pub async fn resubmit(
        &self,
        caller: &Caller,
        id: Uuid,
        version: u32,
        raw: &RawFields,
    ) -> Result<ApplicationDetail, Refusal> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let (parsed, chosen) = (ApplicationFields::parse(raw, act.now.date()), raw.headshot_id.as_deref());
        let fields =
            with_chosen_photo(parsed, &*self.headshots, user_id, chosen, Headshot::unknown()).await?;
        let step = Box::new(move |seen: &_| resubmit(seen, fields, version, user_id, &act));
        let (detail, _) = self.store.change(id, ChangeActor::Applicant(user_id), step).await?;
        Ok(detail)
    }
}

/// Replaces the answers of a pending application whose applicant was asked for changes (docs/product.md, 6.8). Status
/// and time of submission stay. `version` is that of the answers that were edited.
///
/// # Errors
/// `not_found` for another user; `version_conflict`; `not_editable`; a field error `not_requested` at each field that differs
/// and was not asked for; `unknown_headshot`.
pub fn resubmit(
    seen: &Revisable,
    fields: ApplicationFields,
    version: u32,
    user_id: Uuid,
    act: &Act,
) -> Result<ChangePlan, Refusal> {
    let application = &seen.detail.application;
    if application.user_id != user_id {
        return Err(Code::NotFound.into());
    }
    if seen.version != version {
        return Err(Code::VersionConflict.into());
    }
    let open = seen.open.as_ref().filter(|_| application.status == Status::Pending);
    let open = open.ok_or(Code::NotEditable)?;
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
            Some(chosen.ok_or_else(|| Invalid(vec![Headshot::unknown()]))?.key.url())
        }
    };
    let earlier = ApplicationVersion {
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
