use super::*;
use crate::accounts::roles::Role;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const PHOTO: Uuid = Uuid::from_u128(1);

fn raw(values: impl IntoIterator<Item = (&'static str, DraftValue)>) -> RawDraft {
    RawDraft { values: values.into_iter().collect(), headshot_id: None, step: 1 }
}

fn text(value: &str) -> DraftValue {
    DraftValue::Text(value.to_owned())
}

fn error_codes(raw: RawDraft) -> Vec<(String, &'static str)> {
    let errors = DraftContent::parse(raw).err().map(|invalid| invalid.0).unwrap_or_default();
    errors.into_iter().map(|error| (error.field, error.code)).collect()
}

#[test]
fn unfinished_values_are_kept_as_typed() {
    let values = [
        ("date_of_birth", text("198")),
        ("city", text(" Tam")),
        ("phone", text("")),
        ("t_shirt_size", text("XXXX")),
        ("school_district", text("a\u{200d}b")),
        ("subjects_taught", DraftValue::List(vec![String::new(), "Math".into(), "Math".into()])),
    ];
    let read = DraftContent::parse(raw(values.clone())).expect("a draft");
    assert!(read.values == values.into_iter().collect::<DraftValues>());
    assert_eq!(error_codes(raw([])), []);
}

#[test]
fn limits_are_counted_in_code_points_and_include_the_maximum() {
    for field in Field::ALL.iter().filter(|field| field.kind != FieldKind::Headshot) {
        let value = |length: usize| match field.kind {
            FieldKind::List { .. } => DraftValue::List(vec!["é".repeat(length)]),
            _ => DraftValue::Text("é".repeat(length)),
        };
        let limit = match field.kind {
            FieldKind::Text { limit, .. } | FieldKind::List { limit, .. } => limit,
            _ => 32,
        };
        assert_eq!(error_codes(raw([(field.name(), value(limit))])), [], "{field:?}");
        let end = if matches!(field.kind, FieldKind::List { .. }) { "/0" } else { "" };
        let pointer = format!("/fields{}{end}", field.pointer);
        assert_eq!(error_codes(raw([(field.name(), value(limit + 1))])), [(pointer, "too_long")]);
    }
    let subjects = |count| raw([("subjects_taught", DraftValue::List(vec!["a".into(); count]))]);
    assert_eq!(error_codes(subjects(20)), []);
    assert_eq!(error_codes(subjects(21)), [("/fields/subjects_taught".to_owned(), "too_many")]);
}

#[test]
fn unstorable_values_and_wrong_steps_are_refused_together() {
    let subjects = DraftValue::List(vec!["Math".into(), "a\0".into()]);
    let bad = RawDraft {
        headshot_id: Some("no-id".into()),
        step: 4,
        ..raw([("city", text("a\0")), ("subjects_taught", subjects)])
    };
    assert_eq!(
        error_codes(bad),
        [
            ("/fields/subjects_taught/1".to_owned(), "invalid_text"),
            ("/fields/city".to_owned(), "invalid_text"),
            ("/fields/headshot_id".to_owned(), "unknown_headshot"),
            ("/step".to_owned(), "out_of_range"),
        ]
    );
    for (step, fits) in [(0, false), (1, true), (3, true), (4, false), (-1, false), (257, false)] {
        assert_eq!(error_codes(RawDraft { step, ..raw([]) }).is_empty(), fits, "{step}");
    }
    let blank = RawDraft { headshot_id: Some(" ".into()), ..raw([]) };
    assert_eq!(DraftContent::parse(blank).expect("a draft").headshot_id, None);
}

#[test]
fn only_an_applicant_without_a_pending_application_saves_a_draft_and_only_with_their_own_photo() {
    use SaveDraftError::{NotApplicant, PendingExists, UnknownHeadshot};
    let (applicant, member) = ([Role::Applicant].as_slice(), [Role::Member].as_slice());
    let (pending, other) = (Some(Uuid::from_u128(2)), Some(Uuid::from_u128(3)));
    let table = [
        (applicant, None, None, Ok(NOW)),
        (applicant, None, Some(PHOTO), Ok(NOW)),
        (applicant, None, other, Err(UnknownHeadshot)),
        (applicant, pending, other, Err(PendingExists)),
        (member, pending, other, Err(NotApplicant)),
        (&[], None, None, Err(NotApplicant)),
    ];
    for (roles, pending, headshot_id, expected) in table {
        let drafter = DraftContext { roles: roles.iter().copied().collect(), pending, photos: vec![PHOTO] };
        let content = DraftContent { values: DraftValues::new(), headshot_id, step: 1 };
        let saved = save(&drafter, content, NOW).map(|draft| draft.updated_at);
        assert_eq!(saved, expected, "{roles:?} {pending:?} {headshot_id:?}");
    }
}
