//! `compare-timing [ROUNDS]` checks whether a stranger can tell from responses, or from how long they take, that an
//! address or a passkey has an account. Sends the same requests for unknown, unconfirmed, confirmed and disabled
//! addresses to the program in the same build directory, without limits, while the mail host takes three seconds for
//! each mail. Prints medians; fails if statuses, headers or bodies differ. Requests that need a proof first are not
//! compared: codes from apps and recovery codes follow a password, and an identity from a provider or a wallet is
//! looked up only after it is proven.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use forum_tests::authenticator::{Conduct, SoftPasskey};
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

/// A request about an address.
struct Operation {
    name: &'static str,
    path: &'static str,
    /// `PUT` by a signed-in user who is not one of the owners, otherwise an anonymous `POST`.
    signed_in: bool,
    body: fn(&str) -> Value,
}

impl Operation {
    const fn of_stranger(name: &'static str, path: &'static str, body: fn(&str) -> Value) -> Self {
        Self { name, path, signed_in: false, body }
    }
}

/// Each address is used once for each request. The two wrong codes stay below the limit of five tries for an address.
const OPERATIONS: [Operation; 9] = [
    Operation::of_stranger(
        "another mail",
        "/auth/verifications/resend",
        |email| json!({ "email": email, "purpose": "verify_email" }),
    ),
    Operation::of_stranger(
        "another mail for a change",
        "/auth/verifications/resend",
        |email| json!({ "email": email, "purpose": "change_email" }),
    ),
    Operation::of_stranger("recovery", "/auth/recovery", |email| json!({ "email": email })),
    Operation::of_stranger("request a code", "/auth/codes", |email| json!({ "email": email })),
    Operation::of_stranger(
        "typed code, wrong",
        "/auth/verifications",
        |email| json!({ "email": email, "code": "000000" }),
    ),
    Operation::of_stranger(
        "sign-in code, wrong",
        "/auth/sessions/code",
        |email| json!({ "email": email, "code": "000000" }),
    ),
    Operation::of_stranger(
        "password, wrong",
        "/auth/sessions",
        |email| json!({ "email": email, "password": "Wrong-9-password" }),
    ),
    Operation {
        name: "change to the address",
        path: "/users/me/email",
        signed_in: true,
        body: |email| json!({ "email": email, "current_password": PASSWORD }),
    },
    // Last, because it creates a registration for the unknown address.
    Operation::of_stranger(
        "sign-up",
        "/auth/signup",
        |email| json!({ "email": email, "password": PASSWORD, "first_name": "Ida", "last_name": "Ek" }),
    ),
];
/// The row of its medians in the table.
const PASSKEY: usize = OPERATIONS.len();

fn name_of(index: usize) -> &'static str {
    OPERATIONS.get(index).map_or("passkey, not signed by it", |operation| operation.name)
}

/// Passkeys in the order of the states; the first two have no owner.
type Passkeys = [SoftPasskey; 4];

