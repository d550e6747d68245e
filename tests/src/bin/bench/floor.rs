//! The floor for a request that reads or writes: pgbench runs its SQL on the same rows. Only PostgreSQL's CPU time is
//! counted. The cost above the floor comes from HTTP, JSON, tokens and rules.

use std::io::Write;

use tempfile::NamedTempFile;
use tokio::process::Command;

use crate::cpu::Processes;
use crate::programs;

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

const SECONDS: usize = 3;

/// Runs pgbench against one database.
pub struct Floor {
    pub database_url: String,
    pub processes: Processes,
}

impl Floor {
    /// CPU milliseconds of one run of the script, by 4 clients over prepared statements; `None` without pgbench, or if
    /// the script fails.
    pub async fn cpu_ms(&self, script: &Script) -> anyhow::Result<Option<f64>> {
        let mut file = NamedTempFile::new()?;
        file.write_all(script.sql.as_bytes())?;
        let long = match script.times {
            Some(times) => format!("--transactions={}", times / Script::CLIENTS),
            None => format!("--time={SECONDS}"),
        };
        let before = self.processes.spent()?;
        let Some(pgbench) = programs::find("pgbench") else { return Ok(None) };
        let output = Command::new(pgbench)
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=1", "--define=n=0", &long])
            .arg(format!("--client={}", Script::CLIENTS))
            // The program's connections have the same setting.
            .env("PGOPTIONS", "-c max_parallel_workers_per_gather=0")
            .arg("--file")
            .arg(file.path())
            .arg(&self.database_url)
            .output()
            .await?;
        let spent = self.processes.spent()?.since(before);
        let report = String::from_utf8_lossy(&output.stdout);
        let transactions = report
            .lines()
            .find_map(|line| line.strip_prefix("number of transactions actually processed: "))
            .and_then(|number| number.split('/').next()?.trim().parse::<f64>().ok());
        match transactions {
            Some(transactions) if output.status.success() && transactions > 0.0 => {
                Ok(Some(spent.postgres * 1e3 / transactions))
            }
            _ => {
                let error = String::from_utf8_lossy(&output.stderr);
                writeln!(std::io::stderr(), "pgbench: {}", error.trim())?;
                Ok(None)
            }
        }
    }
}
