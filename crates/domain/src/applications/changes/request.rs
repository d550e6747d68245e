use uuid::Uuid;

use super::{OWN, about, plan};
use crate::accounts::Administrator;
use crate::act::Act;
use crate::applications::{
    ApplicationDetail, ChangeAct, ChangeActor, ChangePlan, ChangeRequest, ChangeRequests, Field, Person,
    RequestOutcome, Revisable, SignedRequest, Status, check_not_own,
};
use crate::headshots::remove_unshown;
use crate::idempotency::KeyedRequest;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Fault, FieldError, Invalid, Refusal, TextRule};

const MESSAGE: TextRule =
    TextRule { field: "/message", label: "Message", limit: ChangeRequest::MESSAGE_MAX, multiline: true };

impl ChangeRequests {
    /// Asks the applicant for changes, by mail. No name in `fields` means all fields.
    ///
    /// # Errors
    /// Field errors at `/message` and `/fields`; `forbidden`; those of [`request_changes`].
    pub async fn request(
        &self,
        admin: &Administrator,
        id: Uuid,
        message: &str,
        fields: &[String],
        request: Option<KeyedRequest<SignedRequest>>,
    ) -> Result<SignedRequest, Refusal> {
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
        let (_, requested) = self.store.change(id, ChangeActor::Administrator(admin_id), step).await?;
        Ok(signed(&requested))
    }
}

/// Asks the applicant to edit `fields` of a pending application.
///
/// # Errors
/// `own_application`, `application_already_decided`, `change_request_open`, `too_many_edits`; `not_found` without an applicant.
pub fn request_changes(
    seen: &Revisable,
    message: String,
    fields: Vec<&'static Field>,
    admin_id: Uuid,
    act: &Act,
) -> Result<ChangePlan, Refusal> {
    let ApplicationDetail { application, person } = &seen.detail;
    check_not_own(application.user_id, admin_id, OWN)?;
    if application.status != Status::Pending {
        return Err(Refusal::already_decided(application.status));
    }
    if seen.open.is_some() {
        return Err(Code::ChangeRequestOpen.into());
    }
    if seen.version > ChangeRequest::MAX_EDITS {
        return Err(Code::TooManyEdits.into());
    }
    // A pending application is deleted with its account.
    let person = person.as_ref().ok_or(Code::NotFound)?;
    let mail = act.mail(MailKind::ChangesRequested, &person.email, &person.name);
    let request = ChangeRequest {
        id: mail.id,
        application_id: application.id,
        requested_by: admin_id,
        message,
        fields,
        created_at: act.now,
        closed: None,
    };
    let mail = about(&request, mail);
    Ok(ChangePlan { mail: Some(mail), ..plan(application, request, ChangeAct::Requested, admin_id, act) })
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
    check_not_own(application.user_id, admin_id, OWN)?;
    let open = seen.open.as_ref().filter(|open| open.id == request_id).ok_or(Code::NotFound)?;
    let request = open.close(act.now, RequestOutcome::TakenBack);
    let removed = remove_unshown(&seen.photos, act.now, act.now);
    Ok(ChangePlan { removed, ..plan(application, request, ChangeAct::TakenBack, admin_id, act) })
}

impl ChangeRequests {
    /// Reminds every applicant who has not answered a request for [`ChangeRequest::REMINDED_AFTER`], by mail and once. Returns
    /// their number.
    pub async fn remind(&self) -> Result<u64, Fault> {
        let mut reminded = 0;
        loop {
            let act = self.acts.begin();
            let asked_until = act.now - ChangeRequest::REMINDED_AFTER;
            let step = Box::new(move |request: &_, person: &_| reminder(request, person, &act));
            if !self.store.remind(asked_until, step).await? {
                return Ok(reminded);
            }
            reminded += 1;
        }
    }
}

pub fn reminder(request: &ChangeRequest, person: &Person, act: &Act) -> OutgoingMail {
    about(request, act.mail(MailKind::ChangesReminder, &person.email, &person.name))
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
