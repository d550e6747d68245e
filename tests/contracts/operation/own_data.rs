//! `OwnDataStore`: what a deletion takes along, and the limits of a copy.

use forum_domain::accounts::{Identity, RecoveryCodes, Role, SecurityChange};
use forum_domain::applications::{Decision, Mark};
use forum_domain::contact::NewMessage;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::own_data::{ACTIONS_MAX, APPLICATIONS_MAX, NOTES_MAX, REQUESTS_MAX, ROWS_MAX};
use forum_tests::builders::{NOON, audit, fields_with, id, session};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::requests::fresh_key;
use crate::accounts::{moved, requested};
use crate::application::applications::edited;
use crate::application::review::noted;
use crate::contact::received;
use crate::sessions::{challenge, factor, store};

/// The tables of which nothing stays.
const TABLES: [&str; 18] = [
    "application_change_requests",
    "application_marks",
    "application_notes",
    "application_readings",
    "application_versions",
    "application_viewers",
    "contact_messages",
    "email_changes",
    "factor_challenges",
    "factors",
    "idempotent_requests",
    "identities",
    "one_time_tokens",
    "outbox",
    "profiles",
    "recovery_codes",
    "sessions",
    "user_roles",
];

async fn rows(stores: &Stores) -> Vec<(&'static str, u64)> {
    let mut rows = Vec::new();
    for table in TABLES {
        rows.push((table, stores.readback.count(table).await));
    }
    rows
}

/// An account with a decided and a pending application, both reviewed, and rows of every other kind. Returns the account and
/// its decided application.
async fn lived_in(stores: &Stores, name: &str, admin: Uuid, viewed: Uuid) -> [Uuid; 2] {
    let user_id = stores.applicant(&format!("{name}@example.org")).await;
    let decided = stores.submitted(user_id, NOON - Duration::DAY).await;
    stores.requested(decided.id, admin).await;
    edited(stores, &decided, 1, fields_with(&[("city", "Ocala")])).await;
    stores.mark(decided.id, admin, Some(Mark::Maybe)).await.expect("a mark");
    stores.decide(decided.id, Decision::Reject, admin, NOON).await;
    let pending = stores.submitted(user_id, NOON).await;
    stores.requested(pending.id, admin).await;
    for application in [decided.id, pending.id] {
        noted(stores, application, admin).await;
    }
    stores.review.record_reading(viewed, user_id, NOON).await.expect("a reading");
    stores.review.announce_viewing(viewed, user_id, NOON).await.expect("an announced viewer");
    for (sender, application_id) in [(user_id, None), (admin, Some(decided.id))] {
        let record = RequestRecord {
            id: fresh_key(),
            user_id: Some(sender),
            application_id,
            fingerprint: [7; 32],
            response: RecordedResponse { status: 201, body: "{}".to_owned() },
            expires_at: NOON + RecordedResponse::LIFETIME,
        };
        stores.requests.store(&record).await.expect("a stored record");
    }
    let identity = Identity {
        id: id(),
        user_id,
        provider: "school".into(),
        subject: name.into(),
        email: None,
        linked_at: NOON,
    };
    let change = SecurityChange {
        put: vec![factor(user_id, NOON)],
        recovery: Some(Some(RecoveryCodes::new(id(), NOON))),
        challenge: Some(challenge(user_id, NOON)),
        link: Some(identity),
        open: Some(session(user_id, NOON)),
        ..SecurityChange::default()
    };
    store(stores, user_id, change).await;
    moved(stores, user_id, &format!("{name}@new.example"), NOON).await;
    // Its mail to the department names nobody.
    let written = NewMessage { mail: None, ..received(&format!("{name}@New.example"), NOON) };
    stores.contact.add(written).await.expect("a stored message");
    requested(stores, user_id, &format!("{name}@other.example"), NOON).await;
    [user_id, decided.id]
}

