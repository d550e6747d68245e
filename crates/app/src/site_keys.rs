//! The site's keys, and whether they belong to its database. With other keys every link, session, authenticator app and
//! recovery code would silently stop working, so new keys are created only if no row depends on keys.

use std::path::Path;

use anyhow::{Context, ensure};
use forum_adapters::crypto::{KeyDirectory, Keys};
use forum_adapters::postgres::{ConnectionPool, KeysClaim, KnownKeys};

use crate::config::Config;

pub const SETTING: &str = "FORUM__KEYS__DIR";

/// Reads the keys in the directory if they belong to the database. `None` if keys are missing and no row depends on
/// keys. Writes nothing.
///
/// # Errors
/// The message names the setting, the directory and the fix.
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
