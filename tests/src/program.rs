//! Runs the built program as a child process on a temporary data directory, for the program tests and the browser
//! journeys.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use anyhow::Context;
use forum_adapters::postgres::{ConnectionPool, migrate};
use private_postgres::{BinarySearch, ClusterOptions, PrivateCluster};
use procfs::process::{ClearRefs, Process};
use regex::Regex;
use tempfile::{NamedTempFile, TempDir};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::OnceCell;

use crate::smtp_sink::SmtpSink;
use crate::timing::TimeLimit;

/// Timeout for the start of the program, far longer than it needs on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The first line of a server's output, up to its address.
const LISTENING: &str = "listening on ";

/// A data directory and settings for a program, kept across restarts.
pub struct Installation {
    directory: TempDir,
    settings: Vec<(String, String)>,
    /// A program to use instead of the one in the build directory of the test.
    executable: Option<PathBuf>,
    /// A command that runs the program. Empty if it runs directly.
    wrapper: Vec<String>,
    _limit: TimeLimit,
}

pub struct Program {
    child: Child,
    /// Held so that the program never writes to a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
    /// Its base URL, without a trailing slash.
    pub url: String,
    /// Examined when the process has ended, so it comes last.
    log: ProgramLog,
}

/// The built program is in the same directory as the test's own executable; Cargo sets no `CARGO_BIN_EXE_…` across
/// packages.
pub fn executable() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    let folders = test.ancestors().skip(1).take(2);
    let found = folders.map(|folder| folder.join("educators-forum")).find(|path| path.exists());
    found.expect("the program educators-forum; run `cargo build --workspace` first")
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

/// A data directory with a database and its schema. `with-postgres` removes it at the end of all tests.
static TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();

async fn template() -> PathBuf {
    let installation = Installation::new();
    let data = installation.path().join("data");
    let cluster = PrivateCluster::start(cluster_options(&data)).await.expect("a cluster");
    let pool = ConnectionPool::new(cluster.address().options(), 1, PATIENCE);
    migrate(&pool).await.expect("a migrated schema");
    pool.close().await;
    cluster.stop().await.expect("a clean shutdown");
    installation.directory.keep().join("data")
}

async fn copy(folder: &Path, target: &Path) {
    let status = Command::new("cp").arg("-a").args([folder, target]).status().await;
    assert!(status.expect("cp").success(), "{} was not copied", folder.display());
}

/// The setting `FORUM__REVIEW__UNDO_SECONDS`.
const UNDO_SECONDS: &str = "FORUM__REVIEW__UNDO_SECONDS";

impl Installation {
    /// An empty installation that listens on any free port.
    pub fn new() -> Self {
        // Callers create an HTTP client next, which needs a TLS provider.
        crate::authority::use_ring();
        let directory = tempfile::Builder::new().prefix("forum-").tempdir().expect("a temporary directory");
        // When run as root, PostgreSQL switches to another user, who must be able to traverse this directory.
        let traversable = Permissions::from_mode(0o711);
        std::fs::set_permissions(directory.path(), traversable).expect("a directory of this user");
        let data = directory.path().join("data").display().to_string();
        let settings = vec![
            ("FORUM__DATA__DIR".to_owned(), data),
            ("FORUM__HTTP__LISTEN".to_owned(), "127.0.0.1:0".to_owned()),
            // Tests for limits set 1.
            ("FORUM__LIMITS__FACTOR".to_owned(), "1000".to_owned()),
            // Mails about decisions are sent at once. Tests for undoing set a time.
            (UNDO_SECONDS.to_owned(), "0".to_owned()),
        ];
        Self { directory, settings, executable: None, wrapper: Vec::new(), _limit: TimeLimit::start() }
    }

    /// An installation and its running server.
    pub async fn served() -> (Self, Program) {
        let installation = Self::new();
        let program = installation.serve().await;
        (installation, program)
    }

    /// An installation, its running server and its mail host.
    pub async fn served_with_mail() -> (Self, Program, SmtpSink) {
        let sink = SmtpSink::start().await;
        let installation = Self::new().with_mail(&sink);
        let program = installation.serve().await;
        (installation, program, sink)
    }

