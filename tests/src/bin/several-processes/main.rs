//! `several-processes PROGRAM [SECONDS]`: runs three serving processes and a worker on one database, behind HAProxy as
//! `deploy/proxy/haproxy.cfg` configures it.
//!
//! First, one of them is killed every few seconds while applicants apply and are approved. They repeat requests only as the
//! API allows. Then each is restarted in turn, and no client has to repeat a request. Nothing may be lost, incomplete or
//! duplicated.

mod balancer;
mod members;
mod patient;

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use forum_domain::headshots::ImageKind;
use forum_tests::applicants::insert_applicants;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::waiting::wait_for;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use balancer::Balancer;
use members::Members;
use patient::Patient;

const ADMIN: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";
const AT_ONCE: usize = 8;
/// More than can be approved in the longest run.
const APPLICANTS: i32 = 10_000;

/// Those who became members without a loss or a duplicate.
const MEMBERS: &str = "
    select count(*) from applications a
    where status = 'approved'
      and (select count(*) from application_events e where e.application_id = a.id and e.to_status = 'approved') = 1
      and (select string_agg(role, ',') from user_roles r where r.user_id = a.user_id) = 'member'
      and (select count(*) from headshots h where h.user_id = a.user_id and h.state = 'stored') = 1";

/// The site as applicants see it.
struct Site {
    http: reqwest::Client,
    url: String,
    /// The administrator's access token.
    admin: String,
    photo: Vec<u8>,
    waiting: Mutex<VecDeque<String>>,
    approved: AtomicUsize,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let program = PathBuf::from(words.next().context("usage: several-processes PROGRAM [SECONDS]")?);
    let seconds = words.next().map_or(Ok(30), |seconds| seconds.parse())?;
    ensure!(
        seconds <= 600,
        "at most 600 seconds, because the administrator's token expires after 15 minutes"
    );

    let (sink, files) = (SmtpSink::start().await, tempfile::tempdir()?);
    let database = PostgresDatabase::empty().await;
    let addresses = balancer::free_addresses(5).await?;
    let [site, plain, served @ ..] = addresses.as_slice() else { bail!("too few addresses") };
    let balancer = Balancer::start(*site, *plain, served).await?;
    let mut members = Members::new(&program, served, |installation| {
        installation
            .with("DATABASE_URL", database.url())
            .with("FORUM__SITE__ORIGIN", &balancer.url)
            .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.0.1")
            .with("FORUM__HTTP__DRAIN_SECONDS", "3")
            .with("FORUM__FILES__URL", format!("fs://{}", files.path().display()))
            .with_mail(&sink)
    });
    members.start_all().await;
    balancer.is_up().await?;
    members.installation().create_admin(ADMIN, PASSWORD).await;
    let mut connection = database.pool().acquire().await?;
    let waiting = insert_applicants(&mut connection, APPLICANTS).await.into();
    drop(connection);
    let mut site = Site {
        http: balancer.client()?,
        url: balancer.url.clone(),
        admin: String::new(),
        photo: photos::photo(ImageKind::Jpeg, 640, 480),
        waiting: Mutex::new(waiting),
        approved: AtomicUsize::default(),
    };
    site.admin = site.sign_in(&Patient::new(true), ADMIN).await?;
    let site = Arc::new(site);

    let storm = async || members.storm(Duration::from_secs(seconds)).await;
    let (kills, repeated) = interrupted(&site, true, storm).await.context("while processes were killed")?;
    let killed = site.approved.load(Ordering::Relaxed);
    let restart = async || members.restart_each().await;
    let (restarts, _) = interrupted(&site, false, restart).await.context("while processes were restarted")?;
    let approved = site.approved.load(Ordering::Relaxed);
    ensure!(killed > 0 && approved > killed, "nobody was approved, so nothing was tested");

