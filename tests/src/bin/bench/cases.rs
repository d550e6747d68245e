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

use crate::floor::Script;
use crate::load::{Shot, Shots, Until};
use crate::statements::quoted;
use crate::users::{SignedIn, sign_in};
use crate::{lists, scripts, users};

const EMAIL: &str = "bench@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

/// Whether the mails of a case are sent while it is measured, so that the cost includes sending them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mail {
    Waits,
    Sent,
}

pub struct Case {
    pub name: String,
    pub clients: usize,
    pub until: Until,
    /// Number of requests before the measurement, which fill plan caches and other caches.
    pub warm_up: usize,
    pub mail: Mail,
    /// Returns the request with this number.
    pub shot: Shots,
    pub ground: Ground,
    /// The maximum cost, as a multiple of the floor.
    pub goal: Option<f64>,
}

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
const WAITING: &str = "select user_id, id from applications where status = 'pending' order by id limit $1";

fn read(name: &str, token: Option<&Arc<str>>, path: &str, ground: Ground) -> Case {
    let (token, path) = (token.cloned(), path.to_owned());
    Case {
        name: name.to_owned(),
        clients: 4,
        until: Until::Elapsed(Duration::from_secs(3)),
        warm_up: 50,
        mail: Mail::Waits,
        shot: Arc::new(move |_| Shot::get(&path, token.as_ref())),
        ground,
        goal: None,
    }
}

/// Reads of the caller's own data, by many users in turn.
fn own(name: &str, users: &Arc<Vec<SignedIn>>, path: fn(&SignedIn) -> String, script: Script) -> Case {
    let users = Arc::clone(users);
    let shot = move |number: usize| {
        let user = &users[number % users.len()];
        Shot::get(path(user), Some(&user.token))
    };
    Case { shot: Arc::new(shot), goal: Some(2.0), ..read(name, None, "", Ground::Sql(script)) }
}

/// Writes, each of which is possible only once. `shot` gets the numbers from `first` on.
fn write(
    name: &str,
    clients: usize,
    mail: Mail,
    (first, number): (usize, usize),
    shot: impl Fn(usize) -> Shot + Send + Sync + 'static,
    ground: Ground,
) -> Case {
    let warm_up = 40;
    Case {
        name: name.to_owned(),
        clients,
        until: Until::Sent(number - warm_up),
        warm_up,
        mail,
        shot: Arc::new(move |turn| shot(first + turn)),
        ground,
        goal: None,
    }
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

/// All cases, on a database with this number of applications.
pub async fn all(
    data: &Path,
    program: &Program,
    (client, admin): (&Client, Arc<str>),
    pool: &ConnectionPool,
    applications: u32,
) -> anyhow::Result<Vec<Case>> {
    let applicants = Arc::new(sign_in(pool, data, FREE, APPLICANTS).await?);
    let waiting = Arc::new(sign_in(pool, data, WAITING, PENDING).await?);
    scripts::prepare(pool, APPLICANTS, PENDING).await?;

    let form = Arc::new(Caller::wizard());
    let create = {
        let applicants = Arc::clone(&applicants);
        move |number: usize| Shot::post("/api/applications", Some(&applicants[number].token), &form, 201)
    };
    let decision = Arc::new(json!({ "decision": "approved", "note": "Good fit for the autumn forum." }));
    let decide = {
        let (admin, waiting) = (Arc::clone(&admin), Arc::clone(&waiting));
        move |number: usize| {
            let path = format!("/api/admin/applications/{}/decision", waiting[number].application);
            Shot::post(path, Some(&admin), &decision, 200)
        }
    };
    let credentials = Arc::new(credentials());
    let sign_in = move |_: usize| Shot::post("/api/auth/sessions", None, &credentials, 201);

    let refresh = {
        let applicants = Arc::clone(&applicants);
        move |number: usize| {
            let (turn, user) = (number / applicants.len(), &applicants[number % applicants.len()]);
            let body = Arc::new(json!({ "refresh_token": user.refresh_token(turn) }));
            Shot::post("/api/auth/sessions/refresh", None, &body, 200)
        }
    };
    let home = Shot { encoding: Some("gzip"), ..Shot::get("/", None) };

    let mut cases = vec![
        Case {
            shot: Arc::new(move |_| home.clone()),
            goal: Some(2.5),
            ..read("home page, compressed", None, "", Ground::Page)
        },
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
    let session = scripts::session(&quoted(&users::session(pool, EMAIL).await?.to_string()))?;
    for list in lists::all(pool, applications, &session).await? {
        let path = list.path(client, &program.url, &admin).await?;
        let ground = Ground::Sql(list.script);
        cases.push(Case { warm_up: 10, goal: Some(3.0), ..read(&list.name, Some(&admin), &path, ground) });
    }
    let submission = Ground::Sql(scripts::create(2_000)?);
    let sending =
        write("create and send the mail", 4, Mail::Sent, (2_000, 1_000), create.clone(), Ground::Nothing);
    cases.extend([
        Case { goal: Some(2.0), ..write("create", 4, Mail::Waits, (0, 2_000), create.clone(), submission) },
        sending,
        write("create, 1 writer", 1, Mail::Waits, (3_000, 1_000), create.clone(), Ground::Nothing),
        write("create, 16 writers", 16, Mail::Waits, (4_000, 2_000), create, Ground::Nothing),
        write("decision", 4, Mail::Waits, (0, 1_500), decide, Ground::Sql(scripts::decide(1_000))),
        Case {
            until: Until::Elapsed(Duration::from_secs(5)),
            goal: Some(1.1),
            ..write("sign-in", 4, Mail::Waits, (0, 60), sign_in, Ground::Hash)
        },
        Case {
            until: Until::Elapsed(Duration::from_secs(3)),
            goal: Some(2.0),
            ..write("refresh", 4, Mail::Waits, (0, 60), refresh, Ground::Sql(scripts::refresh()?))
        },
    ]);
    Ok(cases)
}
