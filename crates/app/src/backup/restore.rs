//! Restores a backup. Everything is checked before anything is written. Keys and photos are written first, and the
//! database last, in one transaction. An interrupted run can be repeated, because the keys and photos from the backup
//! may exist already.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use forum_adapters::backup::{Archive, Contents, digest};
use forum_adapters::crypto::KeyCopies;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{
    ConnectionPool, check_schema, existing_relations, finish_restore, restore_database,
};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::{FileStore, HeadshotKey};
use forum_domain::shared::Clock;
use time::Duration;
use time::format_description::well_known::Rfc3339;

use super::entry;
use crate::config::Config;
use crate::database::Database;
use crate::site_keys;

pub struct Restoration {
    archive: Archive,
    keys: KeyCopies,
    pub contents: Contents,
}

/// Reads the whole archive and refuses it unless every part matches its digest.
pub fn check(file: &Path) -> anyhow::Result<Restoration> {
    let name = file.display().to_string();
    let archive = Archive::open(file).with_context(|| name.clone())?;
    let contents = archive.check().with_context(|| name.clone())?;
    check_schema(&contents.manifest).with_context(|| name.clone())?;
    let is_photo = |key: &String| HeadshotKey::parse(key).is_some();
    ensure!(contents.photos.keys().all(is_photo), "{name}: a photo has an invalid name");
    let mut keys = Vec::new();
    for (key, content) in &contents.keys {
        let text = String::from_utf8(content.clone()).with_context(|| format!("{name}: {key}"))?;
        keys.push((key.clone(), text.trim_end().to_owned()));
    }
    let keys = KeyCopies::from_backup(keys, file).context("the keys in the backup")?;
    Ok(Restoration { archive, keys, contents })
}

/// Restores the backup to the configured database, file store and keys directory. With `verify`, the photos are read back
/// and compared, as the keys always are.
pub async fn restore(
    config: &Config,
    database: &Database,
    backup: &Restoration,
    verify: bool,
) -> anyhow::Result<()> {
    let (pool, manifest) = (&database.pool, &backup.contents.manifest);
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    let tools = database.tools(config, config.migration_url.as_ref().unwrap_or(&database.url)).await?;
    refuse_occupied(config, pool, &files, backup).await?;
    backup.keys.put_back(&config.keys_dir).context(site_keys::SETTING)?;
    write_photos(&files, backup).await.context("FORUM__FILES__URL")?;
    if verify {
        compare_photos(&files, &backup.contents).await.context("FORUM__FILES__URL")?;
    }
    let owner = config.migration_url.as_deref().map(|owner| (owner, &config.trust));
    let mut pass = backup.archive.pass()?;
    let restored = restore_database(pool, owner, &tools, &manifest.namespace, pass.dump()?).await;
    restored.context(
        "the database is unchanged, but keys and photos were written; run the same command again to continue",
    )?;
    finish(config, database, backup).await.context(
        "the database was restored, but the last steps failed; empty it and run the same command again",
    )
}

/// Adapts the restored database to this site.
async fn finish(config: &Config, database: &Database, backup: &Restoration) -> anyhow::Result<()> {
    let manifest = &backup.contents.manifest;
    // Also grants privileges to the site's role if another role owns the tables.
    database.migrate(config).await?;
    let omitted: Vec<&str> = manifest.photos_left_out.iter().map(|photo| photo.key.as_str()).collect();
    let facts = vec![("taken_at", manifest.taken_at.format(&Rfc3339)?)];
    finish_restore(&database.pool, &omitted, &entry("backup.restored", manifest.id, facts)).await?;
    site_keys::open(config, &database.pool).await?;
    Ok(())
}

/// Refuses to mix the backup with another site or its remains.
async fn refuse_occupied(
    config: &Config,
    pool: &ConnectionPool,
    files: &OpendalFileStore,
    backup: &Restoration,
) -> anyhow::Result<()> {
    let existing = existing_relations(pool).await?;
    if let Some(first) = existing.first() {
        let what = if config.database_url.is_some() {
            "DATABASE_URL: the database is not empty; create a new one"
        } else {
            "the private PostgreSQL in FORUM__DATA__DIR is not empty; stop the site and move its folder `postgres` away"
        };
        bail!("{what} (found {first} and {} more)", existing.len() - 1);
    }
    let others = backup.keys.others_in(&config.keys_dir).context("FORUM__KEYS__DIR")?;
    if !others.is_empty() {
        bail!(
            "FORUM__KEYS__DIR contains keys that are not in the backup ({}); move them away",
            others.join(", ")
        );
    }
    let stored =
        files.written_before(SystemClock.now() + Duration::DAY).await.context("FORUM__FILES__URL")?;
    let others = stored.iter().filter(|key| !backup.contents.photos.contains_key(key.as_str())).count();
    if others > 0 {
        bail!(
            "FORUM__FILES__URL contains {others} files in `headshots` that are not in the backup; move them away, or \
             name another folder, bucket or prefix"
        );
    }
    Ok(())
}

async fn write_photos(files: &OpendalFileStore, backup: &Restoration) -> anyhow::Result<()> {
    for photo in backup.archive.pass()?.photos()? {
        let (key, content) = photo?;
        let parsed = HeadshotKey::parse(&key).context("a photo has an invalid name")?;
        files.put(&key, parsed.extension.kind(), content).await?;
    }
    Ok(())
}

async fn compare_photos(files: &OpendalFileStore, contents: &Contents) -> anyhow::Result<()> {
    for (key, expected) in &contents.photos {
        let content = files.get(key).await?.unwrap_or_default();
        ensure!(digest(&content) == *expected, "a photo differs from the one that was just written");
    }
    Ok(())
}
