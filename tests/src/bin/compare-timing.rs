//! `compare-timing [ROUNDS]` checks whether a stranger can tell from responses, or from how long they take, that an address
//! has an account. Sends the same requests for unknown, unconfirmed, confirmed and disabled addresses to the program in the
//! same build directory, without limits, while the mail host takes three seconds for each mail. Prints medians; fails if
//! statuses, headers or bodies differ.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use forum_tests::postgres::insert_applicants;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use private_postgres::PrivateCluster;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

const STATES: [&str; 4] = ["unknown", "unconfirmed", "confirmed", "disabled"];
const MAIL_HOST: Duration = Duration::from_secs(3);
/// Rounds that are not counted, in which connections are opened and caches are filled.
const WARM_UP: usize = 10;
const PASSWORD: &str = "Lantern-42-harbor";
/// The goal: the difference from the unknown address is below one of these limits, a percentage and a time.
const SHARE: f64 = 5.0;
const MILLISECONDS: f64 = 1.0;

const RESEND: &str = "/auth/verifications/resend";
/// Done by a signed-in user who is not one of the owners. The other requests are anonymous.
const CHANGE: &str = "/users/me/email";
/// Name, path and body.
type Operation = (&'static str, &'static str, fn(&str) -> Value);

/// Each address is used once for each request. The two wrong codes stay below the limit of five tries
/// for an address. Sign-up is last, because it creates a registration for the unknown address.
const OPERATIONS: [Operation; 9] = [
    ("another mail", RESEND, |email| json!({ "email": email, "purpose": "verify_email" })),
    ("another mail for a change", RESEND, |email| json!({ "email": email, "purpose": "change_email" })),
    ("recovery", "/auth/recovery", |email| json!({ "email": email })),
    ("request a code", "/auth/codes", |email| json!({ "email": email })),
    ("typed code, wrong", "/auth/verifications", |email| json!({ "email": email, "code": "000000" })),
    ("sign-in code, wrong", "/auth/sessions/code", |email| json!({ "email": email, "code": "000000" })),
    ("password, wrong", "/auth/sessions", |email| json!({ "email": email, "password": "Wrong-9-password" })),
    ("change to the address", CHANGE, |email| json!({ "email": email, "current_password": PASSWORD })),
    (
        "sign-up",
        "/auth/signup",
        |email| json!({ "email": email, "password": PASSWORD, "first_name": "Ida", "last_name": "Ek" }),
    ),
];

/// As many registrations as there are rounds, with the password of one sign-up, and their links.
const REGISTRATIONS: [&str; 2] = [
    "insert into pending_registrations (id, email, first_name, last_name, password_hash, created_at)
     select gen_random_uuid(), 'unconfirmed' || number || '@timing.example', first_name, last_name, password_hash,
            created_at
     from pending_registrations, generate_series(1, $1) number",
    "insert into one_time_tokens (id, purpose, email, registration_id, created_at, expires_at)
     select gen_random_uuid(), 'verify_email', email, id, created_at, created_at + interval '1 day'
     from pending_registrations where email like 'unconfirmed%' and $1 > 0",
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let rounds = std::env::args().nth(1).map_or(Ok(200), |text| text.parse::<usize>())? + WARM_UP;
    let sink = SmtpSink::start().await;
    sink.answer(Step::Message, Some(Answer::After(MAIL_HOST)));
    let installation = Installation::new()
        .with("FORUM__LIMITS__FACTOR", "1000000")
        .with("RUST_LOG", "warn")
        .with_mail(&sink);
    let program = installation.serve().await;
    installation.create_admin("director@forum.example", PASSWORD).await;
    let (client, api) = (Client::new(), format!("{}/api", program.url));
    let post = |path: &str, body: &Value| client.post(format!("{api}{path}")).json(body);
    let sign_up = OPERATIONS[OPERATIONS.len() - 1];
    post(sign_up.1, &sign_up.2("first@timing.example")).send().await?.error_for_status()?;

    let cluster = PrivateCluster::attach(&cluster_options(&installation.path().join("data"))).await?;
    let options = cluster.context("no private PostgreSQL is running")?.options();
    let mut connection = PgConnection::connect_with(&options).await?;
    let owners = accounts(&mut connection, rounds).await?;
    let credentials = json!({ "email": owners[2 * rounds], "password": PASSWORD });
    let session = post("/auth/sessions", &credentials).send().await?.error_for_status()?;
    let session: Value = session.json().await?;
    let token = session["access_token"].as_str().context("an access token")?;

    let mut times: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for round in 0..rounds {
        let addresses = [
            format!("unknown{round}@timing.example"),
            format!("unconfirmed{}@timing.example", round + 1),
            owners[round].clone(),
            owners[rounds + round].clone(),
        ];
        for (index, (name, path, body)) in OPERATIONS.iter().enumerate() {
            let mut seen: Option<Seen> = None;
            // Each state is the first in turn, so that none benefits from its position.
            for state in (0..STATES.len()).map(|turn| (turn + round) % STATES.len()) {
                let body = body(&addresses[state]);
                let request = match *path {
                    CHANGE => client.put(format!("{api}{path}")).bearer_auth(token).json(&body),
                    _ => post(path, &body),
                };
                let (time, answer) = timed(&client, request).await.context(*name)?;
                let first = seen.get_or_insert_with(|| answer.clone());
                ensure!(*first == answer, "{name}: {first:?} is not {answer:?}");
                if round >= WARM_UP {
                    times.entry((index, state)).or_default().push(time.as_secs_f64() * 1000.0);
                }
            }
        }
    }
    print(&times)?;
    program.kill().await;
    Ok(())
}

