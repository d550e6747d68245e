//! The limits of a copy of a user's data.

use forum_domain::own_data::{ACTIONS_MAX, APPLICATIONS_MAX, NOTES_MAX, REQUESTS_MAX, ROWS_MAX};
use forum_tests::builders::audit;
use forum_tests::postgres::PostgresDatabase;
use uuid::Uuid;

/// One row of a user more than a copy contains.
const FILLED: [&str; 7] = [
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
    "insert into audit_events (id, at, actor_id, action, target_type, target_id)
     select gen_random_uuid(), now(), $1, 'user.renamed', 'user', $1 from generate_series(1, 20001)",
];

#[tokio::test]
async fn a_copy_of_ones_data_has_a_limited_number_of_rows_of_each_kind() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let user = stores.admin().await;
    for statement in FILLED {
        sqlx::query(statement).bind(user).execute(database.pool()).await.expect("many rows");
    }
    let latest = "update sessions set created_at = created_at + interval '1 hour', expires_at = expires_at + interval '1 hour'
                  where id = (select max(id::text)::uuid from sessions where user_id = $1) returning id";
    let latest: Uuid =
        sqlx::query_scalar(latest).bind(user).fetch_one(database.pool()).await.expect("a newer row");
    let data = stores.own_data.collect(user, audit("user.exported", user)).await.expect("a result");
    let data = data.expect("a user");
    let found = [
        data.applications.len(),
        data.notes.len(),
        data.change_requests.len(),
        data.sessions.len(),
        data.email_changes.len(),
        data.mails.len(),
        data.actions.len(),
    ];
    let most = [APPLICATIONS_MAX, NOTES_MAX, REQUESTS_MAX, ROWS_MAX, ROWS_MAX, ROWS_MAX, ACTIONS_MAX];
    assert_eq!(found, most.map(|most| most as usize));
    assert_eq!(data.sessions[0].id, latest);
    assert_eq!(data.actions_total, u64::from(ACTIONS_MAX) + 1);
}
