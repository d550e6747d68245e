//! Many applicants who can sign in.

use sqlx::PgConnection;

/// Creates applicants with the password of the existing administrator, in one statement because confirming each address
/// would take longer than a test. Returns their addresses.
pub async fn insert_applicants(connection: &mut PgConnection, count: i32) -> Vec<String> {
    sqlx::query_scalar(
        "with people as (select n, gen_random_uuid() as id from generate_series(1, $1) n),
              users as (insert into users (id, created_at) select id, now() from people),
              audited as (insert into audit_events (id, at, actor_id, action, target_type, target_id)
                          select gen_random_uuid(), now(), id, 'user.verified', 'user', id from people),
              credentials as (insert into credentials (user_id, password_hash, updated_at)
                              select id, (select password_hash from credentials limit 1), now() from people),
              roles as (insert into user_roles (user_id, role, granted_at, user_created_at)
                        select id, 'applicant', now(), now() from people)
         insert into profiles (user_id, first_name, last_name, email, user_created_at)
         select id, 'Nadia', 'Okafor', 'nadia' || n || '@school.example', now() from people returning email",
    )
    .bind(count)
    .fetch_all(connection)
    .await
    .expect("applicants")
}