    /// Uses another build of the program, which may refuse newer settings.
    #[must_use]
    pub fn with_executable(mut self, executable: impl Into<PathBuf>) -> Self {
        self.settings.retain(|(name, _)| name != UNDO_SECONDS);
        self.executable = Some(executable.into());
        self
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.into()));
        self
    }

    #[must_use]
    pub fn with_mail(self, sink: &SmtpSink) -> Self {
        self.with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()))
    }

    /// Runs the program through a command: `words` precede the program and its arguments, and the command must end by
    /// executing them.
    #[must_use]
    pub fn with_wrapper(mut self, words: impl IntoIterator<Item = String>) -> Self {
        self.wrapper = words.into_iter().collect();
        self
    }

    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// A program command with these settings and no other environment.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let program = self.executable.clone().unwrap_or_else(executable);
        let mut words = self.wrapper.iter().map(OsStr::new).chain([program.as_os_str()]);
        let mut command = Command::new(words.next().expect("a program"));
        command
            .args(words)
            .args(arguments)
            .env_remove("DATABASE_URL")
            .env("RUST_LOG", "warn")
            .envs(self.settings())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    pub async fn run(&self, arguments: &[&str]) -> CommandOutput {
        self.run_with_input(arguments, "").await
    }

    /// Runs a command to its end, with `input` on its standard input.
    pub async fn run_with_input(&self, arguments: &[&str], input: &str) -> CommandOutput {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("an executable program");
        // If the command exits without reading its input, the caller checks its output.
        let _ = child.stdin.take().expect("standard input").write_all(input.as_bytes()).await;
        let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
        let output = output.unwrap_or_else(|_| panic!("`{}` did not exit", arguments.join(" ")));
        output.expect("an exit status").into()
    }

    /// Starts the server and waits until it listens. Its log is printed if the test fails. Otherwise it must not contain
    /// personal data.
    pub async fn serve(&self) -> Program {
        self.start(&["serve"], LISTENING).await.expect("a server")
    }

    /// Starts a server without a worker, so it neither sends mail nor deletes expired rows.
    pub async fn serve_only(&self) -> Program {
        self.start(&["serve", "--no-worker"], LISTENING).await.expect("a server")
    }

    /// Starts a worker and waits until it works. Its URL is the site's origin.
    pub async fn work(&self) -> Program {
        self.start(&["worker"], "working for ").await.expect("a running worker")
    }

    /// Gives an installation without data a database with the schema, because copying one takes a tenth of the time that
    /// the program needs to create it. Programs of other builds create it themselves.
    pub async fn prepare(&self) {
        let data = self.path().join("data");
        let has_database = self.settings().any(|(name, _)| name == "DATABASE_URL");
        if self.executable.is_none() && !has_database && !data.exists() {
            copy(TEMPLATE.get_or_init(template).await, &data).await;
        }
    }

    async fn start(&self, arguments: &[&str], greeting: &str) -> anyhow::Result<Program> {
        self.prepare().await;
        let log = ProgramLog::new()?;
        let mut command = self.command(arguments);
        if self.settings().all(|(name, _)| name != "RUST_LOG") {
            command.env("RUST_LOG", "info");
        }
        let mut child = command.stdout(Stdio::piped()).stderr(log.output()?).spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("standard output")?).lines();
        let url = first_line(&mut output, greeting).await.with_context(|| log.text())?;
        Ok(Program { url, child, _output: output, log })
    }

    pub async fn create_admin(&self, email: &str, password: &str) {
        self.try_create_admin(email, password).await.success();
    }

    pub async fn try_create_admin(&self, email: &str, password: &str) -> CommandOutput {
        let names = ["--first-name", "Dana", "--last-name", "Reyes", "--password-stdin"];
        self.run_with_input(&[&["admin", "create", "--email", email][..], &names].concat(), password).await
    }
}

impl Default for Installation {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of a command that has exited.
#[derive(Debug)]
pub struct CommandOutput {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for CommandOutput {
    fn from(Output { status, stdout, stderr }: Output) -> Self {
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Self { code: status.code(), stdout, stderr }
    }
}

impl CommandOutput {
    /// The standard output of a command that succeeded.
    pub fn success(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self.stdout
    }

    /// What a command that succeeded wrote to standard error.
    pub fn success_message(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self.stderr
    }

    /// The standard error of a command that failed with exit code 1.
    pub fn failure(self) -> String {
        assert_eq!(self.code, Some(1), "{}{}", self.stdout, self.stderr);
        self.stderr
    }

