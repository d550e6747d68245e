//! Failure tests for the database, the mail host, the disk, the program itself and its clients. Each test runs the
//! built program, causes a failure and checks the responses during the failure. Afterwards, `doctor --invariants` must
//! pass. `just faults` runs them at full length.

mod clients;
mod connections;
pub mod full_disks;
mod kills;
mod mail_host;
mod outages;

use std::io::Write;

use forum_tests::postgres::insert_applicants;
use forum_tests::program::Installation;
use forum_tests::timing::scaled;
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};

use crate::client::Client;
use crate::support::connection;

/// The administrator of a site with [`applicants`].
const ADMIN: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

/// An installation whose program logs nothing, because these tests would produce a long log.
fn quiet_installation() -> Installation {
    Installation::new().with("RUST_LOG", "off")
}

async fn sign_in_all(url: &str, emails: &[String]) -> Vec<Client> {
    let visitor = Client::new(url);
    let mut clients = Vec::new();
    // Only a few sign in concurrently, because each costs a password hash and more would be refused.
    for some in emails.chunks(4) {
        clients.extend(join_all(some.iter().map(|email| visitor.sign_in(email, PASSWORD))).await);
    }
    clients
}

/// Creates applicants on a private PostgreSQL and signs them in.
async fn applicants(installation: &Installation, url: &str, count: i32) -> Vec<Client> {
    let mut connection = connection(installation).await;
    let emails = insert_applicants(&mut connection, count).await;
    connection.close().await.expect("a clean close");
    sign_in_all(url, &emails).await
}

/// Expects that every invariant holds at an installation, running or not.
async fn expect_invariants(installation: &Installation) {
    installation.run(&["doctor", "--invariants"]).await.success();
}

async fn holds(connection: &mut PgConnection, query: &'static str) -> bool {
    sqlx::query_scalar(query).fetch_one(connection).await.expect("a result")
}

/// Prints, past the capture of the test runner, that this machine cannot run a test. `just faults` must run it.
fn say_not_tested(what: &str) {
    assert!(!scaled(false, true), "`just faults` tests {what}, for which it must run as root");
    // A failure to write to standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {what}, because only root may mount one; CI tests it");
}
