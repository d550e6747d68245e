//! Runs the built program as a child process on a temporary data directory, for the program tests and the browser
//! journeys.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use private_postgres::{BinarySearch, ClusterOptions};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::program_log::ProgramLog;

/// How long a test waits for the program to start; far more than it takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The first line of a server's output, up to its address.
const LISTENING: &str = "listening on ";

/// A data directory and settings for a program, kept across restarts.
pub struct Installation {
    directory: TempDir,
    settings: Vec<(String, String)>,
    /// A program to use instead of the one in the build directory of the test.
    built: Option<PathBuf>,
    /// A command that runs the program; empty if it runs directly.
    under: Vec<String>,
}

pub struct Program {
    child: Child,
    /// Held so that the program never writes to a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
    /// Its base URL, without a trailing slash.
    pub url: String,
    /// Examined when the process has ended, so it comes last.
    _log: ProgramLog,
}

/// The built program is in the same directory as the test's own executable; Cargo sets no `CARGO_BIN_EXE_…` across
/// packages.
pub fn executable() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let found = own
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("educators-forum"))
        .find(|path| path.exists());
    found.context("the program educators-forum is not built; run `cargo build --workspace` first")
}

/// Options for a test's own server, using the PostgreSQL programs of this machine.
pub fn cluster_options(data_dir: &Path) -> ClusterOptions {
    let variables = educators_forum::config::environment();
    let value = |name| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let mut options = ClusterOptions::new(educators_forum::CLUSTER_NAME, data_dir).without_flushing();
    options.binaries = BinarySearch {
        bin_dir: value("PG_BIN_DIR").map(PathBuf::from),
        path: value("PATH"),
        npm_dir: Some(educators_forum::NPM_POSTGRES.into()),
    };
    options
}

impl Installation {
    /// An empty installation that listens on any free port.
    pub fn new() -> anyhow::Result<Self> {
        // Callers create an HTTP client next, which needs a TLS provider.
        crate::authority::use_ring();
        let directory = tempfile::Builder::new().prefix("forum-").tempdir()?;
        // When run as root, PostgreSQL switches to another user, who must be able to traverse this directory.
        std::fs::set_permissions(directory.path(), Permissions::from_mode(0o711))?;
        let data = directory.path().join("data").display().to_string();
        let settings = vec![
            ("FORUM__DATA__DIR".to_owned(), data),
            ("FORUM__HTTP__LISTEN".to_owned(), "127.0.0.1:0".to_owned()),
            // Tests of limits set 1.
            ("FORUM__LIMITS__FACTOR".to_owned(), "1000".to_owned()),
        ];
        Ok(Self { directory, settings, built: None, under: Vec::new() })
    }

