//! How long the program takes to become ready on a warm private PostgreSQL, compared with the start of that
//! PostgreSQL alone; its resident memory idle, under load without password hashes, a minute later, during 500
//! concurrent sign-ins, and a minute after those; and how long `/api/health` takes during the sign-ins.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forum_tests::program::{Installation, Program};
use private_postgres::{ClusterOptions, PrivateCluster};
use reqwest::Client;
use serde_json::json;
use tokio::task::JoinSet;

use crate::cases;
use crate::load::{Shot, Until, fire, percentile_ms};

const REST: Duration = Duration::from_secs(60);
const SIGN_INS: usize = 500;

/// Number of starts of each. The median is reported.
const TURNS: usize = 9;

/// The program must not be running.
pub async fn measure_start(installation: &Installation, out: &mut impl Write) -> anyhow::Result<()> {
    let mut alone = Vec::new();
    let mut whole = Vec::new();
    for _ in 0..TURNS {
        let began = Instant::now();
        let options = ClusterOptions::new(educators_forum::CLUSTER_NAME, installation.path().join("data"));
        let cluster = PrivateCluster::start(options).await?;
        alone.push(began.elapsed());
        cluster.stop().await?;
        let began = Instant::now();
        let program = ready(installation).await?;
        whole.push(began.elapsed());
        program.end().await;
    }
    alone.sort_unstable();
    whole.sort_unstable();
    let [alone, whole] = [alone, whole].map(|times| percentile_ms(&times, 0.5));
    writeln!(
        out,
        "\nstart: ready after {whole:.0} ms, PostgreSQL alone after {alone:.0} ms: {:.2} × (goal 1.3 ×)",
        whole / alone
    )?;
    Ok(())
}

pub async fn ready(installation: &Installation) -> anyhow::Result<Program> {
    let client = Client::new();
    let program = installation.serve().await;
    let url = format!("{}/api/ready", program.url);
    while client.get(&url).send().await?.error_for_status().is_err() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(program)
}

/// The program must not be running.
pub async fn measure_memory(installation: &Installation, out: &mut impl Write) -> anyhow::Result<()> {
    let program = ready(installation).await?;
    let resident = || program.resident_memory() as f64 / 1e6;
    let peak = || program.peak_memory() as f64 / 1e6;
    writeln!(out, "\n| memory of the program | MB |\n|---|---|")?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    writeln!(out, "| idle | {:.1} |", resident())?;

    let client = Client::new();
    let admin = cases::signed_in(&program, &client).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    program.forget_peak_memory();
    let paths =
        ["/", "/api/users/me", "/api/admin/applications?limit=100", "/api/admin/applications?q=teacher"];
    let shots = Arc::new(move |number: usize| Shot::get(paths[number % paths.len()], Some(&admin)));
    fire(&client, &program.url, 64, Until::Elapsed(Duration::from_secs(10)), shots).await?;
    writeln!(out, "| under load without hashes, peak | {:.1} |", peak())?;
    tokio::time::sleep(REST).await;
    writeln!(out, "| a minute later | {:.1} |", resident())?;

    let before = resident();
    program.forget_peak_memory();
    let slowest = sign_ins(&client, &program.url).await?;
    writeln!(out, "| {SIGN_INS} concurrent sign-ins: growth | {:.1} |", peak() - before)?;
    tokio::time::sleep(REST).await;
    writeln!(out, "| a minute after them | {:.1} |", resident())?;
    writeln!(out, "\nhealth during the sign-ins: at most {:.0} ms", slowest.as_secs_f64() * 1e3)?;
    program.end().await;
    Ok(())
}

/// Signs all in concurrently. Returns the longest response time of `/api/health` in this period, in milliseconds.
async fn sign_ins(client: &Client, url: &str) -> anyhow::Result<Duration> {
    let mut requests = JoinSet::new();
    for number in 0..SIGN_INS {
        let body =
            json!({ "email": format!("nobody{number}@school.example"), "password": "Copper-71-meadow" });
        requests.spawn(client.post(format!("{url}/api/auth/sessions")).json(&body).send());
    }
    let mut slowest = Duration::ZERO;
    while !requests.is_empty() {
        let began = Instant::now();
        client.get(format!("{url}/api/health")).send().await?.error_for_status()?;
        slowest = slowest.max(began.elapsed());
        while let Some(answer) = requests.try_join_next() {
            answer??;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(slowest)
}
