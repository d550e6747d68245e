use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::change_request::{
    ChangeError, ChangeRequest, Revisable, SignedRequest, reminder, request_changes, take_back,
};
use super::change_request_store::{ChangeActor, ChangeRequestStore, ChangeState, ReplacedAnswers};
use super::resubmission::resubmit;
use crate::accounts::sessions::{Administrator, Caller};
use crate::act::Acts;
use crate::applications::application::ApplicationDetail;
use crate::applications::application_store::ApplicationStore;
use crate::applications::field::Field;
use crate::applications::fields::{ApplicationFields, RawFields};
use crate::audit::{ActError, AuditLog};
use crate::headshots::{Headshot, HeadshotStore, with_chosen_photo};
use crate::idempotency::KeyedRequest;
use crate::shared::{Fault, FieldError, Invalid, TextRule};

const MESSAGE: TextRule =
    TextRule { field: "/message", label: "Message", limit: ChangeRequest::MESSAGE_MAX, multiline: true };

#[derive(Constructor)]
pub struct ChangeRequests {
    applications: Arc<dyn ApplicationStore>,
    changes: Arc<dyn ChangeRequestStore>,
    headshots: Arc<dyn HeadshotStore>,
    audit: Arc<dyn AuditLog>,
    acts: Acts,
}

impl ChangeRequests {
    /// Asks the applicant for changes, by mail. No name in `fields` means all fields.
    ///
    /// # Errors
    /// Field errors at `/message` and `/fields`; `NotFound`, `Former`, `OwnApplication`, `AlreadyDecided`, `Open`,
    /// `TooManyEdits`; faults.
    pub async fn request(
        &self,
        admin: &Administrator,
        id: Uuid,
        message: &str,
        fields: &[String],
        request: Option<KeyedRequest<SignedRequest>>,
    ) -> Result<SignedRequest, ChangeError> {
        let mut errors = Vec::new();
        let message = MESSAGE.required(message, &mut errors);
        let fields = named(fields, &mut errors);
        Invalid::unless_empty(errors)?;
        let (user, act) = (&admin.caller().user, self.acts.begin());
        let (admin_id, requester) = (user.id, Some(user.name.clone()));
        let signed = move |request: &ChangeRequest| SignedRequest { request: request.clone(), requester };
        let sign = signed.clone();
        let step = Box::new(move |seen: &Revisable| {
            let mut plan = request_changes(seen, message, fields, admin_id, &act)?;
            plan.record = request.map(|request| request.answered(&sign(&plan.request), Some(id)));
            Ok(plan)
        });
        let (_, requested) = self.changes.change(id, ChangeActor::Administrator(admin_id), step).await?;
        Ok(signed(&requested))
    }

    /// Closes an open request without an edit.
    ///
    /// # Errors
    /// `NotFound`, `Former`, `OwnApplication`; faults.
    pub async fn take_back(
        &self,
        admin: &Administrator,
        id: Uuid,
        request_id: Uuid,
    ) -> Result<(), ChangeError> {
        let (admin_id, act) = (admin.caller().user.id, self.acts.begin());
        let step = Box::new(move |seen: &_| take_back(seen, request_id, admin_id, &act));
        self.changes.change(id, ChangeActor::Administrator(admin_id), step).await.map(drop)
    }

    /// Reminds every applicant who has not answered a request for [`ChangeRequest::REMINDED_AFTER`], by mail and once. Returns
    /// their number.
    pub async fn remind(&self) -> Result<u64, Fault> {
        let mut reminded = 0;
        loop {
            let act = self.acts.begin();
            let asked_until = act.now - ChangeRequest::REMINDED_AFTER;
            let step = Box::new(move |request: &_, person: &_| reminder(request, person, &act));
            if !self.changes.remind(asked_until, step).await? {
                return Ok(reminded);
            }
            reminded += 1;
        }
    }

    /// The version and the open request of the caller's application.
    ///
    /// # Errors
    /// `NotFound`; faults.
    pub async fn own_state(&self, caller: &Caller, id: Uuid) -> Result<ChangeState, ChangeError> {
        let read = self.changes.read(id).await?;
        let own = read.filter(|(detail, _)| detail.application.is_of(caller.user.id));
        own.map(|(_, state)| state).ok_or(ChangeError::NotFound)
    }

    /// Replaces the answers of the caller's application, of which `version` was edited.
    ///
    /// # Errors
    /// All field errors together; those of [`resubmit`]; faults.
    pub async fn resubmit(
        &self,
        caller: &Caller,
        id: Uuid,
        version: u32,
        raw: &RawFields,
    ) -> Result<ApplicationDetail, ChangeError> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let (parsed, chosen) = (ApplicationFields::parse(raw, act.now.date()), raw.headshot_id.as_deref());
        let fields =
            with_chosen_photo(parsed, &*self.headshots, user_id, chosen, Headshot::unknown()).await??;
        let step = Box::new(move |seen: &_| resubmit(seen, fields, version, user_id, &act));
        let (detail, _) = self.changes.change(id, ChangeActor::Applicant(user_id), step).await?;
        Ok(detail)
    }

    /// The earlier answers of an application, oldest first. Like reading the application, this is audited before the data is
    /// returned.
    ///
    /// # Errors
    /// `NotFound`, `OwnApplication`, `Former`; faults.
    pub async fn versions(
        &self,
        admin: &Administrator,
        id: Uuid,
    ) -> Result<Vec<ReplacedAnswers>, ChangeError> {
        let admin_id = admin.caller().user.id;
        if self.applications.applicant(id).await?.ok_or(ChangeError::NotFound)? == admin_id {
            return Err(ChangeError::OwnApplication);
        }
        let audit = self.acts.begin().audit(Some(admin_id), "application.read", ("application", id));
        self.audit.record_read(audit).await?;
        Ok(self.changes.versions(id).await?)
    }
}

impl From<ActError> for ChangeError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Former(former) => former.into(),
            ActError::Fault(fault) => fault.into(),
        }
    }
}

/// The fields with these names in the order of the form, or all fields without a name.
fn named(names: &[String], errors: &mut Vec<FieldError>) -> Vec<&'static Field> {
    if names.len() > Field::ALL.len() {
        errors.push(FieldError::new("/fields", "too_many", "Choose each field once."));
    }
    for (index, name) in names.iter().enumerate() {
        if Field::named(name).is_none() {
            let detail = "This is no field of the application form.";
            errors.push(FieldError::new(format!("/fields/{index}"), "invalid_choice", detail));
        }
    }
    let is_named = |field: &&Field| names.is_empty() || names.iter().any(|name| name == field.name());
    Field::ALL.iter().filter(is_named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(asked: &[&str]) -> (Vec<&'static str>, Vec<String>) {
        let mut errors = Vec::new();
        let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
        let fields = named(&asked, &mut errors).into_iter().map(Field::name).collect();
        (fields, errors.into_iter().map(|error| error.field).collect())
    }

    #[test]
    fn fields_are_in_the_order_of_the_form_and_no_name_means_all() {
        assert_eq!(names(&["phone", "city", "phone"]).0, ["city", "phone"]);
        assert_eq!(names(&["city"; Field::ALL.len()]).1, Vec::<String>::new());
        assert_eq!(names(&["city"; Field::ALL.len() + 1]).1, ["/fields"]);
        assert_eq!(names(&[]).0.len(), Field::ALL.len());
    }

    #[test]
    fn an_unknown_name_is_refused_at_its_place() {
        assert_eq!(names(&["city", "name"]).1, ["/fields/1"]);
    }
}