#[tokio::test]
async fn the_deletion_of_an_account_takes_along_all_that_belongs_to_it_and_nothing_else() {
    let stores = &Stores::fresh().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    stores.admin().await;
    let cy = stores.applicant("cy@example.org").await;
    let viewed = stores.submitted(cy, NOON).await.id;
    let empty = rows(stores).await;
    let [ana, _] = lived_in(stores, "ana", other, viewed).await;
    let with_one = rows(stores).await;
    for ((table, filled), (_, empty)) in with_one.iter().zip(&empty) {
        assert!(filled > empty, "{table} has no row of the account");
    }
    let [_, of_bo] = lived_in(stores, "bo", other, viewed).await;
    stores.delete_account(ana).await;
    assert_eq!(rows(stores).await, with_one);
    let mails = stores.readback.mails().await;
    assert!(mails.iter().all(|mail| !mail.to.starts_with("ana@")), "{mails:?}");

    // An administrator's requests and notes stay, without the name.
    stores.delete_account(other).await;
    let kept = stores.change_requests.versions(of_bo).await.expect("a result").pop().expect("a version");
    assert_eq!((kept.request.requester, kept.request.request.requested_by), (None, other));
}

/// One row of a user more than a copy contains.
const FILLED: [&str; 8] = [
    "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
         school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code, phone, t_shirt_size)
     select gen_random_uuid(), $1, 'rejected', now(), now(), 'Many years.', 'Teacher', 'Hillsborough', '{Math}',
            '1980-01-01', '1 Main Street', 'Tampa', 'Florida', '33601', '(813) 555-0100', 'M'
     from generate_series(1, 201)",
    "insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at, version)
     select gen_random_uuid(), (select min(id::text)::uuid from applications), $1, 'Called.', now(), now(), now(),
            gen_random_uuid()
     from generate_series(1, 1001)",
    "insert into application_change_requests (id, application_id, requested_by, message, fields, created_at, closed_at,
         outcome)
     select gen_random_uuid(), (select min(id::text)::uuid from applications), $1, 'Which city?', '{city}', now(), now(),
            'taken_back'
     from generate_series(1, 1001)",
    "insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, expires_at, last_used_at)
     select gen_random_uuid(), $1, 1, false, now(), now(), now(), now() from generate_series(1, 5001)",
    "insert into email_changes (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at, ended_at)
     select gen_random_uuid(), $1, 'a@example.org', 'b@example.org', now(), now(), now(), now()
     from generate_series(1, 5001)",
    "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state)
     select gen_random_uuid(), n::text, 'account_exists', email, 'Ana', 'Li', now(), now(), 'failed'
     from profiles, generate_series(1, 5001) n where user_id = $1",
    "insert into contact_messages (id, full_name, email, subject, text, is_teacher, received_at, state)
     select gen_random_uuid(), 'Ana Li', email, 'media-request', 'Hello', false, now(), 'spam'
     from profiles, generate_series(1, 5001) where user_id = $1",
    "insert into audit_events (id, at, actor_id, action, target_type, target_id)
     select gen_random_uuid(), now(), $1, 'user.renamed', 'user', $1 from generate_series(1, 20001)",
];

#[tokio::test]
async fn a_copy_of_ones_data_has_a_limited_number_of_rows_of_each_kind() {
    let stores = &Stores::fresh().await;
    let user = stores.admin().await;
    for statement in FILLED {
        sqlx::query(statement).bind(user).execute(stores.pool()).await.expect("many rows");
    }
    let latest = "update sessions set created_at = created_at + interval '1 hour', expires_at = expires_at + interval '1 hour'
                  where id = (select max(id::text)::uuid from sessions where user_id = $1) returning id";
    let latest: Uuid =
        sqlx::query_scalar(latest).bind(user).fetch_one(stores.pool()).await.expect("a newer row");
    let data = stores.own_data.collect(user, audit("user.exported", user)).await.expect("a result");
    let data = data.expect("a user");
    let found = [
        data.applications.len(),
        data.notes.len(),
        data.change_requests.len(),
        data.sessions.len(),
        data.email_changes.len(),
        data.mails.len(),
        data.contact_messages.len(),
        data.actions.len(),
    ];
    let most =
        [APPLICATIONS_MAX, NOTES_MAX, REQUESTS_MAX, ROWS_MAX, ROWS_MAX, ROWS_MAX, ROWS_MAX, ACTIONS_MAX];
    assert_eq!(found, most.map(|most| most as usize));
    assert_eq!(data.sessions[0].id, latest);
    assert_eq!(data.actions_total, u64::from(ACTIONS_MAX) + 1);
}
