//! Readiness of this process: the database accepts writes, and its schema has the needed migrations. Failures that all
//! processes share, of the photo store and of mail delivery, are reported as notes, because a load balancer cannot
//! avoid them.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{ConnectionPool, MigrationState, is_read_only, migration_state};
use forum_domain::mail::{Backlog, OutboxStore};
use forum_domain::shared::{Clock, Fault};
use forum_http::{Readiness, ReadinessReport, Reason};
use time::OffsetDateTime;
use tokio::time::timeout;

/// Time limit for the database check. The report must fit into the 10 s of a request.
const DATABASE_ANSWERS_WITHIN: Duration = Duration::from_secs(3);
/// Mail that has been due for longer than this is late.
const LATE: time::Duration = time::Duration::minutes(15);
/// How long a refusal by the mail host is noted.
const REFUSAL_NOTED: time::Duration = time::Duration::HOUR;

/// [`Readiness`] checked on the real adapters. Reads the database and writes nothing.
pub struct PartsReadiness {
    pub pool: ConnectionPool,
    pub files: Arc<OpendalFileStore>,
    pub outbox: Arc<dyn OutboxStore>,
    pub clock: Arc<dyn Clock>,
}

impl PartsReadiness {
    async fn examine(&self) -> Result<ReadinessReport, Fault> {
        let (now, mut report) = (self.clock.now(), ReadinessReport::default());
        // A standby cannot serve the site, because almost every act writes.
        if is_read_only(&self.pool).await? {
            let detail = "The database accepts no writes: it may be a standby.";
            report.failures.push(Reason::new("database", "read_only", detail));
        }
        let state = migration_state(&self.pool).await?;
        check_schema(state, &mut report);
        if self.files.last_use_failed() {
            let detail = "The last attempt to store or read a photo failed; see the log.";
            report.notes.push(Reason::new("store", "unusable", detail));
        }
        // Before the migration that creates the outbox, it cannot be queried.
        if state.is_usable() {
            let backlog = self.outbox.backlog(now).await?;
            report.outbox_oldest_due = backlog.oldest_due;
            report.notes.extend(check_backlog(backlog, now));
        }
        Ok(report)
    }
}

#[async_trait]
impl Readiness for PartsReadiness {
    async fn check(&self) -> ReadinessReport {
        let fault = match timeout(DATABASE_ANSWERS_WITHIN, self.examine()).await {
            Ok(Ok(report)) => return report,
            Ok(Err(fault)) => fault.to_string(),
            Err(_elapsed) => "no answer in time".to_owned(),
        };
        tracing::warn!(%fault, "the database check failed");
        let reason = Reason::new("database", "unreachable", "The database does not answer.");
        ReadinessReport { failures: vec![reason], ..Default::default() }
    }
}

fn check_schema(state: MigrationState, report: &mut ReadinessReport) {
    let (list, code, detail) = match state {
        MigrationState::Current => return,
        MigrationState::Ahead => (
            &mut report.notes,
            "ahead",
            "The database's schema is newer than this program, which continues to work with it.",
        ),
        MigrationState::Behind | MigrationState::Unreleased => {
            (&mut report.failures, "behind", "Some migrations of this program are not applied.")
        }
    };
    list.push(Reason::new("migrations", code, detail));
}

/// Delayed mail does not affect readiness, whether the mail host is slow, unreachable or refuses it, or no worker runs:
/// another serving process would change nothing.
fn check_backlog(backlog: Backlog, now: OffsetDateTime) -> Option<Reason> {
    let Backlog { oldest_due, failing_since, in_hand, paused_until, refused_at, .. } = backlog;
    // A worker retries after a pause. If none does, mail is stalled.
    if paused_until.is_some_and(|until| now - until <= LATE) {
        let words = "Sending pauses: the mail host cannot be reached or refuses all mail.";
        return Some(Reason::new("outbox", "paused", words));
    }
    let minutes = |since: Option<OffsetDateTime>| {
        since.map(|since| now - since).filter(|age| *age > LATE).map(|age| age.whole_minutes())
    };
    if let Some(minutes) = minutes(oldest_due).filter(|_| !in_hand) {
        let words = format!("Mail has been due for {minutes} minutes and no worker is sending it.");
        return Some(Reason::new("outbox", "stalled", words));
    }
    if let Some(minutes) = minutes(oldest_due.into_iter().chain(failing_since).min()) {
        let words = format!(
            "Mail has been due for {minutes} minutes: the mail host is slow, refuses it or does not answer."
        );
        return Some(Reason::new("outbox", "late", words));
    }
    let refused = refused_at.is_some_and(|at| now - at <= REFUSAL_NOTED);
    refused.then(|| {
        Reason::new(
            "outbox",
            "refused",
            "The mail host has refused mail for another reason than its recipient.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_schema_is_noted_and_a_missing_migration_makes_the_process_unready() {
        let codes = |state| {
            let mut report = ReadinessReport::default();
            check_schema(state, &mut report);
            [report.failures, report.notes].map(|list| list.first().map(|reason| reason.code))
        };
        assert_eq!(codes(MigrationState::Current), [None, None]);
        assert_eq!(codes(MigrationState::Ahead), [None, Some("ahead")]);
        assert_eq!(codes(MigrationState::Behind), [Some("behind"), None]);
    }

    #[test]
    fn overdue_mail_refusals_and_pauses_of_the_mail_host_are_noted() {
        let now = OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000);
        let (second, minute) = (time::Duration::SECOND, now - time::Duration::MINUTE);
        let (fresh, old) = (Some(now - LATE), Some(now - LATE - second));
        let nothing = Backlog::default();
        let refused = Backlog { refused_at: Some(minute), ..nothing };
        let paused = Backlog { paused_until: Some(minute), oldest_due: old, ..refused };
        let table = [
            (nothing, None),
            (Backlog { oldest_due: fresh, ..nothing }, None),
            (Backlog { oldest_due: old, in_hand: true, ..nothing }, Some("late")),
            (Backlog { oldest_due: old, ..nothing }, Some("stalled")),
            (Backlog { failing_since: fresh, ..nothing }, None),
            (Backlog { failing_since: old, ..nothing }, Some("late")),
            (Backlog { oldest_due: fresh, failing_since: old, ..nothing }, Some("late")),
            (Backlog { oldest_due: old, failing_since: old, ..nothing }, Some("stalled")),
            (refused, Some("refused")),
            (Backlog { refused_at: Some(now - REFUSAL_NOTED - second), ..nothing }, None),
            (Backlog { oldest_due: old, ..refused }, Some("stalled")),
            (paused, Some("paused")),
            (Backlog { paused_until: Some(now + time::Duration::MINUTE), ..paused }, Some("paused")),
            (Backlog { paused_until: old, refused_at: old, ..paused }, Some("stalled")),
        ];
        for (backlog, expected) in table {
            let code = check_backlog(backlog, now).map(|reason| reason.code);
            assert_eq!(code, expected, "{backlog:?}");
        }
    }
}
