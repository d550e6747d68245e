//! The whole product for browser tests: the built program on its private PostgreSQL, a real SMTP server that
//! keeps what it gets as .eml files, and an administrator made on the command line. Prints one line of JSON
//! `{url, mail_dir, admin: {email, password}}` and runs until its standard input is closed.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail};
use forum_tests::smtp_sink::SmtpSink;
use serde_json::json;
use std::io::Write;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

const ADMIN_EMAIL: &str = "director@educatorsforum.example";
const ADMIN_PASSWORD: &str = "Lantern-42-harbor";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let directory = tempfile::Builder::new().prefix("forum-journey-").tempdir()?;
    // Run as root, PostgreSQL drops to another user, who must get through here.
    std::fs::set_permissions(directory.path(), Permissions::from_mode(0o711))?;
    let data_dir = directory.path().join("data");
    let mail_dir = directory.path().join("mail");
    std::fs::create_dir(&mail_dir)?;
    let sink = SmtpSink::writing_to(&mail_dir).await?;
    let settings = [
        ("FORUM__DATA__DIR", data_dir.display().to_string()),
        ("FORUM__HTTP__LISTEN", "127.0.0.1:0".to_owned()),
        ("FORUM__MAIL__URL", format!("smtp://{}", sink.address())),
        ("FORUM__LIMITS__FACTOR", "1000".to_owned()),
    ];

    let mut program = Command::new(program()?)
        .arg("serve")
        .envs(settings.clone())
        .env_remove("DATABASE_URL")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("the program educators-forum; is it built?")?;
    let url = first_line(&mut program).await?;
    create_admin(&settings).await?;

    let ready = json!({
        "url": url, "mail_dir": mail_dir, "admin": { "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD },
    });
    writeln!(std::io::stdout(), "{ready}")?;

    let mut rest = Vec::new();
    tokio::select! {
        _ = tokio::io::stdin().read_to_end(&mut rest) => {}
        status = program.wait() => bail!("the program ended by itself: {}", status?),
    }
    end(program).await
}

/// The built program stands beside this one; Cargo sets no `CARGO_BIN_EXE_…` across packages.
fn program() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.parent().unwrap_or(Path::new(".")).join("educators-forum"))
}

async fn first_line(program: &mut Child) -> anyhow::Result<String> {
    let output = program.stdout.take().context("standard output")?;
    let line = BufReader::new(output).lines().next_line().await?.context("the program ended at once")?;
    let url = line.strip_prefix("listening on ").context("the first line does not say where it listens")?;
    Ok(url.to_owned())
}

async fn create_admin(settings: &[(&str, String)]) -> anyhow::Result<()> {
    let mut command = Command::new(program()?)
        .args(["admin", "create", "--email", ADMIN_EMAIL, "--first-name", "Dana", "--last-name", "Reyes"])
        .arg("--password-stdin")
        .envs(settings.iter().map(|(name, value)| (*name, value.as_str())))
        .env_remove("DATABASE_URL")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut input = command.stdin.take().context("standard input")?;
    input.write_all(ADMIN_PASSWORD.as_bytes()).await?;
    drop(input);
    let status = command.wait().await?;
    if !status.success() {
        bail!("`admin create` failed: {status}");
    }
    Ok(())
}

/// Asks the program to end and waits for it, so that its PostgreSQL ends in order.
async fn end(mut program: Child) -> anyhow::Result<()> {
    if let Some(id) = program.id() {
        let status = Command::new("kill").args(["-TERM", &id.to_string()]).status().await?;
        if !status.success() {
            bail!("cannot signal the program");
        }
    }
    program.wait().await?;
    Ok(())
}
