//! `compare-timing [ROUNDS]`: whether a stranger can tell from responses, or from how long they take, if an address has
//! an account. Sends the same requests for unknown, unconfirmed, confirmed and disabled addresses to the program in the
//! same build directory, without limits, while the mail host takes three seconds for each mail. Prints medians; fails
//! if statuses, headers or bodies differ.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use forum_tests::program::{Installation, cluster_options};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use private_postgres::PrivateCluster;
use reqwest::Client;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

const STATES: [&str; 4] = ["unknown", "unconfirmed", "confirmed", "disabled"];
const MAIL_HOST: Duration = Duration::from_secs(3);
/// Rounds before those that count: connections are opened and caches filled.
const WARM_UP: usize = 10;
const PASSWORD: &str = "Lantern-42-harbor";
/// The goal: within one of these of the unknown address.
const SHARE: f64 = 5.0;
const MILLISECONDS: f64 = 1.0;

/// A request about an address.
struct Operation {
    name: &'static str,
    path: &'static str,
    body: fn(&str) -> Value,
}

/// Each address is used once for each; the two codes stay below the five tries of an address.
const OPERATIONS: [Operation; 7] = [
    Operation {
        name: "another mail",
        path: "/auth/verifications/resend",
        body: |email| json!({ "email": email, "purpose": "verify_email" }),
    },
    Operation { name: "recovery", path: "/auth/recovery", body: |email| json!({ "email": email }) },
    Operation { name: "request a code", path: "/auth/codes", body: |email| json!({ "email": email }) },
    Operation {
        name: "typed code, wrong",
        path: "/auth/verifications",
        body: |email| json!({ "email": email, "code": "000000" }),
    },
    Operation {
        name: "sign-in code, wrong",
        path: "/auth/sessions/code",
        body: |email| json!({ "email": email, "code": "000000" }),
    },
    Operation {
        name: "password, wrong",
        path: "/auth/sessions",
        body: |email| json!({ "email": email, "password": "Wrong-9-password" }),
    },
    // The last one, because it changes what is known of an unknown address.
    Operation {
        name: "sign-up",
        path: "/auth/signup",
        body: |email| json!({ "email": email, "password": PASSWORD, "first_name": "Ida", "last_name": "Ek" }),
    },
];

/// As many accounts of each state as there are rounds, with the password of one sign-up.
const ACCOUNTS: [&str; 3] = [
    "insert into pending_registrations (id, email, first_name, last_name, password_hash, created_at)
     select gen_random_uuid(), 'unconfirmed' || number || '@timing.example', first_name, last_name, password_hash,
            created_at
     from pending_registrations, generate_series(1, $1) number where email = 'first@timing.example'",
    "insert into one_time_tokens (id, purpose, email, registration_id, created_at, expires_at)
     select gen_random_uuid(), 'verify_email', email, id, created_at, created_at + interval '1 day'
     from pending_registrations where email like 'unconfirmed%' and $1 > 0",
    "with people as materialized (
         select gen_random_uuid() id, state, state || number || '@timing.example' email, password_hash, created_at
         from pending_registrations, generate_series(1, $1) number, unnest(array['confirmed', 'disabled']) state
         where email = 'first@timing.example'),
     new_users as (
         insert into users (id, created_at, disabled_at)
         select id, created_at, case when state = 'disabled' then created_at end from people),
     new_profiles as (
         insert into profiles (user_id, first_name, last_name, email) select id, 'Ida', 'Ek', email from people),
     new_roles as (
         insert into user_roles (user_id, role, granted_at) select id, 'applicant', created_at from people)
     insert into credentials (user_id, password_hash, updated_at) select id, password_hash, created_at from people",
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let rounds = std::env::args().nth(1).map_or(Ok(200), |text| text.parse::<usize>())?;
    let sink = SmtpSink::start().await?;
    sink.answer(Step::Message, Some(Answer::After(MAIL_HOST)));
    let place = Installation::new()?
        .with("FORUM__LIMITS__FACTOR", "1000000")
        .with("RUST_LOG", "warn")
        .with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()));
    let program = place.serve().await?;
    let client = Client::new();
    create_accounts(&place, &client, &program.url, rounds + WARM_UP).await?;

    let mut times: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for round in 0..rounds + WARM_UP {
        for (index, operation) in OPERATIONS.iter().enumerate() {
            let mut seen: Option<Seen> = None;
            for state in order(round) {
                let email = format!("{}{}@timing.example", STATES[state], round + 1);
                let (time, answer) = measure(&client, &program.url, operation, &email).await?;
                let first = seen.get_or_insert_with(|| answer.clone());
                ensure!(*first == answer, "{}: {first:?} is not {answer:?}", operation.name);
                if round >= WARM_UP {
                    times.entry((index, state)).or_default().push(time.as_secs_f64() * 1000.0);
                }
            }
        }
    }
    print(&times)?;
    program.kill().await
}

/// Every order of the four states in turn, so that none profits from its neighbours.
fn order(round: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..STATES.len()).collect();
    let mut number = round;
    (1..=STATES.len())
        .rev()
        .map(|choices| {
            let chosen = left.remove(number % choices);
            number /= choices;
            chosen
        })
        .collect()
}

async fn create_accounts(
    place: &Installation,
    client: &Client,
    url: &str,
    count: usize,
) -> anyhow::Result<()> {
    let sign_up = &OPERATIONS[OPERATIONS.len() - 1];
    measure(client, url, sign_up, "first@timing.example").await?;
    let cluster = PrivateCluster::attach(&cluster_options(&place.path().join("data"))).await?;
    let options = cluster.context("no private PostgreSQL is running")?.options();
    let mut connection = PgConnection::connect_with(&options).await?;
    for statement in ACCOUNTS {
        sqlx::query(statement).bind(i32::try_from(count)?).execute(&mut connection).await?;
    }
    sqlx::raw_sql("analyze").execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// What a stranger sees of a response, apart from its time.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

async fn measure(
    client: &Client,
    url: &str,
    operation: &Operation,
    email: &str,
) -> anyhow::Result<(Duration, Seen)> {
    let request =
        client.post(format!("{url}/api{}", operation.path)).json(&(operation.body)(email)).build()?;
    let started = Instant::now();
    let answer = client.execute(request).await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let body = answer.text().await?;
    let time = started.elapsed();
    if !matches!(status, 202 | 400 | 401) {
        bail!("{}: {status} {body}", operation.name);
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
        let (name, state, middle) =
            (OPERATIONS[*operation].name, STATES[*state], median(samples.iter().copied()));
        writeln!(out, "| {name} | {state} | {middle:.2} | {difference:+.2} | {percent:+.1} | {mark} |")?;
    }
    Ok(())
}
