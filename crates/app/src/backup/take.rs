//! Takes a backup.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, bail};
use forum_adapters::backup::{ArchiveWriter, FORMAT, Manifest, OmissionReason, OmittedPhoto};
use forum_adapters::crypto::KeyCopies;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{PgAuditLog, PgHeadshotStore, Snapshot, StoredPhoto, known_keys};
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::audit::AuditLog;
use forum_domain::headshots::{FileStore, HeadshotKey, HeadshotStore};
use forum_domain::shared::{Clock, Fault, IdSource};
use futures_util::{StreamExt, stream};

use super::entry;
use crate::config::Config;
use crate::database::Database;
use crate::site_keys;

/// Number of photos read concurrently: a bucket takes a few milliseconds for each.
const CONCURRENT_READS: usize = 8;

/// Writes a backup of the site to `to` and returns its manifest and the number of its photos. Without `all_photos`, photos that
/// the file store has lost are omitted and listed in the manifest.
///
/// # Errors
/// The output is then not a valid archive.
pub async fn take<W: Write>(
    config: &Config,
    database: &Database,
    to: W,
    all_photos: bool,
) -> anyhow::Result<(W, Manifest, usize)> {
    let pool = &database.pool;
    let (id, taken_at) = (RandomIds.new_id(), SystemClock.now());
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    let tools = database.tools(config, &database.url).await?;
    // Unusable keys fail here, before everything else is copied, and not at a restore.
    site_keys::examine(&config.keys_dir, &known_keys(pool).await?)?;
    KeyCopies::of(&config.keys_dir).context(site_keys::SETTING)?;
    // The backup is recorded before its first byte, as an export is, because all personal data leaves the site.
    PgAuditLog::new(pool.clone()).record(entry("backup.started", id, Vec::new())).await?;

    let mut archive = ArchiveWriter::new(to, taken_at);
    let snapshot = Snapshot::begin(pool).await.context("the database")?;
    tools.dump(&snapshot, |piece| archive.dump(piece)).await?;
    // An open snapshot would keep the database from cleaning up while the photos are copied.
    let seen = snapshot.end().await?;

    let keys = KeyCopies::of(&config.keys_dir).context(site_keys::SETTING)?;
    for (name, text) in keys.files() {
        archive.key(name, format!("{text}\n").as_bytes())?;
    }
    let headshots = PgHeadshotStore::new(pool.clone());
    let stored = seen.photos.len();
    let left_out = copy_photos(&mut archive, Arc::new(files), &headshots, seen.photos).await?;
    let lost = left_out.iter().filter(|photo| photo.why != OmissionReason::Removed).count();
    if lost > 0 && all_photos {
        bail!(
            "the file store has lost {lost} of the photos that the database lists, or contains other files under their \
             names. `educators-forum doctor` checks the store. To back up everything else, add --without-lost-photos"
        );
    }
    let copied = stored - left_out.len();
    let manifest = Manifest {
        format: FORMAT,
        id,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        taken_at,
        namespace: seen.namespace,
        migrations: seen.migrations,
        photos_left_out: left_out,
    };
    let to = archive.finish(&manifest)?;
    Ok((to, manifest, copied))
}

/// Copies the files of the photos that are stored in the snapshot, and returns those that it could not copy.
async fn copy_photos<W: Write>(
    archive: &mut ArchiveWriter<W>,
    files: Arc<OpendalFileStore>,
    headshots: &PgHeadshotStore,
    stored: Vec<StoredPhoto>,
) -> anyhow::Result<Vec<OmittedPhoto>> {
    let reading = stream::iter(stored).map(|photo| {
        let files = files.clone();
        async move {
            let content = files.get(&photo.key).await;
            (photo, content)
        }
    });
    let mut reading = std::pin::pin!(reading.buffered(CONCURRENT_READS));
    let mut left_out = Vec::new();
    while let Some((StoredPhoto { key, bytes }, content)) = reading.next().await {
        match content? {
            Some(content) if content.len() as u64 == bytes => archive.photo(&key, &content)?,
            other => {
                let found = if other.is_some() { OmissionReason::Damaged } else { OmissionReason::Missing };
                let why = if is_stored(headshots, &key).await? { found } else { OmissionReason::Removed };
                left_out.push(OmittedPhoto { key, why });
            }
        }
    }
    Ok(left_out)
}

/// Whether the photo is still stored. Its row changes before its file is deleted.
async fn is_stored(headshots: &PgHeadshotStore, key: &str) -> Result<bool, Fault> {
    match HeadshotKey::parse(key) {
        Some(key) => Ok(headshots.find(&key).await?.is_some()),
        None => Ok(true),
    }
}
