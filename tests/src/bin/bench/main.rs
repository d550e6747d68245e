//! `bench [--program FILE] [--applications NUMBER] [--data FOLDER] [--shared-buffers SIZE] [WORD…]`: measures what
//! a request costs the program and its private PostgreSQL together, in CPU milliseconds, over loopback on a
//! database full of fictitious applications. It also measures throughput, latency and, in the same run, the floor;
//! the goal is a multiple of the floor. The export, the lists for one client (`scale`), the start and the memory
//! follow. Every commit is flushed to disk, as in production. If words are given, only measurements whose name
//! contains one of them are made. `--data` keeps the database in a folder, and measures one that was kept. Nothing
//! is asserted.

mod cases;
mod floor;
mod load;
mod resources;
mod scale;
mod scripts;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use forum_adapters::postgres::ConnectionPool;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::postgres::PATIENCE;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::seed::{Seed, SeedError};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use private_postgres::PrivateCluster;
use reqwest::Client;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::cases::{Case, Ground, WARM_UP};
use crate::floor::{Floor, PageFloor, Processes, Script, hash_cpu_ms};
use crate::load::{Shots, Until, fire, percentile_ms};

#[derive(clap::Parser)]
struct Arguments {
    #[arg(long)]
    program: Option<PathBuf>,
    #[arg(long, default_value_t = 100_000)]
    applications: u32,
    #[arg(long)]
    data: Option<PathBuf>,
    #[arg(long)]
    shared_buffers: Option<String>,
    words: Vec<String>,
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }

    /// Whether requests are measured that are compared with a floor. Preparing them takes a while and writes rows.
    fn wants_cases(&self) -> bool {
        let others = ["export", "scale", "start", "memory"];
        self.words.is_empty() || self.words.iter().any(|word| !others.contains(&word.as_str()))
    }
}

/// Takes effect at the next start.
async fn set_shared_buffers(options: PgConnectOptions, size: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect_with(&options.username("postgres")).await?;
    let set = format!("alter system set shared_buffers = '{size}'");
    sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// What the results depend on.
async fn contents(pool: &ConnectionPool) -> sqlx::Result<String> {
    let text = "select format('%s applications, %s users, PostgreSQL %s with shared_buffers = %s',
        (select count(*) from applications), (select count(*) from profiles), current_setting('server_version'),
        current_setting('shared_buffers'))";
    sqlx::query_scalar(text).fetch_one(pool).await
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    // The sink is silent, so that no mail is sent: the worker waits for the greeting.
    let sink = SmtpSink::start().await;
    sink.answer(Step::Connect, Some(Answer::Silence));
    let mut installation = Installation::new()
        .with("FORUM__LIMITS__FACTOR", "1000000")
        .with("RUST_LOG", "warn")
        .with_mail(&sink);
    if let Some(program) = &arguments.program {
        installation = installation.with_executable(program);
    }
    let data = arguments.data.clone().unwrap_or_else(|| installation.path().join("data"));
    let installation = installation.with("FORUM__DATA__DIR", data.display().to_string());
    let mut program = installation.serve().await;
    let cluster =
        PrivateCluster::attach(&cluster_options(&data)).await?.context("the program's PostgreSQL")?;
    if let Some(size) = &arguments.shared_buffers {
        set_shared_buffers(cluster.options(), size).await?;
        program.end().await;
        program = installation.serve().await;
    }
    let pool = ConnectionPool::new(cluster.options(), 10, PATIENCE);
    let seed = Seed { applications: arguments.applications, number: 1, until: SystemClock.now() };
    match seed.sow(&pool, false).await {
        Err(SeedError::Repeated(_)) if arguments.data.is_some() => {}
        sown => sown?,
    }
    sqlx::raw_sql("vacuum analyze").execute(&pool).await?;
    let mut out = std::io::stdout();
    writeln!(out, "{}", contents(&pool).await?)?;
    let processes = Processes::of(program.id())?;
    let floor = Floor { database_url: cluster.url(), processes };

    let client = Client::new();
    let admin = cases::administrator(&installation, &program, &client).await?;
    let mut wanted = Vec::new();
    if arguments.wants_cases() {
        let all = cases::all(&data, admin, &pool).await?;
        wanted.extend(all.into_iter().filter(|case| arguments.wants(&case.name)));
    }
    sqlx::raw_sql("checkpoint").execute(&pool).await.ok();
    if !wanted.is_empty() {
        let bench = Bench { client: client.clone(), url: program.url.clone(), processes, floor };
        bench.measure(wanted, &mut out).await?;
    }
    if arguments.wants("export") {
        // The sign-in benchmark opens more sessions than an account may have, which ends the first one.
        let admin = cases::signed_in(&program, &client).await?;
        for format in ["csv", "xlsx"] {
            program.forget_peak_memory();
            let (resident, before, started) = (program.resident_memory(), processes.spent()?, Instant::now());
            let address = format!("{}/api/admin/applications/export?format={format}", program.url);
            let request = client.get(address).bearer_auth(&admin);
            let (mut answer, mut bytes) = (request.send().await?.error_for_status()?, 0);
            while let Some(chunk) = answer.chunk().await? {
                bytes += chunk.len();
            }
            writeln!(
                out,
                "\nexport as {format}: {:.1} MB in {:.1} s, {:.2} s CPU; the program's memory grew by {:.1} MB at most",
                bytes as f64 / 1e6,
                started.elapsed().as_secs_f64(),
                processes.spent()?.since(before).both(),
                program.peak_memory().saturating_sub(resident) as f64 / 1e6,
            )?;
        }
    }
    if arguments.wants("scale") {
        scale::measure(&program, &client, &mut out).await?;
    }
    pool.close().await;
    program.end().await;
    if arguments.wants("start") {
        resources::measure_start(&installation, &mut out).await?;
    }
    if arguments.wants("memory") {
        resources::measure_memory(&installation, &mut out).await?;
    }
    Ok(())
}

