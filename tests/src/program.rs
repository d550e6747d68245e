//! The built program as a child process on a throw-away data directory: for the tests of the program and for
//! the browser journeys.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// When a test gives up on a program that starts: far more than it takes on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// A place for a program: data directory and settings, kept over several starts.
pub struct Installation {
    directory: TempDir,
    settings: Vec<(String, String)>,
    /// Another program than the one beside the test.
    built: Option<PathBuf>,
    /// What runs the program; nothing: it is run directly.
    under: Vec<String>,
}

/// A serving program.
pub struct Program {
    child: Child,
    /// Held, so that the program never writes to a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
    /// Where it listens, without a slash at its end.
    pub url: String,
}

/// The built program stands beside the test's own; Cargo sets no `CARGO_BIN_EXE_…` across packages.
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

impl Installation {
    /// An empty one that listens on any free port.
    ///
    /// # Errors
    /// When no temporary directory can be made.
    pub fn new() -> anyhow::Result<Self> {
        // Whoever has a program to talk to makes an HTTP client next.
        crate::authority::use_ring();
        let directory = tempfile::Builder::new().prefix("forum-").tempdir()?;
        // Run as root, PostgreSQL drops to another user, who must get through here.
        std::fs::set_permissions(directory.path(), Permissions::from_mode(0o711))?;
        let data = directory.path().join("data").display().to_string();
        let settings = vec![
            ("FORUM__DATA__DIR".to_owned(), data),
            ("FORUM__HTTP__LISTEN".to_owned(), "127.0.0.1:0".to_owned()),
        ];
        Ok(Self { directory, settings, built: None, under: Vec::new() })
    }

    /// The same for another build of the program.
    #[must_use]
    pub fn of(mut self, built: impl Into<PathBuf>) -> Self {
        self.built = Some(built.into());
        self
    }

    /// The same with one more setting.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.into()));
        self
    }

    /// The same run by a command: its words come before the program's, and it must end by executing these.
    #[must_use]
    pub fn under(mut self, words: impl IntoIterator<Item = String>) -> Self {
        self.under = words.into_iter().collect();
        self
    }

    /// The settings as names and values.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The folder around the data directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// A command of the program with these settings and no others.
    ///
    /// # Errors
    /// When the program is not built.
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
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn run(&self, arguments: &[&str], input: &str) -> anyhow::Result<Output> {
        let mut command = self.command(arguments)?;
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().context("standard input")?;
        // A command that ends without reading is judged by its output, not here.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
        let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
        Ok(output.with_context(|| format!("`{}` did not end within {PATIENCE:?}", arguments.join(" ")))??)
    }

    /// Starts serving and waits for the first line.
    ///
    /// # Errors
    /// When the program ends before it listens.
    pub async fn serve(&self) -> anyhow::Result<Program> {
        let mut child = self.command(["serve"])?.stdout(Stdio::piped()).spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("standard output")?).lines();
        let url = address_in(&mut output).await?;
        Ok(Program { url, child, _output: output })
    }

    /// Makes an administrator on the command line.
    ///
    /// # Errors
    /// With the command's own words.
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

/// Reads where a program listens from the first line of its output.
///
/// # Errors
/// When it ends before it listens or does neither for two minutes.
pub async fn address_in(output: &mut Lines<BufReader<ChildStdout>>) -> anyhow::Result<String> {
    let line = tokio::time::timeout(PATIENCE, output.next_line())
        .await
        .with_context(|| format!("the program neither listens nor ends within {PATIENCE:?}"))??
        .context("the program ended before it listened")?;
    let url = line.strip_prefix("listening on ").context("the first line does not say where it listens")?;
    Ok(url.to_owned())
}

/// Waits until a program ends.
///
/// # Errors
/// When it still runs after two minutes.
pub async fn end_of(child: &mut Child) -> anyhow::Result<ExitStatus> {
    let end = tokio::time::timeout(PATIENCE, child.wait()).await;
    Ok(end.with_context(|| format!("the program did not end within {PATIENCE:?}"))??)
}

impl Program {
    /// Waits until it ends, however long that takes.
    ///
    /// # Errors
    /// Those of the operating system.
    pub async fn ended(&mut self) -> anyhow::Result<ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// The id of its process.
    ///
    /// # Errors
    /// When it has ended already.
    pub fn id(&self) -> anyhow::Result<u32> {
        self.child.id().context("the program has ended already")
    }

    /// The most memory it has held at a time, in bytes (Linux: `VmHWM`).
    ///
    /// # Errors
    /// When it has ended already.
    pub fn peak_memory(&self) -> anyhow::Result<u64> {
        let id = self.id()?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
        let kibibytes: u64 = line.trim().trim_end_matches("kB").trim_end().parse()?;
        Ok(kibibytes * 1024)
    }

    /// Sends it a signal, such as `TERM`.
    ///
    /// # Errors
    /// When it has ended already.
    pub async fn signal(&self, name: &str) -> anyhow::Result<()> {
        let id = self.id()?;
        Command::new("kill").args(["-s", name, &id.to_string()]).status().await?;
        Ok(())
    }

    /// Asks it to end (SIGTERM) and waits.
    ///
    /// # Errors
    /// When it ends with an error.
    pub async fn end(mut self) -> anyhow::Result<()> {
        self.signal("TERM").await?;
        let status = end_of(&mut self.child).await?;
        if !status.success() {
            bail!("the program ended with {status}");
        }
        Ok(())
    }

    /// Ends it as a power cut would (SIGKILL).
    ///
    /// # Errors
    /// Those of the operating system.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}
