//! Compares photos in the database with their files, in both directions. Both can change during the check, so
//! differences are checked again.

use std::collections::HashSet;

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::postgres::{ConnectionPool, PgHeadshotStore, Violations, stored_keys};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::{FileStore, HeadshotKey, HeadshotStore};
use forum_domain::shared::{Clock, Fault};
use time::{Duration, OffsetDateTime};

use super::Finding;
use crate::config::Config;

const SUBJECT: &str = "photo files";
const BATCH: u32 = 1_000;
const MAX_LISTED: usize = 5;
/// Concurrent changes do not explain more differences than this.
const MAX_RECHECKED: usize = 100;

/// Compares the stored photos with the files. Takes about 100 bytes of memory per file.
pub(super) async fn examine(
    config: &Config,
    pool: &ConnectionPool,
    settled_before: OffsetDateTime,
) -> Result<[Finding; 2], Fault> {
    let files = match &config.files {
        // Opening the store would create it.
        FilesUrl::Folder { directory } if !directory.exists() => None,
        url => {
            let opened = OpendalFileStore::open(url, &config.trust);
            Some(opened.map_err(|error| Fault::Unavailable(error.to_string()))?)
        }
    };
    let rows = PgHeadshotStore::new(pool.clone());
    let (missing, unknown) = match &files {
        None => (violations(without_file(pool, &HashSet::new()).await?), Violations::default()),
        Some(files) => (missing(files, &rows, pool).await?, unknown(files, &rows, settled_before).await?),
    };
    Ok([
        Finding::of_invariant(
            SUBJECT,
            "each stored photo has its file",
            "the photo is not shown; copies of the files are in the backup",
            &missing,
        ),
        Finding::of_invariant(
            SUBJECT,
            "each file that is older than a few hours belongs to a photo",
            "the sweep of a running site removes such files, unless they are the majority, such as when the file store \
             belongs to another database",
            &unknown,
        ),
    ])
}

fn violations(keys: Vec<String>) -> Violations {
    Violations { count: keys.len() as u64, some: keys.into_iter().take(MAX_LISTED).collect() }
}

/// The stored photos whose keys are not among the files.
async fn without_file(pool: &ConnectionPool, files: &HashSet<String>) -> Result<Vec<String>, Fault> {
    let (mut missing, mut after) = (Vec::new(), String::new());
    loop {
        let keys = stored_keys(pool, &after, BATCH).await?;
        let Some(last) = keys.last() else { return Ok(missing) };
        after.clone_from(last);
        missing.extend(keys.into_iter().filter(|key| !files.contains(key)));
    }
}

async fn missing(
    files: &dyn FileStore,
    rows: &PgHeadshotStore,
    pool: &ConnectionPool,
) -> Result<Violations, Fault> {
    let all = files.written_before(SystemClock.now() + Duration::DAY).await?;
    let suspects = without_file(pool, &all.into_iter().collect()).await?;
    if suspects.len() > MAX_RECHECKED {
        return Ok(violations(suspects));
    }
    let mut missing = Vec::new();
    for key in suspects {
        // The photo may have been uploaded after the listing or removed after its row was read.
        let is_there = files.get(&key).await?.is_some();
        let known = HeadshotKey::parse(&key);
        let is_gone = match &known {
            Some(known) => rows.find(known).await?.is_none(),
            None => false,
        };
        if !is_there && !is_gone {
            missing.push(key);
        }
    }
    Ok(violations(missing))
}

async fn unknown(
    files: &dyn FileStore,
    rows: &PgHeadshotStore,
    settled_before: OffsetDateTime,
) -> Result<Violations, Fault> {
    let old = files.written_before(settled_before).await?;
    let mut suspects = Vec::new();
    for keys in old.chunks(BATCH as usize) {
        suspects.extend(rows.without_row(keys.to_vec()).await?);
    }
    if suspects.len() > MAX_RECHECKED {
        return Ok(violations(suspects));
    }
    let mut unknown = Vec::new();
    for key in suspects {
        // Its row may have been removed since the listing.
        if files.get(&key).await?.is_some() {
            unknown.push(key);
        }
    }
    Ok(violations(unknown))
}