/// Creates this many accounts in each state. Returns the addresses of the confirmed ones, of the disabled ones, and of one user
/// more.
async fn accounts(connection: &mut PgConnection, count: usize) -> anyhow::Result<Vec<String>> {
    let number = i32::try_from(count)?;
    for statement in REGISTRATIONS {
        sqlx::query(statement).bind(number).execute(&mut *connection).await?;
    }
    let owners = insert_applicants(connection, 2 * number + 1).await;
    let disable = "update users set disabled_at = now()
                   where id in (select user_id from profiles where email = any($1))";
    sqlx::query(disable).bind(&owners[count..2 * count]).execute(&mut *connection).await?;
    sqlx::raw_sql("analyze").execute(connection).await?;
    Ok(owners)
}

/// Everything in a response that an attacker sees, except its time.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

async fn timed(client: &Client, request: RequestBuilder) -> anyhow::Result<(Duration, Seen)> {
    let request = request.build()?;
    let started = Instant::now();
    let answer = client.execute(request).await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let body = answer.text().await?;
    let time = started.elapsed();
    if !matches!(status, 202 | 400 | 401 | 422) {
        bail!("{status} {body}");
    }
    let id = headers.get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    let kept = headers.iter().filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    let kept =
        kept.map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
    Ok((time, Seen { status, headers: kept.collect(), body: body.replace(id, "") }))
}

fn median(samples: impl Iterator<Item = f64>) -> f64 {
    let mut samples: Vec<f64> = samples.collect();
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Differences are medians over the rounds of the difference within a round, so that they do not depend on what else the
/// machine does.
fn print(times: &BTreeMap<(usize, usize), Vec<f64>>) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| request | address | median ms | difference ms | % | |\n|---|---|---|---|---|---|")?;
    for ((operation, state), samples) in times {
        let unknown = &times[&(*operation, 0)];
        let difference = median(samples.iter().zip(unknown).map(|(sample, unknown)| sample - unknown));
        let percent = difference / median(unknown.iter().copied()) * 100.0;
        let beyond = difference.abs() > MILLISECONDS && percent.abs() > SHARE;
        let mark = if beyond { "beyond the goal" } else { "" };
        let (name, state) = (OPERATIONS[*operation].0, STATES[*state]);
        let middle = median(samples.iter().copied());
        writeln!(out, "| {name} | {state} | {middle:.2} | {difference:+.2} | {percent:+.1} | {mark} |")?;
    }
    Ok(())
}