    /// Uses another build of the program.
    #[must_use]
    pub fn of(mut self, built: impl Into<PathBuf>) -> Self {
        self.built = Some(built.into());
        self
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.into()));
        self
    }

    /// Runs the program through a command: `words` precede the program and its arguments, and the command must end by
    /// executing them.
    #[must_use]
    pub fn under(mut self, words: impl IntoIterator<Item = String>) -> Self {
        self.under = words.into_iter().collect();
        self
    }

    /// The settings as pairs of name and value.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// A command of the program with these settings and no other environment.
    pub fn command<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
    ) -> anyhow::Result<Command> {
        let program = self.built.clone().map_or_else(executable, Ok)?;
        let mut command = match self.under.split_first() {
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(program);
                command
            }
            None => Command::new(program),
        };
        command
            .args(arguments)
            .env_remove("DATABASE_URL")
            .env("RUST_LOG", "warn")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .kill_on_drop(true);
        Ok(command)
    }

    /// Runs a command to its end, with `input` on its standard input.
    pub async fn run(&self, arguments: &[&str], input: &str) -> anyhow::Result<Output> {
        let mut command = self.command(arguments)?;
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().context("standard input")?;
        // If the command exits without reading its input, the caller judges it by its output.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
        let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
        Ok(output.with_context(|| format!("`{}` did not end within {PATIENCE:?}", arguments.join(" ")))??)
    }

    /// Starts the server and waits until it listens. Its log is shown if the test fails, and otherwise must hold nothing
    /// personal.
    pub async fn serve(&self) -> anyhow::Result<Program> {
        self.start(&["serve"], LISTENING).await
    }

    /// Starts a server that leaves mails and cleaning up to others.
    pub async fn serve_only(&self) -> anyhow::Result<Program> {
        self.start(&["serve", "--no-worker"], LISTENING).await
    }

    /// Starts a worker and waits until it works; its URL is the site's origin.
    pub async fn work(&self) -> anyhow::Result<Program> {
        self.start(&["worker"], "working for ").await
    }

    async fn start(&self, arguments: &[&str], greeting: &str) -> anyhow::Result<Program> {
        let log = ProgramLog::new()?;
        let mut command = self.command(arguments)?;
        if self.settings().all(|(name, _)| name != "RUST_LOG") {
            command.env("RUST_LOG", "info");
        }
        let mut child = command.stdout(Stdio::piped()).stderr(log.output()?).spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("standard output")?).lines();
        let url = first_line(&mut output, greeting).await.with_context(|| log.text())?;
        Ok(Program { url, child, _output: output, _log: log })
    }

    pub async fn create_admin(&self, email: &str, password: &str) -> anyhow::Result<()> {
        let arguments = [
            "admin",
            "create",
            "--email",
            email,
            "--first-name",
            "Dana",
            "--last-name",
            "Reyes",
            "--password-stdin",
        ];
        let output = self.run(&arguments, password).await?;
        if !output.status.success() {
            bail!("`admin create` failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }
}

/// Reads the address of the server from the first line of its output. Fails when the program ends first or prints
/// nothing for two minutes.
pub async fn address_in(output: &mut Lines<BufReader<ChildStdout>>) -> anyhow::Result<String> {
    first_line(output, LISTENING).await
}

async fn first_line(output: &mut Lines<BufReader<ChildStdout>>, greeting: &str) -> anyhow::Result<String> {
    let line = tokio::time::timeout(PATIENCE, output.next_line())
        .await
        .with_context(|| format!("the program neither starts nor ends within {PATIENCE:?}"))??
        .context("the program ended before it started")?;
    let url = line.strip_prefix(greeting).with_context(|| format!("the first line is not `{greeting}…`"))?;
    Ok(url.to_owned())
}

/// Waits for a process to exit. Fails when it still runs after two minutes.
pub async fn end_of(child: &mut Child) -> anyhow::Result<ExitStatus> {
    let end = tokio::time::timeout(PATIENCE, child.wait()).await;
    Ok(end.with_context(|| format!("the program did not end within {PATIENCE:?}"))??)
}

impl Program {
    /// Waits for the process to exit, without a limit.
    pub async fn ended(&mut self) -> anyhow::Result<ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// The process id. Fails when the process has exited.
    pub fn id(&self) -> anyhow::Result<u32> {
        self.child.id().context("the program has ended already")
    }

    /// Its peak memory in bytes (Linux: `VmHWM`). Fails when the process has exited.
    pub fn peak_memory(&self) -> anyhow::Result<u64> {
        let id = self.id()?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
        let kibibytes: u64 = line.trim().trim_end_matches("kB").trim_end().parse()?;
        Ok(kibibytes * 1024)
    }

    /// Lets [`peak_memory`](Self::peak_memory) restart at what is resident now (Linux). Fails when the process has exited.
    pub fn forget_peak_memory(&self) -> anyhow::Result<()> {
        Ok(std::fs::write(format!("/proc/{}/clear_refs", self.id()?), "5")?)
    }

    /// Its open files and sockets (Linux). Fails when the process has exited.
    pub fn open_files(&self) -> anyhow::Result<usize> {
        Ok(std::fs::read_dir(format!("/proc/{}/fd", self.id()?))?.count())
    }

    /// Sends the process a signal, such as `TERM`. Fails when it has exited.
    pub async fn signal(&self, name: &str) -> anyhow::Result<()> {
        let id = self.id()?;
        Command::new("kill").args(["-s", name, &id.to_string()]).status().await?;
        Ok(())
    }

    /// Asks the process to exit (SIGTERM) and waits. Fails when it exits with an error.
    pub async fn end(mut self) -> anyhow::Result<()> {
        self.signal("TERM").await?;
        let status = end_of(&mut self.child).await?;
        if !status.success() {
            bail!("the program ended with {status}");
        }
        Ok(())
    }

    /// Kills the process without warning (SIGKILL), as a power cut would.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}
