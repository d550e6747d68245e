//! Resident memory of the program: idle, under load without password hashes, a minute later, during 500 concurrent
//! sign-ins, and a minute after those. Also measures how long `/api/health` takes during the sign-ins.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forum_tests::program::Installation;
use reqwest::Client;
use serde_json::json;
use tokio::task::JoinSet;

use crate::cases;
use crate::load::{Shot, Until, fire};
use crate::starting::ready;

const REST: Duration = Duration::from_secs(60);
const SIGN_INS: usize = 500;

/// The program must not be running.
pub async fn measure(installation: &Installation, out: &mut impl Write) -> anyhow::Result<()> {
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
