//! Copies the database of a private PostgreSQL into the database at `DATABASE_URL`, for installations from before the
//! production profile needed one. Keys and photos stay where they are, and the private PostgreSQL is only read.

use std::fs;

use anyhow::{Context, bail, ensure};
use forum_adapters::backup::{Archive, ArchiveWriter, Checksum, Content, FORMAT, Manifest, NewFile, Part};
use forum_adapters::postgres::{ConnectionPool, Snapshot, existing_relations, restore_database};
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::shared::{Clock, IdSource};
use private_postgres::PrivateCluster;

use super::entry;
use crate::config::Config;
use crate::database::{Use, cluster_options, open_database};

/// Moves the database; every table is read back and compared. Await it directly in `main`, like [`open_database`].
///
/// # Errors
/// The database at `DATABASE_URL` is then unchanged.
pub async fn move_private(config: &Config) -> anyhow::Result<Manifest> {
    ensure!(config.database_url.is_some(), "DATABASE_URL: name the empty database that the data is moved to");
    if !PrivateCluster::inspect(&cluster_options(config)).await?.has_data {
        bail!("FORUM__DATA__DIR: {} contains no private PostgreSQL", config.data_dir.display());
    }
    let target = open_database(config, Use::Command).await?;
    let moved = async {
        let existing = existing_relations(&target.pool).await?;
        ensure!(existing.is_empty(), "DATABASE_URL: the database is not empty; create a new one");
        // A serving process would continue to write, so it must have stopped.
        let private = Config { database_url: None, migration_url: None, ..config.clone() };
        let source = open_database(&private, Use::Serving).await?;
        let moved = copy(config, &source.pool, &target.pool).await;
        source.close().await;
        let manifest = moved?;
        // Also grants privileges to the site's role if another role owns the tables.
        target.migrate(config).await?;
        Ok(manifest)
    };
    let moved = moved.await;
    target.close().await;
    moved
}

/// Copies all rows through an archive that is deleted afterwards.
async fn copy(config: &Config, source: &ConnectionPool, target: &ConnectionPool) -> anyhow::Result<Manifest> {
    let path = config.data_dir.join("move-database.tar");
    // An interrupted run may have left it.
    let _ = fs::remove_file(&path);
    let file = NewFile::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let taken_at = SystemClock.now();
    let mut archive = ArchiveWriter::new(file, taken_at);
    let mut snapshot = Snapshot::begin(source).await.context("the private PostgreSQL")?;
    let migrations = snapshot.migrations().await?;
    let tables = snapshot.copy_tables(&mut archive).await?;
    let stored = snapshot.stored_photos().await?;
    snapshot.end().await?;
    let manifest = Manifest {
        format: FORMAT,
        id: RandomIds.new_id(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        taken_at,
        migrations,
        tables,
        keys: Vec::new(),
        photos: stored
            .into_iter()
            .map(|photo| Part { name: photo.key, checksum: Checksum::of(&[]) })
            .collect(),
        photos_left_out: Vec::new(),
    };
    archive.finish(&manifest)?.keep()?;
    let archive = Archive::open(&path)?;
    let mut pass = archive.pass()?;
    let rows = pass.pieces(|content| matches!(content, Content::Rows(_)))?;
    let owner = config.migration_url.as_deref().map(|owner| (owner, &config.trust));
    let entry = entry("backup.restored", manifest.id, Vec::new());
    let restored = restore_database(target, owner, &manifest, rows, &entry, true).await;
    fs::remove_file(&path)?;
    restored?;
    Ok(manifest)
}
