//! `bench [--program FILE] [--applications NUMBER] [WORD…]`: what a request costs the program and its private PostgreSQL together, in CPU
//! milliseconds, over loopback on a database full of fictitious applications; beside it, throughput, latency, and the
//! floor of the same run. Real durability: every commit is flushed. Measures only the cases whose names contain one of
//! the words, if any are given. Asserts nothing.

mod cases;
mod cpu;
mod export;
mod floor;
mod lists;
mod load;
mod people;
mod scripts;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use forum_adapters::postgres::PgPool;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::seed::Seed;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use private_postgres::PrivateCluster;
use reqwest::Client;

use cases::{Case, Mail};
use cpu::Processes;
use floor::Floor;
use load::fire;

struct Arguments {
    program: Option<PathBuf>,
    applications: u32,
    words: Vec<String>,
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut read = Arguments { program: None, applications: 100_000, words: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--program" => read.program = Some(words.next().context("--program needs a file")?.into()),
            "--applications" => {
                read.applications = words.next().context("--applications needs a number")?.parse()?;
            }
            option if option.starts_with('-') => bail!("unknown option {option}"),
            _ => read.words.push(word),
        }
    }
    Ok(read)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    // Silent until a case wants its mails sent: the worker waits for the greeting.
    let mut sink = SmtpSink::start().await?;
    sink.answer(Step::Connect, Some(Answer::Silence));
    let mut place = Installation::new()?
        .with("FORUM__LIMITS__FACTOR", "1000000")
        .with("RUST_LOG", "warn")
        .with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()));
    if let Some(program) = &arguments.program {
        place = place.of(program);
    }
    let program = place.serve().await?;
    let data = place.path().join("data");
    let cluster =
        PrivateCluster::attach(&cluster_options(&data)).await?.context("the program's PostgreSQL")?;
    let pool = PgPool::connect_with(cluster.options()).await?;
    let seed = Seed { applications: arguments.applications, number: 1, until: SystemClock.now() };
    seed.sow(&pool, false).await?;
    sqlx::raw_sql("vacuum analyze").execute(&pool).await?;
    let processes = Processes::of(program.id()?)?;
    let floor = Floor { database_url: cluster.url(), processes };

    let client = Client::new();
    let admin = cases::administrator(&place, &program, &client).await?;
    let signed_in = (&client, Arc::clone(&admin));
    let all = cases::all(&place, &program, signed_in, &pool, arguments.applications).await?;
    sqlx::raw_sql("checkpoint").execute(&pool).await.ok();
    let mut out = std::io::stdout();
    writeln!(out, "{} applications\n", arguments.applications)?;
    writeln!(
        out,
        "| request | CPU ms | of it program | floor | multiple | a second | median ms | 99 % ms |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for case in all {
        if !arguments.wants(&case.name) {
            continue;
        }
        let Case { name, clients, until, warm_up, mail, shot, script } = case;
        for number in 0..warm_up {
            let shot = Arc::clone(&shot);
            let once = Arc::new(move |_| shot(number));
            fire(&client, &program.url, processes, 1, load::Until::Sent(1), once).await?;
        }
        if mail == Mail::Sent {
            sink.answer(Step::Connect, None);
            sink.stop().await;
            sink.start_again().await?;
            drained(&pool).await?;
        }
        let before = processes.spent()?;
        let skipping = {
            let shot = Arc::clone(&shot);
            Arc::new(move |number| shot(number + warm_up))
        };
        let mut measured = fire(&client, &program.url, processes, clients, until, skipping).await?;
        if mail == Mail::Sent {
            drained(&pool).await?;
            measured.spent = processes.spent()?.since(before);
            sink.answer(Step::Connect, Some(Answer::Silence));
            sink.stop().await;
            sink.start_again().await?;
        }
        let ground = match script {
            Some(script) => floor.cpu_ms(&script).await?,
            None => None,
        };
        let each = measured.cpu_ms();
        let (ground, multiple) = match ground {
            Some(ground) => (format!("{ground:.3}"), format!("{:.1} ×", each / ground)),
            None => Default::default(),
        };
        writeln!(
            out,
            "| {name} | {each:.3} | {:.3} | {ground} | {multiple} | {:.0} | {:.2} | {:.2} |",
            measured.spent.program * 1e3 / measured.requests as f64,
            measured.a_second(),
            measured.within_ms(0.5),
            measured.within_ms(0.99),
        )?;
        out.flush()?;
    }
    if arguments.wants("export") {
        let exported = export::read(&client, &program.url, &admin, program.id()?, processes).await?;
        writeln!(
            out,
            "\nexport: {:.1} MB in {:.1} s, {:.2} s CPU; the program's memory grew by {:.1} MB at most",
            exported.bytes as f64 / 1e6,
            exported.elapsed.as_secs_f64(),
            exported.spent.both(),
            exported.grown_kb as f64 / 1e3,
        )?;
    }
    pool.close().await;
    program.end().await
}

/// Waits until no mail is due.
async fn drained(pool: &PgPool) -> anyhow::Result<()> {
    loop {
        let waiting: bool = sqlx::query_scalar("select exists (select from outbox where state = 'queued')")
            .fetch_one(pool)
            .await?;
        if !waiting {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
