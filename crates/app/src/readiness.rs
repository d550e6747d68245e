//! Readiness of this process: the database answers, its schema has the needed migrations, photos can be stored, mail is
//! sent.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{ConnectionPool, MigrationState, is_read_only, migration_state};
use forum_domain::mail::{Backlog, OutboxStore};
use forum_domain::shared::{Clock, Fault};
use forum_http::{Part, Readiness, ReadinessReport, Reason};
use time::OffsetDateTime;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long the last check of the file store is reused: each one writes, reads and deletes a file.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// How long the database may take to answer. A request has 10 s, and the result must still be reported within it.
const DATABASE_ANSWERS_WITHIN: Duration = Duration::from_secs(3);
/// Mail is late if it has been due for longer than this.
const LATE: time::Duration = time::Duration::minutes(15);

/// [`Readiness`] checked on the real adapters.
pub struct PartsReadiness {
    pool: ConnectionPool,
    files: Arc<OpendalFileStore>,
    looked: Mutex<Option<(Instant, bool)>>,
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
}

impl PartsReadiness {
    /// Checks these adapters.
    pub fn new(
        pool: ConnectionPool,
        files: Arc<OpendalFileStore>,
        outbox: Arc<dyn OutboxStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { pool, files, looked: Mutex::new(None), outbox, clock }
    }

    /// Whether the file store works, checked at most every [`CHECK_INTERVAL`]; concurrent callers share one check.
    async fn store(&self) -> bool {
        let mut looked = self.looked.lock().await;
        match *looked {
            Some((at, works)) if at.elapsed() < CHECK_INTERVAL => works,
            _ => {
                let checked = self.files.check().await;
                if let Err(fault) = &checked {
                    tracing::warn!(%fault, "the file store does not work");
                }
                *looked = Some((Instant::now(), checked.is_ok()));
                checked.is_ok()
            }
        }
    }

    async fn query_database(&self, now: OffsetDateTime) -> Result<(Part, MigrationState, Backlog), Fault> {
        let database = check_writable(is_read_only(&self.pool).await?);
        let state = migration_state(&self.pool).await?;
        // Without its table the outbox cannot be queried.
        let backlog = match state {
            MigrationState::Behind => Backlog::default(),
            MigrationState::Current | MigrationState::Ahead => self.outbox.backlog(now).await?,
        };
        Ok((database, state, backlog))
    }
}

#[async_trait]
impl Readiness for PartsReadiness {
    async fn check(&self) -> ReadinessReport {
        let now = self.clock.now();
        let asked = timeout(DATABASE_ANSWERS_WITHIN, self.query_database(now));
        let (asked, store) = tokio::join!(asked, self.store());
        let store = match store {
            true => Part::Works,
            false => Part::Fails(Reason::new("unusable", "Photos cannot be stored.")),
        };
        let fault = match asked {
            Ok(Ok((database, state, backlog))) => {
                return ReadinessReport {
                    database,
                    migrations: check_schema(state),
                    store,
                    outbox: check_backlog(backlog, now),
                    outbox_oldest_due: backlog.oldest_due,
                };
            }
            Ok(Err(fault)) => fault.to_string(),
            Err(_elapsed) => "no answer in time".to_owned(),
        };
        tracing::warn!(%fault, "the database check failed");
        let database = Part::Fails(Reason::new("unreachable", "The database does not answer."));
        let (migrations, outbox) = (Part::Unknown, Part::Unknown);
        ReadinessReport { database, migrations, store, outbox, outbox_oldest_due: None }
    }
}

/// A standby is no place for a site: everything that people do is written.
fn check_writable(read_only: bool) -> Part {
    match read_only {
        false => Part::Works,
        true => Part::Fails(Reason::new("read_only", "The database takes no writes: it may be a standby.")),
    }
}

fn check_schema(state: MigrationState) -> Part {
    match state {
        MigrationState::Current => Part::Works,
        MigrationState::Ahead => Part::Noted(Reason::new(
            "ahead",
            "The database's schema is newer than this program, which continues to work with it.",
        )),
        MigrationState::Behind => {
            Part::Fails(Reason::new("behind", "Some migrations of this program are not applied."))
        }
    }
}

/// A slow or unreachable mail host is no reason to take the site out of service: failed mails are retried later. Mail
/// that nobody tries to send is one, because no worker is running.
fn check_backlog(backlog: Backlog, now: OffsetDateTime) -> Part {
    let Backlog { oldest_due, failing_since, in_hand } = backlog;
    let minutes = |since: Option<OffsetDateTime>| {
        since.map(|since| now - since).filter(|age| *age > LATE).map(|age| age.whole_minutes())
    };
    if let Some(minutes) = minutes(oldest_due).filter(|_| !in_hand) {
        let words = format!("Mail has been due for {minutes} minutes and no worker is sending it.");
        return Part::Fails(Reason::new("stalled", words));
    }
    match minutes(oldest_due.into_iter().chain(failing_since).min()) {
        Some(minutes) => Part::Noted(Reason::new(
            "late",
            format!(
                "Mail has been due for {minutes} minutes: the mail host is slow, refuses it or does not answer."
            ),
        )),
        None => Part::Works,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(part: &Part) -> &'static str {
        match part {
            Part::Works => "works",
            Part::Unknown => "unknown",
            Part::Noted(reason) | Part::Fails(reason) => reason.code,
        }
    }

    #[test]
    fn a_newer_schema_is_noted_and_a_missing_migration_is_not_ready() {
        assert_eq!(check_schema(MigrationState::Current), Part::Works);
        assert!(matches!(check_schema(MigrationState::Ahead), Part::Noted(reason) if reason.code == "ahead"));
        assert!(
            matches!(check_schema(MigrationState::Behind), Part::Fails(reason) if reason.code == "behind")
        );
    }

    #[test]
    fn only_mail_that_nobody_sends_makes_a_process_not_ready() {
        let now = OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000);
        let (fresh, old) = (now - LATE, now - LATE - time::Duration::SECOND);
        let table = [
            (None, None, false, "works"),
            (Some(fresh), None, false, "works"),
            (Some(old), None, true, "late"),
            (Some(old), None, false, "stalled"),
            (None, Some(fresh), false, "works"),
            (None, Some(old), false, "late"),
            (Some(fresh), Some(old), false, "late"),
            (Some(old), Some(old), false, "stalled"),
        ];
        for (oldest_due, failing_since, in_hand, expected) in table {
            let part = check_backlog(Backlog { oldest_due, failing_since, in_hand }, now);
            assert_eq!(code(&part), expected, "{oldest_due:?} {failing_since:?} {in_hand}");
            assert_eq!(matches!(part, Part::Fails(_)), expected == "stalled");
        }
    }
}
