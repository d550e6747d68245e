//! The floor for a request that reads or writes: pgbench runs its SQL on the same rows. Only PostgreSQL's CPU time is
//! counted. The cost above the floor comes from HTTP, JSON, tokens and rules. The floor for a sign-in is the password hash
//! alone, in this process.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::PasswordHasher;
use tempfile::NamedTempFile;
use tokio::process::Command;

use crate::cpu::{self, Processes};

pub struct Script {
    pub sql: String,
    /// Maximum number of runs, if it is limited: some rows can be decided only once.
    pub times: Option<usize>,
}

impl Script {
    /// Number of concurrent clients.
    pub const CLIENTS: usize = 4;

    /// A script that can run any number of times.
    pub fn repeated(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), times: None }
    }
}

const SECONDS: u64 = 3;

/// Runs pgbench against one database.
pub struct Floor {
    pub database_url: String,
    pub processes: Processes,
}

impl Floor {
    /// CPU milliseconds of one run of the script, by 4 clients over prepared statements.
    pub async fn cpu_ms(&self, script: &Script) -> anyhow::Result<f64> {
        let mut file = NamedTempFile::new()?;
        file.write_all(script.sql.as_bytes())?;
        let long = match script.times {
            Some(times) => format!("--transactions={}", times / Script::CLIENTS),
            None => format!("--time={SECONDS}"),
        };
        let before = self.processes.spent()?;
        let output = Command::new("pgbench")
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=1", "--define=n=0", &long])
            .arg(format!("--client={}", Script::CLIENTS))
            // The program's connections have the same setting.
            .env("PGOPTIONS", "-c max_parallel_workers_per_gather=0")
            .arg("--file")
            .arg(file.path())
            .arg(&self.database_url)
            .output()
            .await
            .context("pgbench (Debian's package postgresql-contrib)")?;
        let spent = self.processes.spent()?.since(before);
        ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr).trim());
        let report = String::from_utf8_lossy(&output.stdout);
        let transactions = report
            .lines()
            .find_map(|line| line.strip_prefix("number of transactions actually processed: "))
            .and_then(|number| number.split('/').next()?.trim().parse::<f64>().ok());
        Ok(spent.postgres * 1e3 / transactions.context("the number of transactions")?)
    }
}

/// CPU milliseconds of one verification of a password.
pub async fn hash_cpu_ms() -> anyhow::Result<f64> {
    let hasher = Argon2Hasher::new();
    let hash = hasher.hash("Lantern-42-harbor").await?;
    let own = i32::try_from(std::process::id())?;
    let (before, started, mut verified) = (cpu::with_children(own)?, Instant::now(), 0_u32);
    while started.elapsed() < Duration::from_secs(SECONDS) {
        ensure!(hasher.verify("Lantern-42-harbor", Some(&hash)).await?, "the password matches");
        verified += 1;
    }
    Ok((cpu::with_children(own)? - before) * 1e3 / f64::from(verified))
}
