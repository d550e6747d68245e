//! `several-processes [--program FILE] [--seconds NUMBER] [--people NUMBER]`: runs three serving processes and a worker
//! on the database of `DATABASE_URL`, behind HAProxy as `deploy/proxy/haproxy.cfg` configures it, with photos in S3.
//!
//! First, one of them is killed every few seconds while users sign up, apply and are approved. They repeat requests only
//! as the API allows. Then each is restarted in turn, and no client has to repeat a request. Nothing may be lost,
//! incomplete or duplicated. Fails if any of this does not hold.

mod balancer;
mod journey;
mod members;
mod outcome;
mod patient;
mod postbox;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::s3_server::S3Server;
use forum_tests::smtp_sink::SmtpSink;
use tokio::task::JoinSet;

use balancer::Balancer;
use journey::Site;
use members::Members;
use patient::{Conduct, Patient};
use postbox::Postbox;

const ADMIN: &str = "director@forum.example";

struct Arguments {
    program: Option<PathBuf>,
    /// How long the test keeps killing processes.
    seconds: u64,
    /// The number of concurrent users.
    people: usize,
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut read = Arguments { program: None, seconds: 30, people: 8 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--program" => read.program = Some(value.into()),
            "--seconds" => read.seconds = value.parse()?,
            "--people" => read.people = value.parse()?,
            other => bail!("unknown option {other}"),
        }
    }
    if read.seconds > 600 {
        bail!("--seconds: at most 600, because the administrator's access token expires after 15 minutes");
    }
    Ok(read)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    let (sink, bucket) = (Arc::new(SmtpSink::start().await), S3Server::start().await);
    let database = PostgresDatabase::empty().await;
    let addresses = balancer::free_addresses(5).await?;
    let [site, plain, served @ ..] = addresses.as_slice() else { bail!("too few addresses") };
    let balancer = Balancer::start(*site, *plain, served).await?;
    let mut members = Members::new(arguments.program.as_deref(), served, |installation| {
        installation
            .with("DATABASE_URL", database.url())
            .with("FORUM__SITE__ORIGIN", &balancer.url)
            .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.0.1")
            .with("FORUM__HTTP__DRAIN_SECONDS", "3")
            .with("FORUM__FILES__URL", bucket.setting())
            .with_mail(&sink)
    })?;
    members.start_all().await;
    balancer.is_up().await?;
    members.installation().create_admin(ADMIN, journey::PASSWORD).await;
    let site = Site::open(&balancer, Postbox::of(sink.clone()), ADMIN).await?;

    let storm = people(&site, Conduct::Patient, arguments.people, async || {
        members.storm(Duration::from_secs(arguments.seconds)).await
    });
    let (storm, kills) = storm.await.context("while processes were killed")?;
    let calm =
        people(&site, Conduct::Strict, arguments.people, async || members.restart_each(&balancer).await);
    let (calm, restarts) = calm.await.context("while processes were restarted in turn")?;
    let finished = site.finished();
    let outcome = outcome::check(&database, &sink, &bucket, &finished).await?;
    let doctor = members.installation().run(&["doctor", "--invariants"]).await;
    if doctor.code != Some(0) {
        bail!("{}", doctor.stdout);
    }

    let mut out = std::io::stdout();
    writeln!(out, "| interference | people approved | requests | repeated | lost responses to acts |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    writeln!(out, "| {kills} times kill -9 | {} |", storm.row())?;
    writeln!(out, "| {restarts} restarts in turn | {} |", calm.row())?;
    writeln!(out, "\n{outcome}")?;
    members.end().await?;
    drop(balancer);
    database.remove().await;
    Ok(())
}

/// The journeys and their requests.
struct Journeys {
    people: usize,
    patient: Arc<Patient>,
}

impl Journeys {
    fn row(&self) -> String {
        let (requests, repeated, lost) = self.patient.counts();
        format!("{} | {requests} | {repeated} | {lost}", self.people)
    }
}

/// Runs journeys in this many concurrent loops until `interference` has ended.
async fn people<T>(
    site: &Arc<Site>,
    conduct: Conduct,
    installations: usize,
    interference: impl AsyncFnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(Journeys, T)> {
    let patient = Arc::new(Patient::new(site.http(), conduct));
    let (is_over, approved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut under_way = JoinSet::new();
    for _ in 0..installations {
        let (site, patient, is_over, approved) =
            (site.clone(), patient.clone(), is_over.clone(), approved.clone());
        under_way.spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                site.complete_journey(&patient).await?;
                approved.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    let result = interference().await;
    is_over.store(true, Ordering::Relaxed);
    for outcome in under_way.join_all().await {
        outcome?;
    }
    let people = approved.load(Ordering::Relaxed);
    if people == 0 {
        bail!("no user was approved, so nothing was tested");
    }
    Ok((Journeys { people, patient }, result?))
}
