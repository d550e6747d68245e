//! Restores a backup. Everything is checked before anything is written. Keys and photos are written first, and the
//! database last, in one transaction. An interrupted run can be repeated, because the keys and photos from the backup
//! may exist already.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use forum_adapters::backup::{Archive, Checksum, Content, Manifest, Part};
use forum_adapters::crypto::KeyCopies;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{
    ConnectionPool, Restored, check_schema, existing_relations, restore_database,
};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::{FileStore, HeadshotKey};
use forum_domain::shared::Clock;
use time::Duration;
use time::format_description::well_known::Rfc3339;

use super::entry;
use crate::config::Config;

/// A checked archive.
pub struct Restoration {
    archive: Archive,
    keys: KeyCopies,
    pub manifest: Manifest,
}

/// Reads the whole archive and refuses it unless every part matches its checksum.
pub fn check(file: &Path) -> anyhow::Result<Restoration> {
    let name = file.display().to_string();
    let archive = Archive::open(file).with_context(|| name.clone())?;
    let manifest = archive.check().with_context(|| name.clone())?;
    check_schema(&manifest).with_context(|| name.clone())?;
    let is_photo = |part: &Part| HeadshotKey::parse(&part.name).is_some();
    ensure!(manifest.photos.iter().all(is_photo), "{name}: a photo has an invalid name");
    let mut keys = Vec::new();
    for piece in archive.pass()?.pieces(|content| matches!(content, Content::Key(_)))? {
        let piece = piece.with_context(|| name.clone())?;
        if let Content::Key(file) = piece.content {
            let text = String::from_utf8(piece.bytes).with_context(|| format!("{name}: {file}"))?;
            keys.push((file, text.trim_end().to_owned()));
        }
    }
    let keys = KeyCopies::from_backup(keys, file).context("the keys in the backup")?;
    Ok(Restoration { archive, keys, manifest })
}

/// Restores the backup to the configured database, file store and keys directory. With `verify`, everything is read
/// back and compared.
pub async fn restore(
    config: &Config,
    pool: &ConnectionPool,
    backup: &Restoration,
    verify: bool,
) -> anyhow::Result<Restored> {
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    refuse_occupied(config, pool, &files, backup).await?;
    backup.keys.put_back(&config.keys_dir).context("FORUM__KEYS__DIR")?;
    write_photos(&files, backup).await.context("FORUM__FILES__URL")?;
    if verify {
        compare_photos(&files, &backup.manifest.photos).await.context("FORUM__FILES__URL")?;
    }
    let manifest = &backup.manifest;
    let facts = vec![("taken_at", manifest.taken_at.format(&Rfc3339)?)];
    let owner = config.migration_url.as_deref().map(|owner| (owner, &config.trust));
    let mut pass = backup.archive.pass()?;
    let rows = pass.pieces(|content| matches!(content, Content::Rows(_)))?;
    let entry = entry("backup.restored", manifest.id, facts);
    let restored = restore_database(pool, owner, manifest, rows, &entry, verify).await;
    restored.context(
        "the database is unchanged, but keys and photos were written; run the same command again to continue",
    )
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
    let expected: HashSet<&str> = backup.manifest.photos.iter().map(|photo| photo.name.as_str()).collect();
    let stored =
        files.written_before(SystemClock.now() + Duration::DAY).await.context("FORUM__FILES__URL")?;
    let others = stored.iter().filter(|key| !expected.contains(key.as_str())).count();
    if others > 0 {
        bail!(
            "FORUM__FILES__URL contains {others} files in `headshots` that are not in the backup; move them away, or \
             name another folder, bucket or prefix"
        );
    }
    Ok(())
}

async fn write_photos(files: &OpendalFileStore, backup: &Restoration) -> anyhow::Result<()> {
    for piece in backup.archive.pass()?.pieces(|content| matches!(content, Content::Photo(_)))? {
        let piece = piece?;
        if let Content::Photo(key) = piece.content {
            let parsed = HeadshotKey::parse(&key).context("a photo has an invalid name")?;
            files.put(&key, parsed.extension.kind(), piece.bytes).await?;
        }
    }
    Ok(())
}

async fn compare_photos(files: &OpendalFileStore, photos: &[Part]) -> anyhow::Result<()> {
    for photo in photos {
        let content = files.get(&photo.name).await?.unwrap_or_default();
        ensure!(
            Checksum::of(&content) == photo.checksum,
            "a photo differs from the one that was just written"
        );
    }
    Ok(())
}
