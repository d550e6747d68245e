//! The measured requests, and the signed-in users in a seeded database who send them: sessions are written and
//! their access tokens signed here, because signing in thousands of times would take longer than everything that is
//! measured.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::crypto::{KeyDirectory, PasetoIssuer};
use forum_adapters::postgres::ConnectionPool;
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::accounts::{AccessClaims, Secrets, TokenIssuer};
use forum_domain::shared::{Clock, IdSource};
use forum_tests::harness::Caller;
use forum_tests::program::{Installation, Program};
use reqwest::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::floor::Script;
use crate::load::{Shot, Shots, Until};
use crate::scripts;

const EMAIL: &str = "bench@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";
const WAITING: &str = "select user_id, id from applications where status = 'pending' order by id limit $1";

pub struct Case {
    pub name: String,
    pub until: Until,
    /// Returns the request with this number.
    pub shot: Shots,
    pub ground: Ground,
    /// The maximum cost, as a multiple of the floor.
    pub goal: Option<f64>,
}

impl Case {
    /// [`Script::CLIENTS`] send requests for three seconds.
    fn new(name: &str, ground: Ground, shot: impl Fn(usize) -> Shot + Send + Sync + 'static) -> Self {
        Self {
            name: name.to_owned(),
            until: Until::Elapsed(Duration::from_secs(3)),
            shot: Arc::new(shot),
            ground,
            goal: None,
        }
    }

    fn with_goal(self, goal: f64) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// Sends each request once, up to this number.
    fn once(self, end: usize) -> Self {
        Self { until: Until::Sent(end - WARM_UP), ..self }
    }
}

/// Number of requests before a measurement, which fill plan caches and other caches.
pub const WARM_UP: usize = 40;

/// The floor that a request is compared with.
pub enum Ground {
    /// Its SQL, run by pgbench.
    Sql(Script),
    /// The same page, sent by nginx.
    Page,
    Hash,
}

/// Applicants who can each apply once, and pending applications that can each be decided once.
const APPLICANTS: i64 = 2_000;
const PENDING: i64 = 3_000;

const FREE: &str = "select distinct on (a.user_id) a.user_id, a.id from applications a
    join user_roles r on r.user_id = a.user_id and r.role = 'applicant'
    where not exists (select from applications p where p.user_id = a.user_id and p.status = 'pending')
    order by a.user_id limit $1";

const SESSION: &str =
    "select s.id from sessions s join profiles p on p.user_id = s.user_id where p.email = $1";

/// Reads of the caller's own data, by many users in turn.
fn own(name: &str, users: &Arc<Vec<SignedIn>>, path: fn(&SignedIn) -> String, script: Script) -> Case {
    let users = Arc::clone(users);
    let shot = move |number: usize| {
        let user = &users[number % users.len()];
        Shot::get(path(user), Some(&user.token))
    };
    Case::new(name, Ground::Sql(script), shot).with_goal(2.0)
}

fn credentials() -> Value {
    json!({ "email": EMAIL, "password": PASSWORD })
}

/// The access token of a new administrator.
pub async fn administrator(
    installation: &Installation,
    program: &Program,
    client: &Client,
) -> anyhow::Result<Arc<str>> {
    // A kept database has the account.
    installation.try_create_admin(EMAIL, PASSWORD).await;
    signed_in(program, client).await
}

/// The access token of that administrator in a new session.
pub async fn signed_in(program: &Program, client: &Client) -> anyhow::Result<Arc<str>> {
    let session =
        client.post(format!("{}/api/auth/sessions", program.url)).json(&credentials()).send().await?;
    let session: Value = session.error_for_status()?.json().await?;
    Ok(session["access_token"].as_str().context("an access token")?.into())
}