    let number = async |query: &'static str| {
        sqlx::query_scalar::<_, i64>(query).fetch_one(database.pool()).await.expect("a number")
    };
    let unsent = "select count(*) from outbox where state <> 'sent'";
    wait_for("every mail is sent", async || number(unsent).await == 0).await;
    let counts = [number(MEMBERS).await, number("select count(*) from applications").await];
    ensure!(
        counts == [i64::try_from(approved)?; 2],
        "{approved} approved, members and applications: {counts:?}"
    );
    let mut welcomes: HashMap<String, HashSet<String>> = HashMap::new();
    for mail in sink.mails() {
        let read = mail.read();
        if read.subject.starts_with("Welcome to the Educators Forum") {
            welcomes.entry(read.to).or_default().insert(read.message_id);
        }
    }
    ensure!(welcomes.len() == approved, "{} of {approved} were welcomed", welcomes.len());
    ensure!(welcomes.values().all(|ids| ids.len() == 1), "somebody got two mails: {welcomes:?}");
    let doctor = members.installation().run(&["doctor", "--invariants"]).await;
    ensure!(doctor.code == Some(0), "{}", doctor.stdout);

    writeln!(
        std::io::stdout(),
        "{killed} approved during {kills} kills ({repeated} requests repeated), {} during {restarts} restarts",
        approved - killed
    )?;
    members.end().await;
    drop(balancer);
    Ok(())
}

/// Applicants apply in concurrent loops until `interference` has ended. Returns its result and the number of repeated
/// requests.
async fn interrupted(
    site: &Arc<Site>,
    may_repeat: bool,
    interference: impl AsyncFnOnce() -> usize,
) -> anyhow::Result<(usize, usize)> {
    let (patient, is_over) = (Arc::new(Patient::new(may_repeat)), Arc::new(AtomicBool::new(false)));
    let mut under_way = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (site, patient, is_over) = (site.clone(), patient.clone(), is_over.clone());
        under_way.spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let next = site.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let email = next.context("no applicant is left")?;
                site.becomes_member(&patient, &email).await.with_context(|| email)?;
                site.approved.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    let result = interference().await;
    is_over.store(true, Ordering::Relaxed);
    for outcome in under_way.join_all().await {
        outcome?;
    }
    Ok((result, patient.repeated.load(Ordering::Relaxed)))
}

impl Site {
    fn request(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url)).bearer_auth(token)
    }

    async fn sign_in(&self, patient: &Patient, email: &str) -> anyhow::Result<String> {
        let credentials = json!({ "email": email, "password": PASSWORD });
        let request = self.http.post(format!("{}/api/auth/sessions", self.url)).json(&credentials);
        let session = patient.ask(request).await?.is(201)?;
        let refresh = json!({ "refresh_token": session["refresh_token"] });
        let request = self.http.post(format!("{}/api/auth/sessions/refresh", self.url)).json(&refresh);
        text(&patient.ask(request).await?.is(200)?, "access_token")
    }

    /// An applicant signs in, applies with a photo and is approved.
    async fn becomes_member(&self, patient: &Patient, email: &str) -> anyhow::Result<()> {
        let token = self.sign_in(patient, email).await?;
        let head = b"--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.jpeg\"\r\n\r\n";
        let upload = self
            .request(Method::POST, "/api/headshots", &token)
            .header("idempotency-key", "photo")
            .header("content-type", "multipart/form-data; boundary=form")
            .body([&head[..], &self.photo, b"\r\n--form--\r\n"].concat());
        let photo = patient.ask(upload).await?.is(201)?;
        patient
            .ask(self.http.get(format!("{}{}", self.url, text(&photo, "headshot_url")?)))
            .await?
            .is(200)?;

        let mut wizard = Caller::wizard();
        wizard["headshot_id"] = photo["id"].clone();
        let submit = self.request(Method::POST, "/api/applications", &token);
        let submit = submit.header("idempotency-key", "submission").json(&wizard);
        let application = text(&patient.ask(submit).await?.is(201)?, "id")?;

        let path = format!("/api/admin/applications/{application}/decision");
        let decide = self.request(Method::POST, &path, &self.admin).json(&json!({ "decision": "approved" }));
        let decided = patient.ask(decide).await?;
        if decided.was_done_before() {
            ensure!(decided.body["current_status"] == "approved", "{}", decided.body);
        } else {
            ensure!(decided.is(200)?["status"] == "approved");
        }
        let me = patient.ask(self.request(Method::GET, "/api/users/me", &token)).await?.is(200)?;
        ensure!(me["roles"] == json!(["member"]), "{me}");
        Ok(())
    }
}

fn text(value: &Value, name: &str) -> anyhow::Result<String> {
    Ok(value[name].as_str().with_context(|| format!("{name} in {value}"))?.to_owned())
}
