//! Restores a backup. Everything is checked before anything is written. Then keys and photos are written, and last, in
//! one transaction, the database: only then there is a site. A run that was interrupted is completed by running it again,
//! because the same keys and photos may be there already.

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
    /// What it holds.
    pub manifest: Manifest,
}

/// Reads the whole archive, and refuses it unless every part is as it was written.
///
/// # Errors
/// A message for the operator.
pub fn check(file: &Path) -> anyhow::Result<Restoration> {
    let name = file.display().to_string();
    let archive = Archive::open(file).with_context(|| name.clone())?;
    let manifest = archive.check().with_context(|| name.clone())?;
    check_schema(&manifest).with_context(|| name.clone())?;
    let is_photo = |part: &Part| HeadshotKey::parse(&part.name).is_some();
    ensure!(manifest.photos.iter().all(is_photo), "{name}: a photo has a name that the site does not give");
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

/// Restores the backup to where the settings say. With `verify`, everything is read back and compared.
///
/// # Errors
/// A message for the operator.
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
        "the database was left as it was; keys and photos are written, and running the same command again continues",
    )
}

/// Refuses to mix the backup with another site, or with what is left of one.
async fn refuse_occupied(
    config: &Config,
    pool: &ConnectionPool,
    files: &OpendalFileStore,
    backup: &Restoration,
) -> anyhow::Result<()> {
    let there = existing_relations(pool).await?;
    if let Some(first) = there.first() {
        let what = if config.database_url.is_some() {
            "DATABASE_URL: the database is not empty; create a new one"
        } else {
            "the private PostgreSQL in FORUM__DATA__DIR is not empty; stop the site and move its folder `postgres` away"
        };
        bail!("{what} (found {first} and {} more)", there.len() - 1);
    }
    let others = backup.keys.others_in(&config.keys_dir).context("FORUM__KEYS__DIR")?;
    if !others.is_empty() {
        bail!(
            "FORUM__KEYS__DIR holds keys that are not those of the backup ({}); move them away",
            others.join(", ")
        );
    }
    let ours: HashSet<&str> = backup.manifest.photos.iter().map(|photo| photo.name.as_str()).collect();
    let there = files.written_before(SystemClock.now() + Duration::DAY).await.context("FORUM__FILES__URL")?;
    let others = there.iter().filter(|key| !ours.contains(key.as_str())).count();
    if others > 0 {
        bail!(
            "FORUM__FILES__URL holds {others} files in `headshots` that are not in the backup; move them away, or \
             name another folder, bucket or prefix"
        );
    }
    Ok(())
}

async fn write_photos(files: &OpendalFileStore, backup: &Restoration) -> anyhow::Result<()> {
    for piece in backup.archive.pass()?.pieces(|content| matches!(content, Content::Photo(_)))? {
        let piece = piece?;
        if let Content::Photo(key) = piece.content {
            let parsed =
                HeadshotKey::parse(&key).context("a photo has a name that the site does not give")?;
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
            "a photo reads otherwise than it was written just now"
        );
    }
    Ok(())
}