pub async fn all(data: &Path, admin: Arc<str>, pool: &ConnectionPool) -> anyhow::Result<Vec<Case>> {
    let applicants = Arc::new(sign_in(pool, data, FREE, APPLICANTS).await?);
    let waiting = Arc::new(sign_in(pool, data, WAITING, PENDING).await?);
    scripts::prepare(pool, APPLICANTS, PENDING).await?;

    let mut cases = vec![
        Case::new("home page, compressed", Ground::Page, |_| Shot {
            encoding: Some("gzip"),
            ..Shot::get("/", None)
        })
        .with_goal(2.5),
        own("own account", &waiting, |_| "/api/users/me".to_owned(), scripts::account()?),
        own(
            "own application",
            &waiting,
            |user| format!("/api/applications/{}", user.application),
            scripts::application()?,
        ),
        own(
            "own pending ones",
            &waiting,
            |_| "/api/applications/mine?status=pending&limit=1".to_owned(),
            scripts::mine()?,
        ),
    ];
    let session: Uuid = sqlx::query_scalar(SESSION).bind(EMAIL).fetch_one(pool).await?;
    for list in scripts::lists(pool, &scripts::session(&format!("'{session}'"))?).await? {
        let (token, path) = (Arc::clone(&admin), list.path);
        let case = Case::new(&list.name, Ground::Sql(list.script), move |_| Shot::get(&path, Some(&token)));
        cases.push(case.with_goal(3.0));
    }
    let (users, form) = (Arc::clone(&applicants), Arc::new(Caller::wizard()));
    let submit = move |number: usize| Shot::post("/api/applications", Some(&users[number].token), &form, 201);
    let decision = Arc::new(json!({ "decision": "approved", "note": "Good fit for the autumn forum." }));
    let decide = move |number: usize| {
        let path = format!("/api/admin/applications/{}/decision", waiting[number].application);
        Shot::post(path, Some(&admin), &decision, 200)
    };
    let credentials = Arc::new(credentials());
    let sign_in = move |_| Shot::post("/api/auth/sessions", None, &credentials, 201);
    let users = Arc::clone(&applicants);
    let refresh = move |number: usize| {
        let (turn, user) = (number / users.len(), &users[number % users.len()]);
        let body = Arc::new(json!({ "refresh_token": user.refresh_token(turn) }));
        Shot::post("/api/auth/sessions/refresh", None, &body, 200)
    };
    cases.extend([
        Case::new("create", Ground::Sql(scripts::create(2_000)?), submit).with_goal(2.0).once(2_000),
        Case::new("decision", Ground::Sql(scripts::decide(1_000)), decide).once(1_500),
        Case::new("sign-in", Ground::Hash, sign_in).with_goal(1.1),
        Case::new("refresh", Ground::Sql(scripts::refresh()?), refresh).with_goal(2.0),
    ]);
    Ok(cases)
}

/// A user with an access token.
pub struct SignedIn {
    pub token: Arc<str>,
    pub application: Uuid,
    session: Uuid,
    secrets: Secrets,
}

impl SignedIn {
    /// The refresh token after this many refreshes: `base64url(session id ‖ counter ‖ MAC)`.
    pub fn refresh_token(&self, refreshes: usize) -> String {
        let counter = (FIRST + refreshes as u32).to_be_bytes();
        let mac = self.secrets.derive("refresh token", self.session, &counter);
        URL_SAFE_NO_PAD.encode([self.session.as_bytes(), &counter[..], &mac].concat())
    }
}

/// The counter of a session that was never refreshed.
const FIRST: u32 = 1;

/// Signs in the users from `query`, which returns ids of users and of their applications. Its parameter limits their
/// number.
pub async fn sign_in(
    pool: &ConnectionPool,
    data: &Path,
    query: &'static str,
    number: i64,
) -> anyhow::Result<Vec<SignedIn>> {
    let keys = KeyDirectory::open(&data.join("keys"))?;
    let (issuer, secrets) = (PasetoIssuer::new(keys.ring), keys.master);
    let now = SystemClock.now();
    let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(query).bind(number).fetch_all(pool).await?;
    let (users, applications): (Vec<Uuid>, Vec<Uuid>) = rows.into_iter().unzip();
    let sessions: Vec<Uuid> = users.iter().map(|_| RandomIds.new_id()).collect();
    sqlx::query(
        "insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at)
         select session, user_id, 1, true, $3, $3, $3, $3 + interval '1 day'
         from unnest($1::uuid[], $2::uuid[]) as opened (session, user_id)",
    )
    .bind(&sessions)
    .bind(&users)
    .bind(now)
    .execute(pool)
    .await?;
    let signed_in = users.iter().zip(sessions).zip(applications).map(|((user, session), application)| {
        let expires_at = now + time::Duration::minutes(15);
        let claims = AccessClaims { user_id: *user, session_id: session, counter: FIRST, expires_at };
        let token = issuer.issue(&claims)?.into();
        Ok(SignedIn { token, application, session, secrets: secrets.clone() })
    });
    signed_in.collect::<Result<_, forum_domain::shared::Fault>>().context("an access token")
}
