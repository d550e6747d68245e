//! The site's keys, and whether they are those of its database: with others, every link, session, authenticator app and
//! recovery code would stop working without a word. So new ones are made only where nothing depends on keys yet.

use std::path::Path;

use anyhow::{Context, ensure};
use forum_adapters::crypto::{KeyDirectory, Keys};
use forum_adapters::postgres::{ConnectionPool, KeysClaim, KnownKeys};

use crate::config::Config;

/// What an error is about.
pub const SETTING: &str = "FORUM__KEYS__DIR";

/// Reads the keys in the directory if they are those of the database. `None` if there are none, or not all, and nothing
/// depends on keys yet. Writes nothing.
///
/// # Errors
/// A message for the operator, which names the setting, the directory and what to do.
pub fn examine(directory: &Path, known: &KnownKeys) -> anyhow::Result<Option<Keys>> {
    let shown = directory.display();
    let (missing, _) = KeyDirectory::inventory(directory).context(SETTING)?;
    if !missing.is_empty() {
        ensure!(
            known.check.is_none() && !known.used,
            "{SETTING}: {shown} lacks {}, and this database was used with keys. Is the volume mounted? If they are lost, \
             restore them from a backup (`keys/` in the archive). Without a backup, `educators-forum keys start-over` \
             makes those that are missing; with a new master.secret everybody has to sign in again, and links in mails, \
             authenticator apps and recovery codes stop working",
            missing.join(", ")
        );
        return Ok(None);
    }
    let keys = KeyDirectory::read(directory).context(SETTING)?;
    let is_right = known.check.as_ref().is_none_or(|check| *check == keys.master.check_value());
    ensure!(
        is_right,
        "{SETTING}: {shown} holds the keys of another site: its master.secret is not the one that this database was used \
         with. Is the right volume mounted, and is this the right database? If the right keys are lost, restore them \
         from a backup (`keys/` in the archive). Without a backup, `educators-forum keys start-over` goes on with those \
         that are there: everybody has to sign in again, and links in mails, authenticator apps and recovery codes stop \
         working"
    );
    Ok(Some(keys))
}

/// Opens the keys of the database, whose schema must be current. The first process to open it makes them where there are
/// none, or makes those that are there the database's own.
///
/// # Errors
/// A message for the operator; then nothing was written.
pub async fn open(config: &Config, pool: &ConnectionPool) -> anyhow::Result<Keys> {
    let claim = KeysClaim::begin(pool).await?;
    let keys = match examine(&config.keys_dir, &claim.known)? {
        Some(keys) => keys,
        None => KeyDirectory::open(&config.keys_dir).context(SETTING)?,
    };
    claim.settle(&keys.master.check_value()).await?;
    Ok(keys)
}

/// Makes the keys in the directory the database's own, whatever it was used with; creates those that are missing.
///
/// # Errors
/// A message for the operator.
pub async fn start_over(config: &Config, pool: &ConnectionPool) -> anyhow::Result<()> {
    let claim = KeysClaim::begin(pool).await?;
    let keys = KeyDirectory::open(&config.keys_dir).context(SETTING)?;
    Ok(claim.settle(&keys.master.check_value()).await?)
}