    /// Expects a command that failed with exit code 1 and an error message that contains `text`.
    pub fn fails_with(self, text: &str) {
        let message = self.failure();
        assert!(message.contains(text), "{text}: {message}");
    }
}

/// Reads the address from the first line of the output. Fails if the program ends first or prints nothing for two minutes.
async fn first_line(output: &mut Lines<BufReader<ChildStdout>>, greeting: &str) -> anyhow::Result<String> {
    let line = tokio::time::timeout(PATIENCE, output.next_line())
        .await
        .with_context(|| format!("the program neither starts nor ends within {PATIENCE:?}"))??
        .context("the program ended before it started")?;
    let url = line.strip_prefix(greeting).with_context(|| format!("the first line is not `{greeting}…`"))?;
    Ok(url.to_owned())
}

/// Waits for a process to exit. Panics if it is still running after two minutes.
async fn end_of(child: &mut Child) -> ExitStatus {
    let end = tokio::time::timeout(PATIENCE, child.wait()).await;
    end.expect("an exit within two minutes").expect("an exit status")
}

impl Program {
    /// Waits for the process to exit, without a limit.
    pub async fn ended(&mut self) -> ExitStatus {
        self.child.wait().await.expect("an exit status")
    }

    /// The process id. The process must be running.
    pub fn id(&self) -> u32 {
        self.child.id().expect("a running process")
    }

    /// What the kernel knows about the process (Linux).
    pub fn process(&self) -> Process {
        i32::try_from(self.id()).ok().and_then(|id| Process::new(id).ok()).expect("a running process")
    }

    /// Its resident memory in bytes.
    pub fn resident_memory(&self) -> u64 {
        self.process().status().expect("a process status").vmrss.expect("kilobytes") * 1024
    }

    /// Its peak memory in bytes.
    pub fn peak_memory(&self) -> u64 {
        self.process().status().expect("a process status").vmhwm.expect("kilobytes") * 1024
    }

    /// Resets [`peak_memory`](Self::peak_memory) to the current resident memory.
    pub fn forget_peak_memory(&self) {
        self.process().clear_refs(ClearRefs::PeakRSS).expect("a writable /proc");
    }

    /// The address without the scheme.
    pub fn address(&self) -> &str {
        self.url.strip_prefix("http://").expect("an http URL")
    }

    /// Sends the process a signal, such as `TERM`.
    pub async fn signal(&self, name: &str) {
        Command::new("kill").args(["-s", name, &self.id().to_string()]).status().await.expect("kill");
    }

    /// The log so far, one line of JSON per entry.
    pub fn log(&self) -> String {
        self.log.text()
    }

    /// Stops the process with SIGTERM. Panics if it exits with an error.
    pub async fn end(self) {
        self.end_with_log().await;
    }

    /// The same. Returns the complete log.
    pub async fn end_with_log(mut self) -> String {
        self.signal("TERM").await;
        let status = end_of(&mut self.child).await;
        assert!(status.success(), "the program ended with {status}");
        self.log()
    }

    /// Kills the process with SIGKILL.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("a process to kill");
    }
}

/// Passwords of users in tests.
const PASSWORDS: [&str; 2] = ["Copper-71-meadow", "Lantern-42-harbor"];

/// The log of a program under test: printed if the test fails, otherwise searched for personal data.
struct ProgramLog(NamedTempFile);

impl ProgramLog {
    fn new() -> io::Result<Self> {
        NamedTempFile::new().map(Self)
    }

    /// The standard error of the program.
    fn output(&self) -> io::Result<Stdio> {
        Ok(self.0.reopen()?.into())
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.0.path()).unwrap_or_default()
    }
}

impl Drop for ProgramLog {
    fn drop(&mut self) {
        let text = self.text();
        if std::thread::panicking() {
            // A failure here cannot be reported.
            let _ = io::stderr().write_all(text.as_bytes());
            return;
        }
        let found = personal(&text);
        assert!(found.is_none(), "the log of the program contains {found:?}:\n{text}");
    }
}

/// The first address of a person, or a password.
fn personal(log: &str) -> Option<String> {
    let address = Regex::new(r"[\w.+-]+@[\w-]+(\.[\w-]+)+").ok()?;
    let address = address.find(log).map(|found| found.as_str().to_owned());
    address.or_else(|| PASSWORDS.into_iter().find(|password| log.contains(password)).map(str::to_owned))
}
