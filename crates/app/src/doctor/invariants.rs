//! `doctor --invariants`: checks the invariants of stored rows and files. Reads the whole database and lists the photo
//! files, even while the site is in use. A large site takes minutes. Changes nothing.

use forum_adapters::postgres::{
    ConnectionPool, Invariant, Moments, Violations, examine_invariants as examine_database, migration_state,
};
use forum_adapters::system::SystemClock;
use forum_domain::shared::{Clock, Fault};
use time::{Duration, OffsetDateTime};

use super::{Finding, database, folders, photos, wrong_settings};
use crate::config::{Config, ConfigErrors};
use crate::database::{Use, open_database};

/// The photo sweep runs every hour on rows older than an hour.
const SETTLING_TIME: Duration = Duration::hours(3);

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
    findings.extend(photos::examine(config, pool, moments.settled_before).await?);
    Ok(findings)
}

fn moments(config: &Config, now: OffsetDateTime) -> Moments {
    Moments { now, mails_kept_since: now - config.retention.sent_mail, settled_before: now - SETTLING_TIME }
}
