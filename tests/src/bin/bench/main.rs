//! `bench [--program FILE] [--applications NUMBER] [--data FOLDER] [--shared-buffers SIZE] [WORD…]`: measures what a
//! request costs the program and its private PostgreSQL together, in CPU milliseconds, over loopback on a database full
//! of fictitious applications. It also measures throughput, latency and, in the same run, the floor; the goal is a
//! multiple of the floor. The export, the lists for one client (`scale`), the start and the memory follow. Every commit
//! is flushed to disk, as in production. If words are given, only measurements whose name contains one of them are
//! made. `--data` keeps the database in a folder, and measures one that was kept. Nothing is asserted.

mod cases;
mod cpu;
mod floor;
mod lists;
mod load;
mod memory;
mod page_floor;
mod scale;
mod scripts;
mod starting;
mod statements;
mod table;
mod users;

use std::io::Write;
use std::path::PathBuf;
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

use cpu::Processes;
use floor::Floor;
use table::Bench;

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
    // The sink is silent until a case needs its mails sent: the worker waits for the greeting.
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
        let mut bench = Bench {
            client: client.clone(),
            url: program.url.clone(),
            processes,
            pool: pool.clone(),
            floor,
            sink,
        };
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
        starting::measure(&installation, &mut out).await?;
    }
    if arguments.wants("memory") {
        memory::measure(&installation, &mut out).await?;
    }
    Ok(())
}
