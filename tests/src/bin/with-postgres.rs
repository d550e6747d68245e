//! `with-postgres [--migrations FOLDER] COMMAND…`: runs a command with a temporary PostgreSQL and `DATABASE_URL` set,
//! and exits with the command's exit code. It applies the migrations in the folder, because those embedded in the
//! program date from its last build, and a new query cannot be checked against them.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use private_postgres::{BinarySearch, ClusterOptions, PrivateCluster};
use sqlx::PgPool;
use sqlx::migrate::Migrator;

/// Many tests run concurrently, each with a small pool.
const CONNECTIONS: &str = "200";

// PostgreSQL stops with the thread that started it, so it is started in `main` itself.
#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    const USAGE: &str = "usage: with-postgres [--migrations FOLDER] COMMAND [ARGUMENT…]";
    let mut arguments = std::env::args_os().skip(1).peekable();
    let migrations = arguments.next_if(|first| first == "--migrations").and_then(|_| arguments.next());
    let Some(program) = arguments.next() else { bail!(USAGE) };

    let directory =
        tempfile::Builder::new().prefix("forum-pg-").tempdir().context("a temporary directory")?;
    // When run as root, PostgreSQL switches to another user, who must be able to traverse this directory.
    std::fs::set_permissions(directory.path(), Permissions::from_mode(0o711))?;
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

    let status = tokio::process::Command::new(&program)
        .args(arguments)
        .env("DATABASE_URL", cluster.url())
        .status()
        .await
        .with_context(|| format!("cannot run {}", program.display()));
    cluster.stop().await?;
    Ok(ExitCode::from(status?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

#[expect(clippy::disallowed_methods, reason = "a separate program without other settings")]
fn binaries() -> BinarySearch {
    BinarySearch {
        bin_dir: std::env::var_os("PG_BIN_DIR").map(Into::into),
        path: std::env::var_os("PATH"),
        npm_dir: Some(educators_forum::NPM_POSTGRES.into()),
    }
}
