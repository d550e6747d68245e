//! The CHECK constraints of the migrated schema repeat the rules of the domain.

use std::collections::{BTreeMap, BTreeSet};

use forum_domain::accounts::{FACTOR_NAME_MAX, FactorKind, FlowKind, Purpose, Role};
use forum_domain::applications::{
    ChangeAct, ChangeRequest, Field, FieldKind, FieldLimits, RequestOutcome, Status, TShirtSize,
};
use forum_domain::headshots::{HeadshotState, ImageKind, ProcessedImage};
use forum_domain::mail::{HTML_MAX, MailKind, MailState, SUBJECT_MAX};
use forum_domain::notes::NOTE_LENGTH;
use forum_domain::shared::{EmailAddress, NAME_MAX};
use forum_tests::postgres::PostgresDatabase;
use regex::Regex;

/// Table and definition of every CHECK constraint.
async fn checks() -> Vec<(String, String)> {
    let database = PostgresDatabase::fresh().await;
    sqlx::query_as(
        "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
         where contype = 'c' and connamespace = 'public'::regnamespace",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue")
}

/// The matches of `pattern`: its first group is the column, its second the value.
async fn found(pattern: &str) -> BTreeMap<String, String> {
    let pattern = Regex::new(pattern).expect("a pattern");
    let checks = checks().await;
    let found = checks.iter().filter_map(|(table, check)| {
        let (_, [column, value]) = pattern.captures(check)?.extract();
        Some((format!("{table}.{column}"), value.to_owned()))
    });
    found.collect()
}

#[tokio::test]
async fn every_maximum_in_the_schema_matches_the_domain() {
    let of_field = |field: &Field| match field.kind {
        FieldKind::Text { limit, .. } => Some((format!("applications.{}", field.name()), limit)),
        FieldKind::List { items, .. } => Some((format!("applications.{}", field.name()), items)),
        _ => None,
    };
    let side = ProcessedImage::MAX_SIDE as usize;
    let others = [
        ("application_change_requests.fields", 50),
        ("application_change_requests.message", ChangeRequest::MESSAGE_MAX),
        ("application_drafts.fields", 70_000),
        ("application_drafts.step", 3),
        ("application_notes.text", NOTE_LENGTH),
        ("applications.note", FieldLimits::NOTE),
        ("email_changes.new_email", EmailAddress::MAX),
        ("email_changes.old_email", EmailAddress::MAX),
        ("email_templates.html_content", HTML_MAX),
        ("email_templates.subject", SUBJECT_MAX),
        ("factors.friendly_name", FACTOR_NAME_MAX),
        ("headshots.height", side),
        ("headshots.width", side),
        ("identities.email", EmailAddress::MAX),
        ("identities.provider", 40),
        ("identities.subject", 255),
        ("mail_host.words", 500),
        ("one_time_tokens.email", EmailAddress::MAX),
        ("outbox.first_name", NAME_MAX),
        ("outbox.last_name", NAME_MAX),
        ("outbox.to_email", EmailAddress::MAX),
        ("outbox.traceparent", 55),
        ("pending_registrations.email", EmailAddress::MAX),
        ("pending_registrations.first_name", NAME_MAX),
        ("pending_registrations.last_name", NAME_MAX),
        ("profiles.email", EmailAddress::MAX),
        ("profiles.first_name", NAME_MAX),
        ("profiles.last_name", NAME_MAX),
        ("sessions.user_agent", 200),
    ];
    let expected = others.map(|(column, most)| (column.to_owned(), most)).into_iter();
    let expected = expected.chain(Field::ALL.iter().filter_map(of_field));
    let expected: BTreeMap<_, _> = expected.map(|(column, most)| (column, most.to_string())).collect();
    let maxima = found(r"(?:\w+_length|cardinality)?\(+(\w+)\)*(?:::text)?\)* <= (\d+)").await;
    assert_eq!(maxima, expected);
}

#[tokio::test]
async fn every_list_of_words_in_the_schema_matches_the_domain() {
    let status = Status::ALL.map(Status::as_str);
    let kinds = [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp].map(ImageKind::content_type);
    let words: [(&str, &[&str]); 15] = [
        ("application_change_requests.outcome", &RequestOutcome::ALL.map(RequestOutcome::as_str)),
        ("application_events.act", &ChangeAct::ALL.map(ChangeAct::as_str)),
        ("application_events.from_status", &status),
        ("application_events.to_status", &status),
        ("applications.status", &status),
        ("applications.t_shirt_size", &TShirtSize::ALL.map(TShirtSize::as_str)),
        ("factor_challenges.purpose", &["sign_in", "verify"]),
        ("factors.kind", &FactorKind::ALL.map(FactorKind::as_str)),
        ("headshots.content_type", &kinds),
        ("headshots.state", &HeadshotState::ALL.map(HeadshotState::as_str)),
        ("one_time_tokens.purpose", &Purpose::ALL.map(Purpose::as_str)),
        ("outbox.kind", &MailKind::ALL.map(MailKind::as_str)),
        ("outbox.state", &MailState::ALL.map(MailState::as_str)),
        ("sign_in_flows.kind", &FlowKind::ALL.map(FlowKind::as_str)),
        ("user_roles.role", &Role::ALL.map(Role::as_str)),
    ];
    let expected: BTreeMap<_, BTreeSet<_>> = words
        .into_iter()
        .map(|(column, words)| (column.to_owned(), words.iter().map(|word| (*word).to_owned()).collect()))
        .collect();
    let lists = found(r"\((\w+) = ANY \(ARRAY\[(.+?)\]\)").await;
    let word = Regex::new("'([^']*)'").expect("a pattern");
    let lists: BTreeMap<_, BTreeSet<_>> = lists
        .into_iter()
        .map(|(column, list)| (column, word.captures_iter(&list).map(|found| found[1].to_owned()).collect()))
        .collect();
    assert_eq!(lists, expected);
}
