//! The measured requests.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::postgres::ConnectionPool;
use forum_tests::harness::Caller;
use forum_tests::program::{Installation, Program};
use reqwest::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::floor::Script;
use crate::load::{Shot, Shots, Until};
use crate::users::{SignedIn, sign_in};
use crate::{lists, scripts};

const EMAIL: &str = "bench@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

pub struct Case {
    pub name: String,
    pub clients: usize,
    pub until: Until,
    /// Whether the mails are sent while the case is measured, so that the cost includes sending them.
    pub sends_mail: bool,
    /// Returns the request with this number.
    pub shot: Shots,
    pub ground: Ground,
    /// The maximum cost, as a multiple of the floor.
    pub goal: Option<f64>,
}

impl Case {
    /// 4 clients send requests for three seconds.
    fn new(name: &str, ground: Ground, shot: impl Fn(usize) -> Shot + Send + Sync + 'static) -> Self {
        Self {
            name: name.to_owned(),
            clients: 4,
            until: Until::Elapsed(Duration::from_secs(3)),
            sends_mail: false,
            shot: Arc::new(shot),
            ground,
            goal: None,
        }
    }

    fn with_goal(self, goal: f64) -> Self {
        Self { goal: Some(goal), ..self }
    }

    fn with_clients(self, clients: usize) -> Self {
        Self { clients, ..self }
    }

    /// Sends each request once, from number `first` to `end`.
    fn once(self, first: usize, end: usize) -> Self {
        let shot = self.shot;
        let until = Until::Sent(end - first - WARM_UP);
        Self { until, shot: Arc::new(move |turn| shot(first + turn)), ..self }
    }
}

/// Number of requests before a measurement, which fill plan caches and other caches.
pub const WARM_UP: usize = 40;

/// The floor that a request is compared with.
pub enum Ground {
    Nothing,
    /// Its SQL, run by pgbench.
    Sql(Script),
    /// The same page, sent by nginx.
    Page,
    Hash,
}

/// Applicants who can each apply once, and pending applications that can each be decided once.
const APPLICANTS: i64 = 6_000;
const PENDING: i64 = 3_000;

const FREE: &str = "select distinct on (a.user_id) a.user_id, a.id from applications a
    join user_roles r on r.user_id = a.user_id and r.role = 'applicant'
    where not exists (select from applications p where p.user_id = a.user_id and p.status = 'pending')
    order by a.user_id limit $1";
const SESSION: &str =
    "select s.id from sessions s join profiles p on p.user_id = s.user_id where p.email = $1";
const WAITING: &str = "select user_id, id from applications where status = 'pending' order by id limit $1";

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

/// All cases.
pub async fn all(data: &Path, admin: Arc<str>, pool: &ConnectionPool) -> anyhow::Result<Vec<Case>> {
    let applicants = Arc::new(sign_in(pool, data, FREE, APPLICANTS).await?);
    let waiting = Arc::new(sign_in(pool, data, WAITING, PENDING).await?);
    scripts::prepare(pool, APPLICANTS, PENDING).await?;

    let form = Arc::new(Caller::wizard());
    let create = |name, ground| {
        let (applicants, form) = (Arc::clone(&applicants), Arc::clone(&form));
        let token = move |number: usize| Arc::clone(&applicants[number].token);
        Case::new(name, ground, move |number| {
            Shot::post("/api/applications", Some(&token(number)), &form, 201)
        })
    };
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
    for list in lists::all(pool, &scripts::session(&format!("'{session}'"))?).await? {
        let (token, path) = (Arc::clone(&admin), list.path);
        let case = Case::new(&list.name, Ground::Sql(list.script), move |_| Shot::get(&path, Some(&token)));
        cases.push(case.with_goal(3.0));
    }
    let submission = Ground::Sql(scripts::create(2_000)?);
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
        create("create", submission).with_goal(2.0).once(0, 2_000),
        Case { sends_mail: true, ..create("create and send the mail", Ground::Nothing).once(2_000, 3_000) },
        create("create, 1 writer", Ground::Nothing).with_clients(1).once(3_000, 4_000),
        create("create, 16 writers", Ground::Nothing).with_clients(16).once(4_000, 6_000),
        Case::new("decision", Ground::Sql(scripts::decide(1_000)), decide).once(0, 1_500),
        Case::new("sign-in", Ground::Hash, sign_in).with_goal(1.1),
        Case::new("refresh", Ground::Sql(scripts::refresh()?), refresh).with_goal(2.0),
    ]);
    Ok(cases)
}
