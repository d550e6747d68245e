//! `with-postgres [--migrations FOLDER] COMMAND…`: runs a command with a temporary PostgreSQL and `DATABASE_URL` set,
//! and exits with the command's exit code. It applies the migrations in the folder, because those embedded in the
//! program date from its last build, and a new query cannot be checked against them. Server and temporary folders of the
//! command are in memory if the machine allows it, because tests create hundreds of databases of 300 files each.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use private_postgres::{BinarySearch, ClusterOptions, PrivateCluster};
use rustix::fs::{StatVfsMountFlags, statvfs};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::signal::unix::{SignalKind, signal};

/// Many tests run concurrently, each with a small pool.
const CONNECTIONS: &str = "200";

/// A file system in memory, and the number of free bytes that the tests need there.
const IN_MEMORY: (&str, u64) = ("/dev/shm", 4 << 30);

// PostgreSQL stops with the thread that started it, so it is started in `main` itself.
#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    const USAGE: &str = "usage: with-postgres [--migrations FOLDER] COMMAND [ARGUMENT…]";
    let mut arguments = std::env::args_os().skip(1).peekable();
    let migrations = arguments.next_if(|first| first == "--migrations").and_then(|_| arguments.next());
    let Some(program) = arguments.next() else { bail!(USAGE) };

    let parent = if has_memory() { IN_MEMORY.0.into() } else { std::env::temp_dir() };
    let directory = tempfile::Builder::new().prefix("forum-pg-").tempdir_in(parent);
    let directory = directory.context("a temporary directory")?;
    let temporary = directory.path().join("tmp");
    std::fs::create_dir(&temporary)?;
    // When run as root, PostgreSQL switches to another user, who must be able to traverse these directories.
    for folder in [directory.path(), &temporary] {
        std::fs::set_permissions(folder, Permissions::from_mode(0o711))?;
    }
    let mut options =
        ClusterOptions::new("educators-forum", directory.path().join("data")).without_flushing();
    // Autovacuum workers would keep the databases of individual tests from being dropped, and no database here lives
    // long enough to need vacuuming.
    let settings = [("max_connections", CONNECTIONS), ("autovacuum", "off")];
    options.extra.extend(settings.map(|(name, value)| (name, value.to_owned())));
    options.binaries = binaries();
    let cluster = PrivateCluster::start(options).await?;
    if let Some(folder) = migrations {
        let pool = PgPool::connect(&cluster.url()).await?;
        Migrator::new(PathBuf::from(folder)).await?.run(&pool).await.context("the migrations")?;
        pool.close().await;
    }

    let mut command = tokio::process::Command::new(&program);
    command.args(arguments).env("DATABASE_URL", cluster.url()).env("TMPDIR", &temporary);
    // An interrupted run must not leave its folder in memory.
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let mut child = command.spawn().with_context(|| format!("cannot run {}", program.display()))?;
    let status = tokio::select! {
        status = child.wait() => status?,
        _ = interrupt.recv() => child.wait().await?, // the terminal has interrupted the command too
        _ = terminate.recv() => { child.kill().await?; child.wait().await? }
    };
    cluster.stop().await?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// Whether the file system in memory is large enough and allows programs.
fn has_memory() -> bool {
    let (folder, needed) = IN_MEMORY;
    statvfs(folder).is_ok_and(|found| {
        found.f_bavail * found.f_frsize >= needed && !found.f_flag.contains(StatVfsMountFlags::NOEXEC)
    })
}

#[expect(clippy::disallowed_methods, reason = "a separate program without other settings")]
fn binaries() -> BinarySearch {
    BinarySearch {
        bin_dir: std::env::var_os("PG_BIN_DIR").map(Into::into),
        path: std::env::var_os("PATH"),
        npm_dir: Some(".postgres/bin".into()), // where scripts/setup installs it
    }
}
