//! Checks the database: the server at `DATABASE_URL` or the private one, its schema, its clock.

use forum_adapters::postgres::{
    ConnectionPool, KnownKeys, MigrationState, OwnerError, UNRELEASED, examine_owner, known_keys, mail_host,
    migration_state, server_report,
};
use forum_adapters::system::SystemClock;
use forum_domain::shared::{Clock, Fault};
use private_postgres::{Installation, PrivateCluster};
use time::Duration;

use super::{Finding, mail};
use crate::config::Config;
use crate::database::{Use, cluster_options, open_database};

/// A larger difference between clocks is a wrong clock, not a slow response.
const MAX_SKEW: Duration = Duration::seconds(5);

const WHY: &str = "it stores accounts, applications and mails; without it only the pages are served";

#[derive(Default)]
pub(super) struct Examined {
    pub(super) findings: Vec<Finding>,
    /// What the database records about the site's keys; empty if the database is unreachable.
    pub(super) keys: KnownKeys,
}

pub(super) async fn examine(config: &Config) -> Examined {
    let mut examined = Examined::default();
    let findings = &mut examined.findings;
    if let Some((finding, has_data)) = private_server(config).await {
        findings.push(finding);
        if !has_data {
            return examined;
        }
    }
    match open_database(config, Use::Command).await {
        Err(error) => findings.push(unreachable(config, &error)),
        Ok(database) => {
            match inspect(&database.pool).await {
                Ok((found, keys)) => {
                    findings.extend(found);
                    examined.keys = keys;
                    if let Some(owner) = &config.migration_url {
                        findings.push(check_owner(examine_owner(&database.pool, owner, &config.trust).await));
                    }
                }
                Err(fault) => findings.push(unreachable(config, &fault.into())),
            }
            findings.push(check_tools(database.find_tools(config).await));
            database.close().await;
        }
    }
    examined
}

/// The private PostgreSQL, and whether it has data; `None` with `DATABASE_URL`. Without data it must not be opened, which
/// would create it.
pub(super) async fn private_server(config: &Config) -> Option<(Finding, bool)> {
    if config.database_url.is_some() {
        return None;
    }
    Some(match PrivateCluster::inspect(&cluster_options(config)).await {
        Err(error) => {
            let fix = "follow the advice above (PG_BIN_DIR names the folder with its programs), or set DATABASE_URL to a PostgreSQL 15 or newer";
            (Finding::wrong("private PostgreSQL", error.to_string(), WHY, fix), false)
        }
        Ok((found, has_data)) => {
            let data = if has_data { "has data" } else { "not created yet; the first start creates it" };
            let words = format!("{data}; {} in {}", found.version, found.bin_dir.display());
            (Finding::fine("private PostgreSQL", words), has_data)
        }
    })
}

pub(super) fn unreachable(config: &Config, error: &anyhow::Error) -> Finding {
    let words = format!("{error:#}");
    let fix = match config.database_url {
        Some(_) if words.contains("pool_mode") => {
            "change the settings of the pooler, or name PostgreSQL itself in DATABASE_URL (docs/scale.md, PgBouncer)"
        }
        Some(_) => {
            "start that server or correct DATABASE_URL (postgres://user:password@host/database); it must be \
             PostgreSQL 15 or newer and accept connections from this machine"
        }
        None => {
            "follow the advice above; PostgreSQL's own log is postgres/postgres.log in the data directory"
        }
    };
    Finding::wrong("database", words, WHY, fix)
}

async fn inspect(pool: &ConnectionPool) -> Result<(Vec<Finding>, KnownKeys), Fault> {
    let asked = SystemClock.now();
    let report = server_report(pool).await?;
    let answered = SystemClock.now();
    // The server read its clock somewhere between the query and the response.
    let ahead = report.clock - (asked + (answered - asked) / 2);
    let state = migration_state(pool).await?;
    let answers = Finding::fine("database", format!("PostgreSQL {} answers", report.version));
    let mut findings = vec![answers, check_schema(state), check_clock(ahead)];
    if state.is_usable() {
        findings.push(mail::check_refusals(&mail_host(pool).await?));
    }
    Ok((findings, known_keys(pool).await?))
}

fn check_tools(found: anyhow::Result<Installation>) -> Finding {
    Finding::of(
        "backup tools",
        found.map(|tools| format!("{} in {}", tools.version, tools.bin_dir.display())),
        "`backup` and `restore` run them; without them the site cannot be backed up",
        "install PostgreSQL's client programs in the version of the server or a newer one",
    )
}

fn check_owner(examined: Result<String, OwnerError>) -> Finding {
    Finding::of(
        "migration role",
        examined.map(|role| format!("migrations can run as {role}")),
        "migrations run as this role; without it a version with new migrations cannot start",
        "correct FORUM__DATABASE__MIGRATION_URL: it must name the database of DATABASE_URL and the role that owns the tables",
    )
}

pub(super) fn check_schema(state: MigrationState) -> Finding {
    let why = "this version of the program needs the tables that its migrations create";
    match state {
        MigrationState::Current => Finding::fine("schema", "every migration has been applied"),
        MigrationState::Behind => Finding::wrong(
            "schema",
            "some migrations of this program are not applied yet",
            why,
            "start the program, which applies them, or run `educators-forum migrate`",
        ),
        MigrationState::Ahead => Finding::fine(
            "schema",
            "newer than this program, which can still serve; commands that write need the newest version",
        ),
        MigrationState::Unreleased => {
            Finding::wrong("schema", "its first migration is not that of this program", why, UNRELEASED)
        }
    }
}

fn check_clock(ahead: Duration) -> Finding {
    let seconds = ahead.abs().as_seconds_f64();
    let side = if ahead.is_negative() { "behind" } else { "ahead of" };
    if ahead.abs() <= MAX_SKEW {
        return Finding::fine("clock", "the database's clock agrees with this machine's");
    }
    Finding::wrong(
        "clock",
        format!("the database's clock is {seconds:.0} s {side} this machine's"),
        "links, sessions and mail retries depend on the clock; across machines they expire or start too early or too late",
        "synchronise both machines with a time server, for example with chrony or systemd-timesyncd",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_of_another_version_is_reported_with_the_fix() {
        assert!(check_schema(MigrationState::Current).verdict.is_ok());
        let behind = check_schema(MigrationState::Behind).verdict.expect_err("behind");
        assert!(behind.fix.contains("educators-forum migrate"), "{}", behind.fix);
        let ahead = check_schema(MigrationState::Ahead).verdict.expect("it works");
        assert!(ahead.contains("newest version"), "{ahead}");
    }

    #[test]
    fn clock_skew_above_five_seconds_is_reported_with_its_direction() {
        for near in [Duration::ZERO, MAX_SKEW, -MAX_SKEW] {
            assert!(check_clock(near).verdict.is_ok(), "{near}");
        }
        for (skew, words) in [(61, "61 s ahead of"), (-90, "90 s behind")] {
            let trouble =
                check_clock(Duration::seconds(skew)).verdict.expect_err("a finding about the clock");
            assert!(trouble.what.contains(words), "{}", trouble.what);
        }
    }
}
