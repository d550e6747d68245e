//! `with-postgres COMMAND…`: runs a command beside a throw-away PostgreSQL of its own, with `DATABASE_URL` set,
//! and ends with the command's exit code.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::ExitCode;

use anyhow::{Context, bail};
use forum_adapters::postgres::private_cluster::{BinarySearch, ClusterOptions, Durability, PrivateCluster};

/// Many tests at once, each with a small pool of its own.
const CONNECTIONS: u16 = 200;

// The cluster ends with the thread that started it: this one.
#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else { bail!("usage: with-postgres COMMAND [ARGUMENT…]") };

    let directory =
        tempfile::Builder::new().prefix("forum-pg-").tempdir().context("a temporary directory")?;
    // Run as root, PostgreSQL drops to another user, who must get through here.
    std::fs::set_permissions(directory.path(), Permissions::from_mode(0o711))?;
    let mut options = ClusterOptions::new(directory.path().join("data"));
    options.max_connections = CONNECTIONS;
    options.durability = Durability::Throwaway;
    // Its workers keep the databases of single tests from being dropped, and nothing here lives long enough for them.
    options.extra.push(("autovacuum".to_owned(), "off".to_owned()));
    options.binaries = binaries();
    let cluster = PrivateCluster::start(options).await?;

    let status = tokio::process::Command::new(&program)
        .args(arguments)
        .env("DATABASE_URL", cluster.url())
        .status()
        .await
        .with_context(|| format!("cannot run {}", program.display()));
    cluster.stop().await?;
    Ok(ExitCode::from(status?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

#[expect(clippy::disallowed_methods, reason = "a program of its own, with no other settings")]
fn binaries() -> BinarySearch {
    BinarySearch {
        pg_bin_dir: std::env::var_os("PG_BIN_DIR").map(Into::into),
        path: std::env::var_os("PATH"),
        npm_dir: educators_forum::npm_postgres(),
    }
}
