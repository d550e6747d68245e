//! The database is unavailable, crashes, is read-only, or is frozen. Pages are served throughout, API operations that
//! need the database return 503, and the program recovers together with the database without a restart.

use std::net::TcpListener;
use std::time::Duration;

use forum_tests::program::{Installation, cluster_options};
use forum_tests::timing::wait_for;
use private_postgres::PrivateCluster;
use reqwest::StatusCode;
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{ADMIN, PASSWORD, expect_invariants, holds};
use crate::client::Client;
use crate::support::connection;
use crate::support::{Frozen, children, expect_pages_only, postmaster, signal, until};

/// Whether the API responds to a signed-in user.
async fn knows(person: &Client) -> bool {
    person.answer("/users/me").await.status() == StatusCode::OK
}

#[tokio::test]
async fn a_killed_private_postgresql_ends_the_program_and_the_next_start_has_all_data() {
    let (installation, program) = Installation::served().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;

    // If one server process is killed, PostgreSQL terminates all other processes and recovers automatically.
    let server = postmaster(&installation).expect("a server");
    assert!(signal("KILL", &children(server)[..1]));
    until(&program.url, "/api/ready", 200).await;
    wait_for("an answer after one of its processes was killed", async || knows(&admin).await).await;
    program.end().await;

    let mut program = installation.serve().await;
    assert!(signal("KILL", &[postmaster(&installation).expect("a server")]));
    let ended = timeout(GIVE_UP, program.ended()).await.expect("an exit within the timeout");
    assert_eq!(ended.code(), Some(1));
    assert!(program.log().contains("the private PostgreSQL exited unexpectedly"), "{}", program.log());

    let program = installation.serve().await;
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    assert_eq!(admin.get("/users/me").await["email"], ADMIN);
    expect_invariants(&installation).await;
    program.end().await;
}

#[tokio::test]
async fn the_start_waits_for_an_unreachable_database_but_not_for_one_that_does_not_exist() {
    let installation = Installation::new();
    let server_dir = installation.path().join("server");
    let start = || PrivateCluster::start(cluster_options(&server_dir));
    let server = start().await.expect("a server");
    let url = server.url();
    let unknown = url.replace("/educators_forum?", "/no_such_database?");
    let wrong = Installation::new().with("DATABASE_URL", unknown);
    let output = wrong.run(&["serve"]).await.failure();
    assert!(output.contains("DATABASE_URL") && output.contains("no_such_database"), "{output}");
    server.stop().await.expect("a clean stop");

    let installation = installation.with("DATABASE_URL", url);
    let program = installation.serve().await;
    expect_pages_only(&program.url, "closed").await;
    let server = start().await.expect("a server");
    until(&program.url, "/api/ready", 200).await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}

#[tokio::test]
async fn a_read_only_database_is_not_ready() {
    let (installation, program) = Installation::served().await;
    until(&program.url, "/api/ready", 200).await;
    let mut connection = connection(&installation).await;
    let set = async |connection: &mut PgConnection, value| {
        let statements = format!(
            "alter role current_user set default_transaction_read_only = {value};
             select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'educators-forum' and pid <> pg_backend_pid()"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
            .execute(connection)
            .await
            .expect("a changed role setting");
    };
    set(&mut connection, "on").await;
    until(&program.url, "/api/ready", 503).await;
    expect_pages_only(&program.url, "read_only").await;
    // This connection may still write.
    set(&mut connection, "off").await;
    until(&program.url, "/api/ready", 200).await;
    connection.close().await.expect("a clean close");
    program.end().await;
}

/// A timeout for responses, far beyond the deadline for a request.
const GIVE_UP: Duration = Duration::from_secs(120);
/// The number of concurrent clients, more than the pool has connections.
const CLIENTS: usize = 24;

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_postgresql_under_load_causes_only_503s_and_none_once_it_resumes() {
    let metrics = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let installation = Installation::new().with("FORUM__METRICS__LISTEN", metrics.to_string());
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    let frozen = Frozen::server(&installation);

    // Each client makes two requests. The first ones fill the pool and hit the deadline, and the second ones get no
    // connection.
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        let (admin, url) = (admin.clone(), program.url.clone());
        clients.spawn(async move {
            for _ in 0..2 {
                let answer = match number % 3 {
                    0 => admin.answer("/users/me").await,
                    1 => admin.post("/auth/sessions", json!({"email": ADMIN, "password": "wrong"})).await,
                    _ => reqwest::get(format!("{url}/api/ready")).await.expect("a response"),
                };
                assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{number}");
                assert!(answer.headers().contains_key("retry-after"), "{number}");
            }
        });
    }
    assert_eq!(reqwest::get(format!("{}/api/health", program.url)).await.expect("a response").status(), 200);
    timeout(GIVE_UP, clients.join_all()).await.expect("responses within the timeout");
    let metrics = reqwest::get(format!("http://{metrics}/metrics")).await.expect("a response");
    let metrics = metrics.text().await.expect("text");
    let timeouts = metrics.lines().find_map(|line| line.strip_prefix("forum_database_pool_timeouts_total "));
    assert_ne!(timeouts.expect("a number"), "0");

    drop(frozen);
    until(&program.url, "/api/ready", 200).await;
    let all = (0..CLIENTS).map(|_| admin.answer("/users/me"));
    for answer in futures_util::future::join_all(all).await {
        assert_eq!(answer.status(), StatusCode::OK);
    }
    let mut connection = connection(&installation).await;
    let none_left = "select count(*) = 0 from pg_stat_activity
                     where application_name = 'educators-forum' and state <> 'idle'";
    wait_for("no statement left from before", async || holds(&mut connection, none_left).await).await;
    connection.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
}
