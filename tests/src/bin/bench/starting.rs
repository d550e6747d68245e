//! How long the program takes to become ready on a warm private PostgreSQL, compared with the start of that PostgreSQL
//! alone.

use std::io::Write;
use std::time::{Duration, Instant};

use forum_tests::program::{Installation, Program};
use private_postgres::{ClusterOptions, PrivateCluster};
use reqwest::Client;

use crate::load::percentile_ms;

/// Number of starts of each. The median is reported.
const TURNS: usize = 9;

/// The program must not be running.
pub async fn measure(installation: &Installation, out: &mut impl Write) -> anyhow::Result<()> {
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