/// A running program and the tools to measure it.
pub struct Bench {
    pub client: Client,
    pub url: String,
    pub processes: Processes,
    pub floor: Floor,
}

impl Bench {
    /// # Errors
    /// If a response has an unexpected status.
    pub async fn measure(&self, cases: Vec<Case>, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "| request | CPU ms | program's share | floor | multiple | goal | per second | median ms | 99 % ms |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|")?;
        for case in cases {
            self.measure_one(case, out).await?;
        }
        Ok(())
    }

    async fn measure_one(&self, case: Case, out: &mut impl Write) -> anyhow::Result<()> {
        let Case { name, until, shot, ground, goal } = case;
        fire(&self.client, &self.url, 1, Until::Sent(WARM_UP), Arc::clone(&shot)).await?;
        let skipping: Shots = {
            let shot = Arc::clone(&shot);
            Arc::new(move |number| shot(number + WARM_UP))
        };
        let before = self.processes.spent()?;
        let measured = fire(&self.client, &self.url, Script::CLIENTS, until, skipping).await?;
        let spent = self.processes.spent()?.since(before);
        let ground = match ground {
            Ground::Sql(script) => self.floor.cpu_ms(&script).await?,
            Ground::Page => {
                let nginx = PageFloor::start(&self.client, &self.url, &shot).await?;
                nginx.cpu_ms(&self.client, until, shot).await?
            }
            Ground::Hash => hash_cpu_ms().await?,
        };
        let requests = measured.requests as f64;
        let each = spent.both() * 1e3 / requests;
        writeln!(
            out,
            "| {name} | {each:.3} | {:.3} | {ground:.3} | {:.1} × | {} | {:.0} | {:.2} | {:.2} |",
            spent.program * 1e3 / requests,
            each / ground,
            goal.map(|goal| format!("{goal} ×")).unwrap_or_default(),
            measured.a_second(),
            percentile_ms(&measured.latencies, 0.5),
            percentile_ms(&measured.latencies, 0.99),
        )?;
        out.flush()?;
        Ok(())
    }
}
