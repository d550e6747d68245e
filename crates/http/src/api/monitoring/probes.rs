//! `GET /health` and `/ready`, for operators.

use std::sync::Arc;

use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::api::tag::Tag;
use crate::readiness::{Part, Readiness, Reason};
use crate::response::api_error::{ANY, ApiError, Codes};
use crate::response::code::Code;
use crate::response::problem::{FieldProblem, Problem};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{AtMost, Nullable};

/// Always `ok`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum HealthStatus {
    Ok,
}

/// The program is running.
#[derive(Object)]
pub(crate) struct Health {
    status: HealthStatus,
}

/// Always `ready`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum ReadyStatus {
    Ready,
}

/// The state of each part.
#[derive(Object)]
pub(crate) struct ReadinessChecks {
    /// The database responds.
    database: bool,
    /// Its schema is what the program needs.
    migrations: bool,
    /// Whether the last check could store and read photos. A failure does not affect readiness.
    store: bool,
    /// Whether mails are sent on time. A failure does not affect readiness.
    outbox: bool,
    /// When the oldest unsent mail was due.
    outbox_oldest_due: Nullable<OffsetDateTime>,
}

/// The program is ready.
#[derive(Object)]
#[oai(rename = "Readiness")]
pub(crate) struct ReadinessView {
    status: ReadyStatus,
    checks: ReadinessChecks,
    /// Warnings for operators: `ahead` (the schema is newer than the program), `unusable` (photos cannot be stored or
    /// read), `late` (the mail host is slow), `stalled` (no process sends due mails), `paused` and `refused` (the mail
    /// host refuses mail).
    notes: Vec<FieldProblem>,
}

/// Probes have no rate limit and therefore no 429.
pub(crate) struct ProbeCodes;

impl Codes for ProbeCodes {
    fn groups() -> &'static [&'static [Code]] {
        &[ANY]
    }
}

pub(crate) struct OperationsApi {
    pub(crate) readiness: Arc<dyn Readiness>,
    /// Cancelled when the program starts to drain.
    pub(crate) draining: CancellationToken,
}

#[OpenApi(tag = "Tag::Operations")]
impl OperationsApi {
    /// Check that the program runs
    ///
    /// Responds as soon as the program serves requests, regardless of its dependencies.
    #[oai(path = "/health", method = "get", operation_id = "get_health")]
    async fn get_health(&self) -> Result<Success<Health>, ApiError<ProbeCodes>> {
        Ok(JsonResponse(Health { status: HealthStatus::Ok }))
    }

    /// Check that the program is ready
    ///
    /// Ready means that the database works and has the schema that the program needs. Otherwise `errors` names what
    /// fails and why. Problems of the photo store or the mail queue, which all processes share, are in `notes`. A
    /// draining program is not ready, although it still responds.
    #[oai(path = "/ready", method = "get", operation_id = "get_readiness")]
    async fn get_readiness(&self) -> Result<Success<ReadinessView>, ApiError<ProbeCodes>> {
        if self.draining.is_cancelled() {
            return Err(Problem::new(Code::Unavailable, "The program is about to stop.").into());
        }
        let report = self.readiness.check().await;
        let (store, outbox) = (report.store.is_none(), report.outbox.is_none());
        let noted = |reason: Option<Reason>| reason.map_or(Part::Works, Part::Noted);
        let parts = [
            ("database", report.database),
            ("migrations", report.migrations),
            ("store", noted(report.store)),
            ("outbox", noted(report.outbox)),
        ];
        let (mut failed, mut notes) = (Vec::new(), Vec::new());
        for (name, part) in parts {
            let (list, Reason { code, detail }) = match part {
                Part::Works | Part::Unknown => continue,
                Part::Noted(reason) => (&mut notes, reason),
                Part::Fails(reason) => (&mut failed, reason),
            };
            list.push(FieldProblem {
                field: format!("/checks/{name}"),
                code: code.to_owned().into(),
                detail,
            });
        }
        if !failed.is_empty() {
            let mut problem = Problem::new(Code::Unavailable, "Some parts do not work.");
            problem.errors = Some(AtMost(failed));
            return Err(problem.into());
        }
        let checks = ReadinessChecks {
            database: true,
            migrations: true,
            store,
            outbox,
            outbox_oldest_due: Nullable(report.outbox_oldest_due),
        };
        Ok(JsonResponse(ReadinessView { status: ReadyStatus::Ready, checks, notes }))
    }
}
