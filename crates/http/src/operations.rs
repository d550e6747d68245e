//! `GET /health` and `/ready`, for whoever keeps the site running.

use std::sync::Arc;

use async_trait::async_trait;
use poem::http::StatusCode;
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;

use crate::answer::{Answer, Refused, Success, refusals};
use crate::api::Tag;
use crate::problem::{FieldProblem, Problem};

/// Says whether the program can do its work; given by the program, which knows its parts.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Looks at every part now.
    async fn check(&self) -> ReadinessReport;
}

/// What [`Readiness`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadinessReport {
    /// The database answers.
    pub database: bool,
    /// Its schema is the one of this program.
    pub migrations: bool,
    /// Photos can be kept.
    pub store: bool,
    /// When the oldest mail that is due and not sent became due.
    pub outbox_oldest_due: Option<OffsetDateTime>,
}

/// The word of a program that runs.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum HealthStatus {
    /// It answers.
    Ok,
}

/// The program runs.
#[derive(Object)]
pub(crate) struct Health {
    status: HealthStatus,
}

/// The word of a program that can work.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum ReadyStatus {
    /// Every part works.
    Ready,
}

/// What was looked at.
#[derive(Object)]
pub(crate) struct ReadinessChecks {
    /// The database answers.
    database: bool,
    /// Its schema is the one of this program.
    migrations: bool,
    /// Photos can be kept.
    store: bool,
    /// When the oldest mail that is due and not sent became due.
    #[oai(skip_serializing_if_is_none)]
    outbox_oldest_due: Option<OffsetDateTime>,
}

/// The program can do its work.
#[derive(Object)]
#[oai(rename = "Readiness")]
pub(crate) struct ReadinessView {
    status: ReadyStatus,
    checks: ReadinessChecks,
}

refusals!(HealthStatuses: []);
refusals!(ReadyStatuses: [(503, "`unavailable`, with the parts that do not work")]);

/// The operations.
pub(crate) struct OperationsApi {
    pub(crate) readiness: Arc<dyn Readiness>,
}

#[OpenApi(tag = "Tag::Operations")]
impl OperationsApi {
    /// Say that the program runs
    #[oai(path = "/health", method = "get", operation_id = "get_health")]
    async fn get_health(&self) -> Result<Success<Health>, Refused<HealthStatuses>> {
        Ok(Answer(Health { status: HealthStatus::Ok }))
    }

    /// Say whether the program can do its work
    #[oai(path = "/ready", method = "get", operation_id = "get_readiness")]
    async fn get_readiness(&self) -> Result<Success<ReadinessView>, Refused<ReadyStatuses>> {
        let ReadinessReport { database, migrations, store, outbox_oldest_due } = self.readiness.check().await;
        let parts = [
            ("database", database, "does not answer"),
            ("migrations", migrations, "are not applied"),
            ("store", store, "cannot keep files"),
        ];
        let failed: Vec<FieldProblem> = parts
            .into_iter()
            .filter(|(_, works, _)| !works)
            .map(|(part, _, why)| FieldProblem {
                field: format!("/checks/{part}"),
                code: "failed".into(),
                detail: format!("{part} {why}"),
            })
            .collect();
        if !failed.is_empty() {
            let detail = "Some parts do not work.";
            let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail);
            problem.errors = Some(failed);
            return Err(problem.into());
        }
        let checks = ReadinessChecks { database, migrations, store, outbox_oldest_due };
        Ok(Answer(ReadinessView { status: ReadyStatus::Ready, checks }))
    }
}
