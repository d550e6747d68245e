//! The commands and their error messages.

mod doctor;

use std::fs::File;
use std::process::Stdio;

use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::builders::totp;
use forum_tests::program::{CommandOutput, Installation};
use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn openapi_needs_no_settings_and_reports_unwritable_output_but_no_closed_pipe() {
    let installation = Installation::new().with("FORUM__NO__SUCH__SETTING", "x");
    let openapi_to = async |output: Stdio| {
        let mut command = installation.command(["openapi"]);
        let child = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the openapi command");
        CommandOutput::from(child.wait_with_output().await.expect("an exit status"))
    };
    assert!(openapi_to(Stdio::piped()).await.success().contains("\"openapi\": \"3.0"));
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    openapi_to(full.into()).await.fails_with("No space left on device");
    let (reader, pipe) = std::io::pipe().expect("a pipe");
    drop(reader);
    let left = openapi_to(pipe.into()).await;
    assert_eq!(left.success_message(), "");
}

#[tokio::test]
async fn settings_are_checked_and_every_error_names_its_variable() {
    let installation = Installation::new();
    let settings = installation.run(&["config", "check"]).await.success();
    assert!(settings.contains("DATABASE_URL = private PostgreSQL"));
    let database = "postgres://ann:sesame@127.0.0.1:1/forum";
    for (command, setting, value, message) in [
        (&["config", "check"][..], "FORUM__HTP__LISTEN", "x", "FORUM__HTP__LISTEN: unknown setting; did you"),
        (&["worker"], "FORUM__LIMITS__FACTOR", "1", "DATABASE_URL: a worker needs it"),
        (&["worker"], "DATABASE_URL", database, "FORUM__SITE__ORIGIN: a worker needs it"),
        (&["migrate"], "DATABASE_URL", database, "Connection refused"),
        (&["keys", "rotate"], "FORUM__KEYS__DIR", "/nowhere", "FORUM__KEYS__DIR"),
    ] {
        let output = Installation::new().with(setting, value).run(command).await.failure();
        assert!(output.contains(message) && !output.contains("sesame"), "{message}: {output}");
    }
}

#[tokio::test]
async fn an_address_in_use_is_reported_with_its_setting() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    for setting in ["FORUM__HTTP__LISTEN", "FORUM__METRICS__LISTEN"] {
        let output = Installation::new().with(setting, &address).run(&["serve"]).await.failure();
        assert!(output.contains(&format!("{setting}: cannot listen on {address}")), "{output}");
    }
}

#[tokio::test]
async fn administrators_are_created_appointed_and_listed_with_and_without_a_running_program() {
    let installation = Installation::new();
    installation.create_admin("first@forum.example", "Lantern-42-harbor").await;

    let program = installation.serve().await;
    installation.create_admin("second@forum.example", "Lantern-42-harbor").await;
    let list = installation.run(&["admin", "list"]).await.success();
    assert_eq!(list, "first@forum.example\tDana Reyes\nsecond@forum.example\tDana Reyes\n");

    for (email, password, message) in [
        ("FIRST@forum.example", "Lantern-42-harbor", "already has an account"),
        ("third@forum.example", "password", "Password does not meet complexity requirements"),
        ("third", "Lantern-42-harbor", "like name@example.org.\n"),
    ] {
        installation.try_create_admin(email, password).await.fails_with(message);
    }
    let unknown = installation.run(&["admin", "grant", "--email", "nobody@forum.example"]).await;
    assert!(unknown.failure().contains("no confirmed account has this address"));
    program.end().await;
}

#[tokio::test]
async fn a_command_removes_all_factors_of_a_user() {
    let installation = Installation::new().with("FORUM__ADMIN__SECOND_FACTOR", "required");
    let program = installation.serve().await;
    let (email, password) = ("dana@forum.example", "Lantern-42-harbor");
    installation.create_admin(email, password).await;
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
    let run = async |reason| installation.run(&[&reset[..], &[reason]].concat()).await;
    run(" ").await.fails_with("Reason is required.");
    let done = run("lost phone, known by voice").await;
    assert_eq!(done.success(), "second factors of DANA@forum.example removed: 1\n");
    assert_eq!(client.post("/auth/sessions", credentials).await.status(), 201);
    let listed = installation.run(&["mail", "list"]).await.success();
    assert!(listed.contains("factor_removed"), "{listed}");
    program.end().await;
}

