//! The site's keys, and whether they belong to its database. With other keys every link, session, authenticator app and
//! recovery code would silently stop working, so new keys are created only if no row depends on keys.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use forum_adapters::crypto::{KeyDirectory, Keys, PasetoIssuer};
use forum_adapters::postgres::{ConnectionPool, KeysClaim, KnownKeys};
use tokio::task::spawn_blocking;

use crate::config::Config;
use crate::lifecycle::{Tasks, survive};

pub const SETTING: &str = "FORUM__KEYS__DIR";

/// Polling interval. A new key is published a quarter of an hour before it signs, so any short interval will do.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Reads the keys in the directory if they belong to the database. `None` if keys are missing and no row depends on
/// keys. Writes nothing.
pub fn examine(directory: &Path, known: &KnownKeys) -> anyhow::Result<Option<Keys>> {
    let shown = directory.display();
    let (missing, _) = KeyDirectory::inventory(directory).context(SETTING)?;
    if !missing.is_empty() {
        ensure!(
            known.check.is_none() && !known.used,
            "{SETTING}: {shown} lacks {}, but this database was used with keys. Is the volume mounted? If the keys are lost, \
             restore them from a backup (`keys/` in the archive). Without a backup, `educators-forum keys start-over` \
             creates the missing ones; with a new master.secret all users have to sign in again, and links in mails, \
             authenticator apps and recovery codes stop working",
            missing.join(", ")
        );
        return Ok(None);
    }
    let keys = KeyDirectory::read(directory).context(SETTING)?;
    let matches = known.check.as_ref().is_none_or(|check| *check == keys.master.check_value());
    ensure!(
        matches,
        "{SETTING}: {shown} contains the keys of another site: its master.secret is not the one that this database was used \
         with. Is the right volume mounted, and is this the right database? If the right keys are lost, restore them \
         from a backup (`keys/` in the archive). Without a backup, `educators-forum keys start-over` continues with the \
         existing keys: all users have to sign in again, and links in mails, authenticator apps and recovery codes stop \
         working"
    );
    Ok(Some(keys))
}

/// Opens the database's keys, whose schema must be current. The first process creates missing keys or assigns existing
/// ones to the database.
///
/// # Errors
/// Nothing was written.
pub async fn open(config: &Config, pool: &ConnectionPool) -> anyhow::Result<Keys> {
    let claim = KeysClaim::begin(pool).await?;
    let keys = match examine(&config.keys_dir, &claim.known)? {
        Some(keys) => keys,
        None => KeyDirectory::open(&config.keys_dir).context(SETTING)?,
    };
    claim.settle(&keys.master.check_value()).await?;
    Ok(keys)
}

/// Assigns the keys in the directory to the database, replacing earlier ones, and creates missing keys.
pub async fn start_over(config: &Config, pool: &ConnectionPool) -> anyhow::Result<()> {
    let claim = KeysClaim::begin(pool).await?;
    let keys = KeyDirectory::open(&config.keys_dir).context(SETTING)?;
    Ok(claim.settle(&keys.master.check_value()).await?)
}

/// Watches the directory, so that `keys rotate` needs no restart of the serving processes. An error is logged
/// once, and the current keys stay in use.
pub fn watch(tasks: &Tasks, directory: PathBuf, issuer: Arc<PasetoIssuer>) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let mut last_error = None;
        while stop.run_until_cancelled(tokio::time::sleep(CHECK_INTERVAL)).await.is_some() {
            let path = directory.clone();
            let read = match spawn_blocking(move || KeyDirectory::read_ring(&path)).await {
                Ok(read) => read.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok(ring) => {
                    last_error = None;
                    if survive("key watch", async { issuer.change_keys(ring) }).await == Some(true) {
                        tracing::info!("the signing keys changed");
                    }
                }
                Err(error) if last_error.as_ref() != Some(&error) => {
                    tracing::error!(%error, "cannot reload the signing keys; the current ones stay in use");
                    last_error = Some(error);
                }
                Err(_) => {}
            }
        }
    });
}
