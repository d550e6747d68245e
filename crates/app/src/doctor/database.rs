//! The database: the server of `DATABASE_URL` or the private one, its schema, its clock.

use forum_adapters::postgres::{
    MigrationState, OwnerError, PgPool, examine_owner, has_sessions, migration_state, server_report,
};
use forum_adapters::system::SystemClock;
use forum_domain::shared::{Clock, Fault};
use private_postgres::PrivateCluster;
use time::Duration;

use super::{Finding, folders};
use crate::config::Config;
use crate::database::{Use, cluster_options, open_database};

/// Clocks further apart than this are wrong, not late.
const APART: Duration = Duration::seconds(5);

/// What is kept there, for whoever asks why it matters.
const WHY: &str = "accounts, applications and mails are kept there; without it only the pages are served";

/// What was found.
#[derive(Default)]
pub(super) struct Examined {
    /// Everything about the database.
    pub(super) findings: Vec<Finding>,
    /// Whether somebody has signed in to this site.
    pub(super) used: bool,
}

/// Everything about the database.
pub(super) async fn examine(config: &Config) -> Examined {
    let mut examined = Examined::default();
    let findings = &mut examined.findings;
    if config.database_url.is_none() {
        match PrivateCluster::prospect(&cluster_options(config)).await {
            Err(error) => {
                let fix = "do what is said there (PG_BIN_DIR names the folder of its programs), or set DATABASE_URL to a PostgreSQL 15 or newer";
                findings.push(Finding::wrong("private PostgreSQL", error.to_string(), WHY, fix));
                return examined;
            }
            Ok(found) => {
                let data = if found.has_data { "has data" } else { "not made yet; the first start makes it" };
                let words = format!("{data}; {} in {}", found.version, found.bin_dir.display());
                findings.push(Finding::fine("private PostgreSQL", words));
                if !found.has_data {
                    return examined;
                }
                // The home names its place by its true path.
                if config.data_dir.canonicalize().is_ok_and(|data_dir| !found.place.starts_with(data_dir)) {
                    findings.push(folders::disk_space(&found.place));
                }
            }
        }
    }
    match open_database(config, Use::Command).await {
        Err(error) => findings.push(unreachable(config, &error)),
        Ok(database) => {
            match look(&database.pool).await {
                Ok((found, used)) => {
                    findings.extend(found);
                    examined.used = used;
                    if let Some(owner) = &config.migration_url {
                        findings.push(judge_owner(examine_owner(&database.pool, owner, &config.trust).await));
                    }
                }
                Err(fault) => findings.push(unreachable(config, &fault.into())),
            }
            database.close().await;
        }
    }
    examined
}

fn unreachable(config: &Config, error: &anyhow::Error) -> Finding {
    let fix = match config.database_url {
        Some(_) => {
            "start that server or correct DATABASE_URL (postgres://user:password@host/database); it must be \
             PostgreSQL 15 or newer and let this machine in"
        }
        None => "do what is said there; PostgreSQL's own log is postgres/postgres.log in the data directory",
    };
    Finding::wrong("database", format!("{error:#}"), WHY, fix)
}

async fn look(pool: &PgPool) -> Result<([Finding; 3], bool), Fault> {
    let asked = SystemClock.now();
    let report = server_report(pool).await?;
    let answered = SystemClock.now();
    // The server looked at its clock somewhere between question and answer.
    let ahead = report.clock - (asked + (answered - asked) / 2);
    let state = migration_state(pool).await?;
    let answers = Finding::fine("database", format!("PostgreSQL {} answers", report.version));
    let used = state != MigrationState::Behind && has_sessions(pool).await?;
    Ok(([answers, judge_schema(state), judge_clock(ahead)], used))
}

fn judge_owner(examined: Result<String, OwnerError>) -> Finding {
    let subject = "migration role";
    match examined {
        Ok(role) => Finding::fine(subject, format!("migrations can run as {role}")),
        Err(error) => Finding::wrong(
            subject,
            error.to_string(),
            "migrations run as this role; without it a version with a new one does not start",
            "correct FORUM__DATABASE__MIGRATION_URL: the database of DATABASE_URL, as the role that owns the tables",
        ),
    }
}

fn judge_schema(state: MigrationState) -> Finding {
    let why = "the site reads and writes tables as this version of the program knows them";
    match state {
        MigrationState::Current => Finding::fine("schema", "every migration is applied"),
        MigrationState::Behind => Finding::wrong(
            "schema",
            "migrations of this program are not applied yet",
            why,
            "start the program, which applies them, or run `educators-forum migrate`",
        ),
        MigrationState::Ahead => Finding::fine(
            "schema",
            "newer than this program, which serves on it; commands that write need the newest version",
        ),
    }
}

fn judge_clock(ahead: Duration) -> Finding {
    let seconds = ahead.abs().as_seconds_f64();
    let side = if ahead.is_negative() { "behind" } else { "ahead of" };
    if ahead.abs() <= APART {
        return Finding::fine("clock", "the database's clock agrees with this machine's");
    }
    Finding::wrong(
        "clock",
        format!("the database's clock is {seconds:.0} s {side} this machine's"),
        "links, sessions and waits of mails end by the clock; over several machines they end too early or too late",
        "let both machines follow a time server, for example with chrony or systemd-timesyncd",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_that_is_not_this_program_s_is_told_with_the_way_out() {
        assert!(judge_schema(MigrationState::Current).verdict.is_ok());
        let behind = judge_schema(MigrationState::Behind).verdict.expect_err("behind");
        assert!(behind.fix.contains("educators-forum migrate"), "{}", behind.fix);
        let ahead = judge_schema(MigrationState::Ahead).verdict.expect("it works");
        assert!(ahead.contains("newest version"), "{ahead}");
    }

    #[test]
    fn clocks_more_than_five_seconds_apart_are_told_with_the_direction() {
        for near in [Duration::ZERO, APART, -APART] {
            assert!(judge_clock(near).verdict.is_ok(), "{near}");
        }
        for (apart, words) in [(61, "61 s ahead of"), (-90, "90 s behind")] {
            let trouble = judge_clock(Duration::seconds(apart)).verdict.expect_err("apart");
            assert!(trouble.what.contains(words), "{}", trouble.what);
        }
    }
}
