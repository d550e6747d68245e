use uuid::Uuid;

use super::*;
use crate::applications::application::testing::{ADMIN, LATER, NOW, TEACHER, detail, photo};
use crate::applications::{Application, ApplicationFields, ChangeAct, Field, FieldKind, RawFields, Status};
use crate::headshots::{HeadshotState, OwnHeadshot};
use crate::mail::MailKind;
use crate::mail::testing::act;
use crate::shared::Code;

fn fields(raw: &RawFields) -> ApplicationFields {
    ApplicationFields::parse(raw, time::macros::date!(2026 - 11 - 21)).expect("a valid form")
}

fn seen(status: Status) -> Revisable {
    Revisable { detail: detail(status), version: 1, open: None, photos: Vec::new() }
}

fn asked(seen: &Revisable, fields: &[&'static Field]) -> ChangePlan {
    request_changes(seen, "Which city?".to_owned(), fields.to_vec(), ADMIN, &act(NOW)).expect("a request")
}

fn open(fields: &[&'static Field]) -> Revisable {
    let seen = seen(Status::Pending);
    Revisable { open: Some(asked(&seen, fields).request), ..seen }
}

fn all() -> Vec<&'static Field> {
    Field::ALL.iter().collect()
}

#[test]
fn a_mail_has_the_message_and_the_labels_unless_all_fields_are_meant() {
    let seen = seen(Status::Pending);
    let items = |fields: &[&'static Field]| {
        let plan = asked(&seen, fields);
        let mail = plan.mail.expect("a mail");
        let application_id = Some(seen.detail.application.id);
        assert_eq!((mail.kind, mail.application_id), (MailKind::ChangesRequested, application_id));
        assert_eq!(mail.id, plan.request.id);
        mail.items
    };
    assert_eq!(items(&[&Field::CITY]), ["Which city?", Field::CITY.label]);
    assert_eq!(items(&all()), ["Which city?"]);
}

#[test]
fn only_a_pending_application_of_another_user_without_an_open_request_can_be_asked_for() {
    let ask = |seen: &Revisable, admin| {
        request_changes(seen, String::new(), all(), admin, &act(NOW)).map(drop).expect_err("a refusal").code
    };
    assert_eq!(ask(&seen(Status::Pending), TEACHER), Code::OwnApplication);
    for status in [Status::Approved, Status::Rejected] {
        assert_eq!(ask(&seen(status), ADMIN), Code::ApplicationAlreadyDecided);
    }
    assert_eq!(ask(&open(&all()), ADMIN), Code::ChangeRequestOpen);
    let edited = |edits| Revisable { version: edits + 1, ..seen(Status::Pending) };
    assert_eq!(asked(&edited(ChangeRequest::MAX_EDITS - 1), &all()).request.closed, None);
    assert_eq!(ask(&edited(ChangeRequest::MAX_EDITS), ADMIN), Code::TooManyEdits);
}

#[test]
fn only_the_open_request_can_be_taken_back_and_not_by_the_applicant() {
    let seen = open(&[&Field::CITY]);
    let request = seen.open.clone().expect("a request");
    let plan = take_back(&seen, request.id, ADMIN, &act(LATER)).expect("an end");
    assert_eq!(plan.request.closed, Some((LATER, RequestOutcome::TakenBack)));
    assert_eq!(plan.event.change, Some(ChangeAct::TakenBack));
    let refused = |id, admin| take_back(&seen, id, admin, &act(LATER)).map(drop).expect_err("a refusal").code;
    assert_eq!(refused(Uuid::from_u128(9), ADMIN), Code::NotFound);
    assert_eq!(refused(request.id, TEACHER), Code::OwnApplication);
}

#[test]
fn an_edit_replaces_the_answers_keeps_the_rest_and_closes_the_request() {
    let seen = open(&[&Field::CITY]);
    let before = &seen.detail.application;
    let edit = fields(&RawFields::example().with(&Field::CITY, "Ávila"));
    let plan = resubmit(&seen, edit.clone(), 1, TEACHER, &act(LATER)).expect("an edit");
    assert_eq!(plan.request.closed, Some((LATER, RequestOutcome::Resubmitted)));
    assert_eq!((plan.audit.action, plan.audit.actor_id), ("application.resubmitted", Some(TEACHER)));
    let Resubmission { application, earlier } = plan.resubmission.expect("an edit");
    assert_eq!(application, Application { fields: edit, ..before.clone() });
    assert_eq!((earlier.number, earlier.replaced_at), (1, LATER));
    assert_eq!((&earlier.fields, earlier.change_request_id), (&before.fields, plan.request.id));
}

/// Every field, so that none is forgotten in the comparison.
#[test]
fn each_field_differs_by_itself_and_is_refused_if_it_was_not_asked_for() {
    let other = Field::ALL.iter().fold(RawFields::default(), |other, field| match field.kind {
        FieldKind::Text { .. } => other.with(field, "Other"),
        FieldKind::List { .. } => other.with(field, vec!["Other".to_owned()]),
        FieldKind::Date => other.with(field, "1977-07-07"),
        FieldKind::TShirtSize => other.with(field, "XS"),
        FieldKind::Headshot => RawFields { headshot_id: Some(Uuid::from_u128(7).to_string()), ..other },
    });
    let (before, other) = (fields(&RawFields::example()), fields(&other));
    assert_eq!(before.differing(&before), [] as [&Field; 0]);
    assert_eq!(before.differing(&other), all());
    let nothing_asked = open(&[]);
    let refused = resubmit(&nothing_asked, other, 1, TEACHER, &act(LATER)).map(|_| ());
    let refused = refused.expect_err("a refusal");
    let errors: Vec<_> = refused.fields.iter().map(|error| (error.field.as_str(), error.code)).collect();
    let expected: Vec<_> = Field::ALL.iter().map(|field| (field.pointer, "not_requested")).collect();
    assert_eq!(errors, expected);
    assert!(resubmit(&nothing_asked, before, 1, TEACHER, &act(LATER)).is_ok(), "without a difference");
}

#[test]
fn refusals_of_an_edit_are_checked_in_order() {
    let edit = |seen: &Revisable, version, user_id| {
        resubmit(seen, fields(&RawFields::example()), version, user_id, &act(LATER))
            .err()
            .map(|refused| refused.code)
    };
    assert_eq!(edit(&seen(Status::Pending), 2, ADMIN), Some(Code::NotFound));
    assert_eq!(edit(&seen(Status::Pending), 2, TEACHER), Some(Code::VersionConflict));
    assert_eq!(edit(&seen(Status::Pending), 1, TEACHER), Some(Code::NotEditable));
    let decided = Revisable { open: open(&all()).open, ..seen(Status::Rejected) };
    assert_eq!(edit(&decided, 1, TEACHER), Some(Code::NotEditable));
    assert_eq!(edit(&open(&all()), 1, TEACHER), None);
}

#[test]
fn a_request_that_is_taken_back_leaves_no_photo_that_was_uploaded_for_it() {
    let (shown, drafted) =
        (OwnHeadshot { in_use: true, ..photo(1) }, OwnHeadshot { in_draft: true, ..photo(2) });
    let seen = Revisable { photos: vec![shown, drafted, photo(3)], ..open(&all()) };
    let request = seen.open.as_ref().expect("an open request").id;
    let plan = take_back(&seen, request, ADMIN, &act(LATER)).expect("an open request");
    let removed: Vec<_> = plan.removed.iter().map(|photo| (photo.id.as_u128(), photo.state)).collect();
    assert_eq!(removed, [(3, HeadshotState::Removing)]);
}

#[test]
fn a_chosen_photo_is_one_of_the_applicants_and_an_unchanged_one_needs_no_upload() {
    let (kept, own) = (Uuid::from_u128(7), photo(8));
    let (chosen, chosen_url) = (own.headshot.id, own.headshot.key.url());
    let mut seen = Revisable { photos: vec![own], ..open(&all()) };
    seen.detail.application.headshot_url = Some("/storage/kept.png".to_owned());
    seen.detail.application.fields.headshot_id = Some(kept);
    let with = |photo| ApplicationFields { headshot_id: photo, ..seen.detail.application.fields.clone() };
    let url = |photo| {
        let plan = resubmit(&seen, with(photo), 1, TEACHER, &act(LATER)).map_err(|refused| refused.code)?;
        Ok::<_, Code>(plan.resubmission.and_then(|resubmission| resubmission.application.headshot_url))
    };
    assert_eq!(url(Some(kept)), Ok(Some("/storage/kept.png".to_owned())));
    assert_eq!(url(Some(chosen)), Ok(Some(chosen_url)));
    assert_eq!(url(None), Ok(None));
    assert_eq!(url(Some(Uuid::from_u128(9))), Err(Code::ValidationFailed));
}
