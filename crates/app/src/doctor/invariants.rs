//! `doctor --invariants`: checks the invariants of stored rows and files. Reads the whole database and lists the photo
//! files, even while the site is in use. A large site takes minutes. Changes nothing.

use std::collections::HashSet;

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::postgres::{
    ConnectionPool, Invariant, Moments, PgHeadshotStore, Violations, examine_invariants as examine_database,
    migration_state, stored_keys,
};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::{FileStore, HeadshotKey, HeadshotStore};
use forum_domain::shared::{Clock, Fault};
use time::{Duration, OffsetDateTime};

use super::{Finding, database, folders, wrong_settings};
use crate::config::{Config, ConfigErrors};
use crate::database::{Use, open_database};

/// The photo sweep runs every hour on rows older than an hour.
const SETTLING_TIME: Duration = Duration::hours(3);

const SUBJECT: &str = "photo files";
const BATCH: u32 = 1_000;
const MAX_LISTED: usize = 5;
/// Concurrent changes do not explain more differences than this.
const MAX_RECHECKED: usize = 100;

/// Checks every invariant. Await it directly in `main` (see [`open_database`](crate::open_database)).
pub async fn examine_invariants(settings: &Result<Config, ConfigErrors>) -> Vec<Finding> {
    let config = match settings {
        Ok(config) => config,
        Err(errors) => return wrong_settings(errors),
    };
    if let Some(foreign) = folders::foreign_account(config) {
        return vec![foreign];
    }
    if let Some((finding, false)) = database::private_server(config).await {
        return vec![finding];
    }
    match open_database(config, Use::Command).await {
        Err(error) => vec![database::unreachable(config, &error)],
        Ok(opened) => {
            let examined = examine(config, &opened.pool).await;
            opened.close().await;
            examined.unwrap_or_else(|fault| vec![database::unreachable(config, &fault.into())])
        }
    }
}

async fn examine(config: &Config, pool: &ConnectionPool) -> Result<Vec<Finding>, Fault> {
    let state = migration_state(pool).await?;
    if !state.is_usable() {
        return Ok(vec![database::check_schema(state)]);
    }
    let moments = moments(config, SystemClock.now());
    let finding = |(invariant, violations): (Invariant, Violations)| {
        Finding::of_invariant(invariant.subject, invariant.holds, invariant.why, &violations)
    };
    let mut findings: Vec<Finding> =
        examine_database(pool, moments).await?.into_iter().map(finding).collect();
    findings.extend(compare_photos(config, pool, moments.settled_before).await?);
    Ok(findings)
}

fn moments(config: &Config, now: OffsetDateTime) -> Moments {
    Moments { now, mails_kept_since: now - config.retention.sent_mail, settled_before: now - SETTLING_TIME }
}

/// Compares photos in the database with their files, in both directions. Both can change during the check, so differences
/// are checked again. Takes about 100 bytes of memory per file.
async fn compare_photos(
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
