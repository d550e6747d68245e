//! The commands, and their messages when something is wrong.

mod doctor;
mod invariants;
mod keys;

use std::fs::File;
use std::process::{Output, Stdio};

use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::builders::totp;
use forum_tests::program::Installation;
use serde_json::{Value, json};

use crate::client::Client;

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error output of a command that failed with exit code 1.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", words(&output.stderr));
    words(&output.stderr)
}

#[tokio::test]
async fn two_runs_of_openapi_produce_the_same_output_and_need_no_settings() {
    let place = Installation::new().expect("a place").with("FORUM__NO__SUCH__SETTING", "x");
    let first = place.run(&["openapi"], "").await.expect("openapi");
    let second = place.run(&["openapi"], "").await.expect("openapi");
    assert!(first.status.success());
    assert!(words(&first.stdout).contains("\"openapi\": \"3.0"));
    assert_eq!(first.stdout, second.stdout);
}

#[tokio::test]
async fn unwritable_output_is_an_error_but_a_closed_pipe_is_not() {
    let place = Installation::new().expect("a place");
    let openapi_to = async |output: Stdio| {
        let mut command = place.command(["openapi"]).expect("built");
        let child = command.stdout(output).stderr(Stdio::piped()).spawn().expect("openapi");
        child.wait_with_output().await.expect("its end")
    };
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    let said = complaint(&openapi_to(full.into()).await);
    assert!(said.contains("No space left on device"), "{said}");
    let (reader, pipe) = std::io::pipe().expect("a pipe");
    drop(reader);
    let left = openapi_to(pipe.into()).await;
    assert!(left.status.success() && left.stderr.is_empty(), "{}", words(&left.stderr));
}

#[tokio::test]
async fn settings_are_checked_and_every_error_names_its_variable() {
    let place = Installation::new().expect("a place");
    let good = place.run(&["config", "check"], "").await.expect("config check");
    assert!(good.status.success());
    assert!(words(&good.stdout).contains("DATABASE_URL = private PostgreSQL"));

    let place = place.with("FORUM__HTP__LISTEN", "x").with("FORUM__LIMITS__FACTOR", "many");
    let said = complaint(&place.run(&["config", "check"], "").await.expect("config check"));
    assert!(
        said.contains("FORUM__HTP__LISTEN: unknown setting; did you mean FORUM__HTTP__LISTEN?"),
        "{said}"
    );
    assert!(said.contains("FORUM__LIMITS__FACTOR: must be a number above 0"), "{said}");
}

#[tokio::test]
async fn production_refuses_to_start_with_spooled_mail() {
    let place = Installation::new()
        .expect("a place")
        .with("FORUM__PROFILE", "production")
        .with("FORUM__SITE__ORIGIN", "https://forum.example.org");
    let said = complaint(&place.run(&["serve"], "").await.expect("serve"));
    assert!(said.contains("FORUM__MAIL__URL: the production profile needs smtp"), "{said}");
}

#[tokio::test]
async fn a_taken_address_is_reported_with_its_setting() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let place = Installation::new().expect("a place").with("FORUM__HTTP__LISTEN", &address);
    let said = complaint(&place.run(&["serve"], "").await.expect("serve"));
    assert!(said.contains(&format!("FORUM__HTTP__LISTEN: cannot listen on {address}")), "{said}");
}

#[tokio::test]
async fn an_unreachable_database_is_reported_with_the_cause_and_without_its_password() {
    let place =
        Installation::new().expect("a place").with("DATABASE_URL", "postgres://ann:sesame@127.0.0.1:1/forum");
    let said = complaint(&place.run(&["migrate"], "").await.expect("migrate"));
    assert!(said.contains("DATABASE_URL") && said.contains("Connection refused"), "{said}");
    assert!(!said.contains("sesame"), "{said}");
}

#[tokio::test]
async fn administrators_are_created_appointed_and_listed_with_and_without_a_running_program() {
    let place = Installation::new().expect("a place");
    place.create_admin("first@forum.example", "Lantern-42-harbor").await.expect("alone");

    let program = place.serve().await.expect("serving");
    place.create_admin("second@forum.example", "Lantern-42-harbor").await.expect("beside");
    let list = place.run(&["admin", "list"], "").await.expect("list");
    assert_eq!(words(&list.stdout), "first@forum.example\tDana Reyes\nsecond@forum.example\tDana Reyes\n");

    let again =
        place.create_admin("FIRST@forum.example", "Lantern-42-harbor").await.expect_err("a second time");
    assert!(again.to_string().contains("already has an account"), "{again}");
    let weak = place.create_admin("third@forum.example", "password").await.expect_err("a weak password");
    assert!(weak.to_string().contains("Password does not meet complexity requirements"), "{weak}");
    let wrong = place.create_admin("third", "Lantern-42-harbor").await.expect_err("no address");
    assert!(wrong.to_string().trim_end().ends_with("like name@example.org."), "{wrong}");
    let unknown = place.run(&["admin", "grant", "--email", "nobody@forum.example"], "").await.expect("grant");
    assert!(complaint(&unknown).contains("no confirmed account has this address"));
    program.end().await.expect("an orderly end");
}

