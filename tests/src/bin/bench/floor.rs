//! The floor for a request that reads or writes: pgbench runs its SQL on the same rows. Only PostgreSQL's CPU time is
//! counted. The cost above the floor comes from HTTP, JSON, tokens and rules. The floor for a page is nginx, which sends
//! the same bytes from a precompressed file, and that for a sign-in is the password hash alone, in this process. The CPU
//! time is that of a program and of the PostgreSQL that it runs (Linux).

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::PasswordHasher;
use procfs::process::{Process, Stat, all_processes};
use reqwest::Client;
use tempfile::{NamedTempFile, TempDir};
use tokio::process::{Child, Command};

use crate::load::{Shots, Until, fire, request};

const SECONDS: u64 = 3;

pub struct Script {
    pub sql: String,
    /// Maximum number of runs, if it is limited: some rows can be decided only once.
    pub times: Option<usize>,
}

impl Script {
    pub const CLIENTS: usize = 4;

    /// A script that can run any number of times.
    pub fn repeated(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), times: None }
    }
}

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
    let (before, started, mut verified) = (with_children(own)?, Instant::now(), 0_u32);
    while started.elapsed() < Duration::from_secs(SECONDS) {
        ensure!(hasher.verify("Lantern-42-harbor", Some(&hash)).await?, "the password matches");
        verified += 1;
    }
    Ok((with_children(own)? - before) * 1e3 / f64::from(verified))
}

/// nginx on a separate port. Dropping it stops it.
pub struct PageFloor {
    url: String,
    nginx: Child,
    _folder: TempDir,
}

impl PageFloor {
    /// Serves the response from the program at `url` to the first of `shots`.
    pub async fn start(client: &Client, url: &str, shots: &Shots) -> anyhow::Result<Self> {
        let page = request(client, url, &shots(0)).send().await?.error_for_status()?;
        ensure!(page.headers()["content-encoding"] == "gzip", "the program compresses its pages");
        let page = page.bytes().await?;
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        // The index must exist, but `gzip_static always` sends the other file.
        fs::write(at("index.html"), "")?;
        fs::write(at("index.html.gz"), page)?;
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        fs::write(at("nginx.conf"), configuration(&at(""), port))?;
        let nginx = Command::new("nginx")
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(at("nginx.conf"))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("nginx")?;
        let url = format!("http://127.0.0.1:{port}");
        for _ in 0..100 {
            if client.get(&url).send().await.is_ok() {
                return Ok(Self { url, nginx, _folder: folder });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("nginx does not answer")
    }

    /// CPU milliseconds of one request for the page, with as many clients as the program had.
    pub async fn cpu_ms(&self, client: &Client, until: Until, shots: Shots) -> anyhow::Result<f64> {
        let nginx = i32::try_from(self.nginx.id().context("nginx has ended")?)?;
        let spent = || with_children(nginx);
        let before = spent()?;
        let measured = fire(client, &self.url, Script::CLIENTS, until, shots).await?;
        Ok((spent()? - before) * 1e3 / measured.requests as f64)
    }
}

/// Two workers, no access log, and a practically unlimited number of requests per connection.
fn configuration(folder: &Path, port: u16) -> String {
    let folder = folder.display();
    format!(
        "daemon off; master_process on; worker_processes 2; pid {folder}/pid; error_log {folder}/error.log;
         user root;
         events {{ worker_connections 256; }}
         http {{
             access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=16;
             types {{ text/html html; }}
             server {{
                 listen 127.0.0.1:{port}; root {folder}; index index.html;
                 gzip_static always; add_header Cache-Control no-cache; add_header Vary Accept-Encoding;
             }}
         }}"
    )
}

#[derive(Debug, Clone, Copy)]
pub struct Processes {
    program: i32,
    postmaster: i32,
}

/// CPU seconds so far.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    pub program: f64,
    pub postgres: f64,
}

impl Spent {
    pub fn since(self, before: Self) -> Self {
        Self { program: self.program - before.program, postgres: self.postgres - before.postgres }
    }

    pub fn both(self) -> f64 {
        self.program + self.postgres
    }
}

fn stat(pid: i32) -> anyhow::Result<Stat> {
    Process::new(pid).and_then(|process| process.stat()).context("a process has ended")
}

fn children(parent: i32) -> anyhow::Result<Vec<Stat>> {
    let stats = all_processes()?.filter_map(|process| process.ok()?.stat().ok());
    Ok(stats.filter(|stat| stat.ppid == parent).collect())
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / procfs::ticks_per_second() as f64
}

/// CPU seconds of a process and of its children, including those that have ended. A child that ends during the reading
/// moves from one sum to the other, so they are read again until none has ended in between.
pub fn with_children(parent: i32) -> anyhow::Result<f64> {
    loop {
        let before = stat(parent)?;
        let running: u64 = children(parent)?.iter().map(|child| child.utime + child.stime).sum();
        let after = stat(parent)?;
        if (after.cutime, after.cstime) == (before.cutime, before.cstime) {
            let ended = u64::try_from(after.cutime + after.cstime)?;
            return Ok(seconds(after.utime + after.stime + ended + running));
        }
    }
}

impl Processes {
    /// A serving program and the private PostgreSQL below it.
    pub fn of(program: u32) -> anyhow::Result<Self> {
        let program = i32::try_from(program)?;
        let found = children(program)?.into_iter().find(|child| child.comm == "postgres");
        Ok(Self { program, postmaster: found.context("the program runs no private PostgreSQL")?.pid })
    }

    /// The CPU time that they have used, including all PostgreSQL processes that have ended.
    pub fn spent(self) -> anyhow::Result<Spent> {
        let program = stat(self.program)?;
        let postgres = with_children(self.postmaster)?;
        Ok(Spent { program: seconds(program.utime + program.stime), postgres })
    }
}