#[tokio::test]
async fn tokens_of_machines_are_created_listed_and_revoked() {
    let (installation, program) = Installation::served().await;
    let run = async |arguments: &[&str]| installation.run(arguments).await;
    let create = async |name: &str, days: &str| {
        run(&["tokens", "create", "--name", name, "--scope", "export", "--days", days]).await
    };
    let created = create("nightly", "90").await;
    assert!(created.stderr.contains("nightly is valid until ") && !created.stderr.contains("efm_"));
    let output = created.success();
    let token = output.strip_suffix('\n').expect("one line");
    assert!(token.starts_with("efm_") && token.len() == 68, "{token}");
    let machine = Client::new(&program.url).with_token(token);
    let export = async || machine.answer("/admin/applications/export").await.status();
    assert_eq!(export().await, 200);
    assert_eq!(machine.answer("/users/me").await.status(), 403);

    create("nightly", "1").await.fails_with("there is a token with the name nightly; revoke it first");
    create("Nightly", "1").await.fails_with("lowercase letters, digits and hyphens");
    assert!(create("other", "367").await.stderr.contains("367 is not in 1..=366"));
    let list = run(&["tokens", "list"]).await.success();
    assert!(list.starts_with("nightly\texport\t") && list.ends_with("\tvalid\n"), "{list}");

    assert_eq!(run(&["tokens", "revoke", "nightly"]).await.success(), "nightly is revoked\n");
    assert_eq!(export().await, 401);
    assert_eq!(run(&["tokens", "list"]).await.success(), "");
    run(&["tokens", "revoke", "nightly"]).await.fails_with("there is no token with the name nightly");
    program.end().await;
}

async fn json_of(response: reqwest::Response) -> Value {
    response.json().await.expect("JSON")
}

#[tokio::test]
async fn accounts_are_listed_demoted_disabled_and_enabled_but_the_last_administrator_is_kept() {
    let (installation, program) = Installation::served().await;
    for email in ["first@forum.example", "second@forum.example"] {
        installation.create_admin(email, "Lantern-42-harbor").await;
    }
    let run = async |arguments: &[&str]| installation.run(arguments).await;
    let output = async |arguments: &[&str]| run(arguments).await.success();
    let last = "this is the last administrator; appoint another one first";
    let (first, second) = (["--email", "FIRST@forum.example"], ["--email", "second@forum.example"]);
    let client = Client::new(&program.url).sign_in("first@forum.example", "Lantern-42-harbor").await;

    let disable = ["users", "disable", first[0], first[1], "--reason", "on leave"];
    assert_eq!(output(&disable).await, "first@forum.example is disabled\n");
    assert_eq!(client.answer("/users/me").await.status(), 401);
    run(&["admin", "revoke", second[0], second[1]]).await.fails_with(last);
    let disable = ["users", "disable", second[0], second[1], "--reason", "on leave"];
    run(&disable).await.fails_with(last);
    let shown = output(&["users", "show", first[0], first[1]]).await;
    assert!(shown.contains("roles\tadmin\n") && shown.contains("sessions\t0\n"), "{shown}");
    assert!(!shown.contains("disabled\t-"), "{shown}");

    let enable = ["users", "enable", first[0], first[1]];
    assert_eq!(output(&enable).await, "first@forum.example is enabled\n");
    assert_eq!(client.answer("/users/me").await.status(), 401);
    let revoke = ["admin", "revoke", second[0], second[1], "--reason", "left"];
    assert_eq!(output(&revoke).await, "second@forum.example is not an administrator\n");
    run(&["admin", "revoke", first[0], first[1]]).await.fails_with(last);

    let list = output(&["users", "list"]).await;
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split('\t').collect()).collect();
    let columns: Vec<&[&str]> = rows.iter().map(|row| &row[1..4]).collect();
    assert_eq!(
        columns,
        [["second@forum.example", "Dana Reyes", ""], ["first@forum.example", "Dana Reyes", "admin"]]
    );
    assert_eq!(output(&["users", "list", "--role", "admin"]).await.lines().count(), 1);
    assert_eq!(output(&["users", "list", "--query", "SECOND"]).await.lines().count(), 1);
    let page = run(&["users", "list", "--limit", "1"]).await;
    assert_eq!(page.stderr, "1 more; continue with --offset 1\n");

    let unknown_user = ["users", "show", "--email", "nobody@forum.example"];
    run(&unknown_user).await.fails_with("no confirmed account has this address");
    let blank = ["users", "disable", second[0], second[1], "--reason", " "];
    run(&blank).await.fails_with("Reason is required.");
    program.end().await;
}