#[tokio::test]
async fn the_factors_of_a_lost_phone_are_taken_off_by_a_command() {
    let place = Installation::new().expect("a place").with("FORUM__ADMIN__SECOND_FACTOR", "required");
    let program = place.serve().await.expect("serving");
    let (email, password) = ("dana@forum.example", "Lantern-42-harbor");
    place.create_admin(email, password).await.expect("an administrator");
    let client = Client::new(&program.url).sign_in(email, password).await;
    assert_eq!(client.answer("/admin/users").await.status(), 403);
    let app = json_of(client.post("/auth/factors", json!({"factor_type": "totp"})).await).await;
    let path = |rest: &str| format!("/auth/factors/{}/{rest}", app["id"].as_str().expect("an id"));
    let challenge = json_of(client.post(&path("challenges"), json!({})).await).await;
    let code = totp(app["secret"].as_str().expect("a secret"), SystemClock.now());
    let answer = json!({"challenge_id": challenge["id"], "code": code});
    let verified = json_of(client.post(&path("verifications"), answer).await).await;
    assert_eq!(verified["aal"], "aal2");
    assert_eq!(client.answer("/admin/users").await.status(), 200);
    let credentials = json!({"email": email, "password": password});
    assert_eq!(client.post("/auth/sessions", credentials.clone()).await.status(), 200);

    let reset = ["users", "factors", "reset", "--email", "DANA@forum.example", "--reason"];
    let run = async |reason| place.run(&[&reset[..], &[reason]].concat(), "").await.expect("a command");
    assert!(complaint(&run(" ").await).contains("Reason is required."));
    let done = run("lost phone, known by voice").await;
    assert_eq!(words(&done.stdout), "second factors of DANA@forum.example removed: 1\n");
    assert_eq!(client.post("/auth/sessions", credentials).await.status(), 201);
    let listed = place.run(&["mail", "list"], "").await.expect("a command");
    assert!(words(&listed.stdout).contains("factor_removed"), "{}", words(&listed.stdout));
    program.end().await.expect("an orderly end");
}

async fn json_of(response: reqwest::Response) -> Value {
    response.json().await.expect("JSON")
}

#[tokio::test]
async fn accounts_are_listed_dismissed_disabled_and_enabled_but_never_the_last_administrator() {
    let place = Installation::new().expect("a place");
    let program = place.serve().await.expect("serving");
    for email in ["first@forum.example", "second@forum.example"] {
        place.create_admin(email, "Lantern-42-harbor").await.expect("an administrator");
    }
    let run = async |arguments: &[&str]| place.run(arguments, "").await.expect("a command");
    let said = async |arguments: &[&str]| {
        let output = run(arguments).await;
        assert!(output.status.success(), "{}", words(&output.stderr));
        words(&output.stdout)
    };
    let last = "this is the last administrator; appoint another one first";
    let (first, second) = (["--email", "FIRST@forum.example"], ["--email", "second@forum.example"]);
    let client = Client::new(&program.url).sign_in("first@forum.example", "Lantern-42-harbor").await;

    let disable = ["users", "disable", first[0], first[1], "--reason", "on leave"];
    assert_eq!(said(&disable).await, "first@forum.example is disabled\n");
    assert_eq!(client.answer("/users/me").await.status(), 401);
    assert!(complaint(&run(&["admin", "revoke", second[0], second[1]]).await).contains(last));
    let disable = ["users", "disable", second[0], second[1], "--reason", "on leave"];
    assert!(complaint(&run(&disable).await).contains(last));
    let shown = said(&["users", "show", first[0], first[1]]).await;
    assert!(shown.contains("roles\tadmin\n") && shown.contains("sessions\t0\n"), "{shown}");
    assert!(!shown.contains("disabled\t-"), "{shown}");

    let enable = ["users", "enable", first[0], first[1]];
    assert_eq!(said(&enable).await, "first@forum.example is enabled\n");
    assert_eq!(client.answer("/users/me").await.status(), 401);
    let revoke = ["admin", "revoke", second[0], second[1], "--reason", "left"];
    assert_eq!(said(&revoke).await, "second@forum.example is not an administrator\n");
    assert!(complaint(&run(&["admin", "revoke", first[0], first[1]]).await).contains(last));

    let list = said(&["users", "list"]).await;
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split('\t').collect()).collect();
    let columns: Vec<&[&str]> = rows.iter().map(|row| &row[1..4]).collect();
    assert_eq!(
        columns,
        [["second@forum.example", "Dana Reyes", ""], ["first@forum.example", "Dana Reyes", "admin"]]
    );
    assert_eq!(said(&["users", "list", "--role", "admin"]).await.lines().count(), 1);
    assert_eq!(said(&["users", "list", "--query", "SECOND"]).await.lines().count(), 1);
    let page = run(&["users", "list", "--limit", "1"]).await;
    assert_eq!(words(&page.stderr), "1 more; continue with --offset 1\n");

    let nobody = ["users", "show", "--email", "nobody@forum.example"];
    assert!(complaint(&run(&nobody).await).contains("no confirmed account has this address"));
    let blank = ["users", "disable", second[0], second[1], "--reason", " "];
    assert!(complaint(&run(&blank).await).contains("Reason is required."));
    program.end().await.expect("an orderly end");
}
