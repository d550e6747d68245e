//! The floor of a measurement: pgbench runs the SQL that one would write by hand for it, on the same rows. Only the CPU
//! of PostgreSQL counts; what is above the floor is the price of HTTP, JSON, sessions, limits and rules.

use std::io::Write;
use std::path::PathBuf;

use tempfile::NamedTempFile;
use tokio::process::Command;

use crate::cpu::Processes;

/// A script of pgbench.
pub struct Script {
    pub sql: String,
    /// How often it can run, if not any number of times: some rows can be decided once only.
    pub times: Option<usize>,
}

const CLIENTS: usize = 4;
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
            Some(times) => format!("--transactions={}", times / CLIENTS),
            None => format!("--time={SECONDS}"),
        };
        let before = self.processes.spent()?;
        let output = Command::new(program())
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=1", &format!("--client={CLIENTS}"), &long])
            // As on the program's connections.
            .env("PGOPTIONS", "-c max_parallel_workers_per_gather=0")
            .arg("--file")
            .arg(file.path())
            .arg(&self.database_url)
            .output()
            .await;
        let spent = self.processes.spent()?.since(before);
        let Ok(output) = output else { return Ok(None) };
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

/// pgbench of the `PATH`, or where Debian keeps it.
fn program() -> PathBuf {
    #[expect(clippy::disallowed_methods, reason = "a program of its own, with no other settings")]
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(majors) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(majors.flatten().map(|major| major.path().join("bin")));
    }
    let found = folders.into_iter().map(|folder| folder.join("pgbench")).find(|file| file.exists());
    found.unwrap_or_else(|| "pgbench".into())
}
