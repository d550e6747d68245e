//! Sites with many applicants who can sign in. One statement creates them, because confirming each address would take longer
//! than the test.

use forum_tests::program::Installation;
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};

use super::report::other_build;
use crate::client::Client;
use crate::support::in_process::connection;

/// The administrator of a site with [`applicants`].
pub const ADMIN: &str = "director@forum.example";
pub const PASSWORD: &str = "Lantern-42-harbor";

/// An installation whose program logs nothing, because these tests would produce a long log.
pub fn quiet_installation() -> Installation {
    let installation = Installation::new().with("RUST_LOG", "off");
    match other_build() {
        Some(program) => installation.with_executable(program),
        None => installation,
    }
}

/// Creates applicants with the password of the existing administrator. Returns their addresses.
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

pub async fn sign_in_all(url: &str, emails: &[String]) -> Vec<Client> {
    let visitor = Client::new(url);
    let mut clients = Vec::new();
    // Only a few sign in concurrently, because each costs a password hash and more would be refused.
    for some in emails.chunks(4) {
        clients.extend(join_all(some.iter().map(|email| visitor.sign_in(email, PASSWORD))).await);
    }
    clients
}

/// Creates applicants on a private PostgreSQL and signs them in.
pub async fn applicants(installation: &Installation, url: &str, count: i32) -> Vec<Client> {
    let mut connection = connection(installation).await;
    let emails = insert_applicants(&mut connection, count).await;
    connection.close().await.expect("a clean close");
    sign_in_all(url, &emails).await
}