/// Creates as many accounts in each state as there are rounds, with the password of one sign-up.
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
         insert into profiles (user_id, first_name, last_name, email, user_created_at)
         select id, 'Ida', 'Ek', email, created_at from people),
     new_roles as (
         insert into user_roles (user_id, role, granted_at, user_created_at)
         select id, 'applicant', created_at, created_at from people)
     insert into credentials (user_id, password_hash, updated_at) select id, password_hash, created_at from people",
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let rounds = std::env::args().nth(1).map_or(Ok(200), |text| text.parse::<usize>())?;
    let sink = SmtpSink::start().await;
    sink.answer(Step::Message, Some(Answer::After(MAIL_HOST)));
    let installation = Installation::new()
        .with("FORUM__LIMITS__FACTOR", "1000000")
        .with("RUST_LOG", "warn")
        .with_mail(&sink);
    let program = installation.serve().await;
    let client = Client::new();
    // Three more than there are rounds: one user who changes their address, and two users with passkeys.
    let accounts = rounds + WARM_UP + 3;
    let mut connection = create_accounts(&installation, &client, &program.url, accounts).await?;
    let site = Site { client, url: program.url.clone() };
    let token = site.sign_in(accounts).await?;
    let mut passkeys = site.passkeys(accounts).await?;
    let disable =
        "update users set disabled_at = now() where id = (select user_id from profiles where email = $1)";
    sqlx::query(disable).bind(confirmed(accounts - 2)).execute(&mut connection).await?;
    connection.close().await?;

    let mut times: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for round in 0..rounds + WARM_UP {
        for index in 0..=PASSKEY {
            let mut seen: Option<Seen> = None;
            for state in order(round) {
                let (time, answer) = match OPERATIONS.get(index) {
                    Some(operation) => {
                        let email = format!("{}{}@timing.example", STATES[state], round + 1);
                        site.measure(operation, &email, &token).await?
                    }
                    None => site.measure_passkey(&mut passkeys[state]).await?,
                };
                let first = seen.get_or_insert_with(|| answer.clone());
                ensure!(*first == answer, "{}: {first:?} is not {answer:?}", name_of(index));
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

/// Every order of the four states in turn, so that no state benefits from its position.
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
    installation: &Installation,
    client: &Client,
    url: &str,
    count: usize,
) -> anyhow::Result<PgConnection> {
    let sign_up = &OPERATIONS[OPERATIONS.len() - 1];
    let site = Site { client: client.clone(), url: url.to_owned() };
    site.measure(sign_up, "first@timing.example", "").await?;
    let cluster = PrivateCluster::attach(&cluster_options(&installation.path().join("data"))).await?;
    let options = cluster.context("no private PostgreSQL is running")?.options();
    let mut connection = PgConnection::connect_with(&options).await?;
    for statement in ACCOUNTS {
        sqlx::query(statement).bind(i32::try_from(count)?).execute(&mut connection).await?;
    }
    sqlx::raw_sql("analyze").execute(&mut connection).await?;
    Ok(connection)
}

fn confirmed(number: usize) -> String {
    format!("confirmed{number}@timing.example")
}

/// Everything in a response that an attacker sees, except its time.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// A client of the program.
struct Site {
    client: Client,
    url: String,
}

impl Site {
    /// An IP address can have no passkeys, so this uses the host name.
    fn page(&self) -> Conduct {
        Conduct { origin: self.url.replace("127.0.0.1", "localhost"), ..Conduct::default() }
    }

    async fn measure(
        &self,
        operation: &Operation,
        email: &str,
        token: &str,
    ) -> anyhow::Result<(Duration, Seen)> {
        let url = format!("{}/api{}", self.url, operation.path);
        let request = match operation.signed_in {
            true => self.client.put(url).bearer_auth(token),
            false => self.client.post(url),
        };
        self.timed(operation.name, request.json(&(operation.body)(email))).await
    }

    /// A credential that its passkey has not signed.
    async fn measure_passkey(&self, passkey: &mut SoftPasskey) -> anyhow::Result<(Duration, Seen)> {
        let challenge =
            self.send(self.client.post(format!("{}/api/auth/passkeys/challenges", self.url))).await?;
        let conduct = Conduct { forged: true, ..self.page() };
        let credential = passkey.answer(&challenge["options"], &conduct);
        let request = self.client.post(format!("{}/api/auth/sessions/passkey", self.url));
        self.timed("passkey", request.json(&json!({ "credential": credential }))).await
    }

    async fn timed(&self, name: &str, request: RequestBuilder) -> anyhow::Result<(Duration, Seen)> {
        let request = request.build()?;
        let started = Instant::now();
        let answer = self.client.execute(request).await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = answer.text().await?;
        let time = started.elapsed();
        if !matches!(status, 202 | 400 | 401 | 422) {
            bail!("{name}: {status} {body}");
        }
        let id = headers.get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
        let kept = headers.iter().filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
        let kept = kept
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
        Ok((time, Seen { status, headers: kept.collect(), body: body.replace(id, "") }))
    }

    async fn send(&self, request: RequestBuilder) -> anyhow::Result<Value> {
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    /// The access token of a confirmed user.
    async fn sign_in(&self, number: usize) -> anyhow::Result<String> {
        let credentials = json!({ "email": confirmed(number), "password": PASSWORD });
        let url = format!("{}/api/auth/sessions", self.url);
        let session = self.send(self.client.post(url).json(&credentials)).await?;
        Ok(session["access_token"].as_str().context("an access token")?.to_owned())
    }

    /// The first two were never verified, the other two belong to the users before the last.
    async fn passkeys(&self, accounts: usize) -> anyhow::Result<Passkeys> {
        Ok([
            self.passkey(accounts - 1, false).await?,
            self.passkey(accounts - 2, false).await?,
            self.passkey(accounts - 1, true).await?,
            self.passkey(accounts - 2, true).await?,
        ])
    }

    async fn passkey(&self, number: usize, verified: bool) -> anyhow::Result<SoftPasskey> {
        let token = self.sign_in(number).await?;
        let post = |path: String| self.client.post(format!("{}/api{path}", self.url)).bearer_auth(&token);
        let begun =
            self.send(post("/auth/factors".to_owned()).json(&json!({ "factor_type": "passkey" }))).await?;
        let (passkey, credential) = SoftPasskey::create(&begun["options"], &self.page());
        if verified {
            let id = begun["id"].as_str().context("an id")?;
            let answer = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
            self.send(post(format!("/auth/factors/{id}/verifications")).json(&answer)).await?;
        }
        Ok(passkey)
    }
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
        let name = name_of(*operation);
        let (state, middle) = (STATES[*state], median(samples.iter().copied()));
        writeln!(out, "| {name} | {state} | {middle:.2} | {difference:+.2} | {percent:+.1} | {mark} |")?;
    }
    Ok(())
}
