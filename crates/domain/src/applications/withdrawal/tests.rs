use time::{Duration, OffsetDateTime};

use super::*;
use crate::applications::{
    Application, ApplicationFields, DraftValue, Field, FieldKind, RawDraft, RawFields,
};
use crate::headshots::{Extension, HeadshotKey, HeadshotState};
use crate::mail::testing::act;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const LATER: OffsetDateTime = NOW.saturating_add(Duration::hours(3));
const TEACHER: Uuid = Uuid::from_u128(1);

fn submitted(status: Status, raw: &RawFields) -> Withdrawable {
    let fields = ApplicationFields::parse(raw, time::macros::date!(2026 - 11 - 21)).expect("a valid form");
    let application = Application {
        id: Uuid::from_u128(5),
        user_id: TEACHER,
        status,
        submitted_at: NOW,
        reviewed_at: None,
        fields,
        headshot_url: None,
        note: None,
        decided_by: None,
    };
    Withdrawable { detail: ApplicationDetail { application, person: None }, photos: Vec::new() }
}

#[test]
fn only_its_applicant_can_withdraw_an_application_and_only_while_it_is_pending() {
    for status in [Status::Pending, Status::Approved, Status::Rejected] {
        let seen = submitted(status, &RawFields::example());
        let own = withdraw(&seen, TEACHER, &act(LATER)).map(|withdrawal| withdrawal.application_id);
        let expected = match status {
            Status::Pending => Ok(seen.detail.application.id),
            _ => Err(WithdrawError::AlreadyDecided(status)),
        };
        assert_eq!(own, expected, "{status:?}");
        let other = withdraw(&seen, Uuid::from_u128(2), &act(LATER)).map(|_| ());
        assert_eq!(other, Err(WithdrawError::NotFound), "{status:?}");
    }
}

#[test]
fn a_withdrawal_is_audited_without_personal_data() {
    let seen = submitted(Status::Pending, &RawFields::example());
    let withdrawal = withdraw(&seen, TEACHER, &act(LATER)).expect("a withdrawal");
    let entry = withdrawal.audit;
    assert_eq!((entry.action, entry.actor_id, entry.at), ("application.withdrawn", Some(TEACHER), LATER));
    assert_eq!((entry.target_type, entry.target_id), ("application", seen.detail.application.id));
    assert!(entry.detail.is_empty());
}

#[test]
fn the_photos_that_no_other_application_shows_are_removed_but_for_that_of_the_draft() {
    let photo = |id, in_use| {
        let key = HeadshotKey { user_id: TEACHER, timestamp: 1, extension: Extension::Png };
        let (id, state, at) = (Uuid::from_u128(id), HeadshotState::Stored, LATER);
        let headshot =
            Headshot { id, key, width: 64, height: 48, bytes: 9, state, created_at: at, changed_at: at };
        OwnHeadshot { headshot, in_use, in_draft: false, is_exempt: false }
    };
    let chosen = RawFields { headshot_id: Some(Uuid::from_u128(7).to_string()), ..RawFields::example() };
    for (raw, expected) in [(chosen, vec![8]), (RawFields::example(), vec![7, 8])] {
        let photos = vec![photo(6, true), photo(7, false), photo(8, false)];
        let seen = Withdrawable { photos, ..submitted(Status::Pending, &raw) };
        let removed = withdraw(&seen, TEACHER, &act(LATER)).expect("a withdrawal").removed;
        assert!(removed.iter().all(|photo| photo.state == HeadshotState::Removing));
        assert_eq!(removed.iter().map(|photo| photo.id.as_u128()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn the_draft_has_every_answer_and_the_photo_and_can_be_submitted_unchanged() {
    let photo = Uuid::from_u128(9);
    let full = RawFields {
        address_line2: Some("Apartment 2".into()),
        headshot_id: Some(photo.to_string()),
        ..RawFields::example()
    };
    for raw in [full, RawFields { address_line2: None, headshot_id: None, ..RawFields::example() }] {
        let seen = submitted(Status::Pending, &raw);
        let draft = withdraw(&seen, TEACHER, &act(LATER)).expect("a withdrawal").draft;
        assert_eq!((draft.updated_at, draft.content.step), (LATER, 3));
        assert_eq!(draft.content.headshot_id, seen.detail.application.fields.headshot_id);
        let text = |field: Field| match draft.content.values.get(field.name()) {
            Some(DraftValue::Text(text)) => text.clone(),
            _ => String::new(),
        };
        let subjects = match draft.content.values.get(Field::SUBJECTS.name()) {
            Some(DraftValue::List(items)) => items.clone(),
            _ => Vec::new(),
        };
        let again = RawFields {
            teaching_experience: text(Field::EXPERIENCE),
            teaching_position: text(Field::POSITION),
            school_district: text(Field::DISTRICT),
            subjects_taught: subjects,
            date_of_birth: text(Field::BIRTH),
            address_line1: text(Field::ADDRESS_LINE1),
            address_line2: Some(text(Field::ADDRESS_LINE2)),
            city: text(Field::CITY),
            state: text(Field::STATE),
            zip_code: text(Field::ZIP),
            phone: text(Field::PHONE),
            t_shirt_size: text(Field::T_SHIRT),
            headshot_id: draft.content.headshot_id.map(|id| id.to_string()),
        };
        assert!(submitted(Status::Pending, &again) == seen);
        // What the form loads, it can save.
        let raw = RawDraft { values: draft.content.values.clone(), headshot_id: None, step: 3 };
        assert!(DraftContent::parse(raw).is_ok());
        let unanswered = Field::ALL.iter().filter(|field| {
            field.kind != FieldKind::Headshot && !draft.content.values.contains_key(field.name())
        });
        assert!(unanswered.map(Field::name).all(|name| name == "address_line2"));
    }
}
