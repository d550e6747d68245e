//! `GET /health` and `/ready`, for operators, and the check that the program implements.

use std::sync::Arc;

use async_trait::async_trait;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::api::tag::Tag;
use crate::response::api_error::{ANY, ApiError, Codes};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Kind, Nullable, Text, choice};

/// The check behind `/api/ready`, which the program implements.
#[async_trait]
pub trait Readiness: Send + Sync {
    async fn check(&self) -> ReadinessReport;
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadinessReport {
    /// Parts that the program needs and that do not work. Ready means none.
    pub failures: Vec<Reason>,
    /// Warnings for operators. Failures of the photo store and of mail delivery are among them, because all processes
    /// share these.
    pub notes: Vec<Reason>,
    /// When the oldest unsent mail became due.
    pub outbox_oldest_due: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// `database`, `migrations`, `store` or `outbox`.
    pub part: &'static str,
    pub code: &'static str,
    pub detail: String,
}

impl Reason {
    pub fn new(part: &'static str, code: &'static str, detail: impl Into<String>) -> Self {
        Self { part, code, detail: detail.into() }
    }
}

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
    notes: Vec<CheckProblem>,
}

/// A part of the program that does not work.
#[derive(Object)]
pub(crate) struct CheckProblem {
    /// A JSON pointer (RFC 6901) to the member of `checks`.
    field: String,
    code: Text<CheckCodeKind>,
    /// The cause, for operators.
    detail: String,
}

pub(crate) struct CheckCodeKind;

impl Kind for CheckCodeKind {
    const NAME: Option<&'static str> = Some("CheckCode");

    fn schema() -> MetaSchema {
        let codes = [
            "closed",
            "unreachable",
            "read_only",
            "behind",
            "ahead",
            "unusable",
            "stalled",
            "late",
            "paused",
            "refused",
        ];
        let description = "Identifies why a part of the program does not work. Stable, as problem codes are.";
        choice(codes, Some(description))
    }
}

/// Probes have no rate limit and therefore no 429.
pub(crate) struct HealthCodes;

impl Codes for HealthCodes {
    fn groups() -> &'static [&'static [Code]] {
        &[ANY]
    }
}

pub(crate) struct ReadinessCodes;

impl Codes for ReadinessCodes {
    fn groups() -> &'static [&'static [Code]] {
        &[ANY]
    }

    fn problem(code: Code) -> MetaSchemaRef {
        match code {
            Code::Unavailable | Code::Busy => MetaSchemaRef::Reference(NOT_READY.to_owned()),
            _ => Problem::schema_ref(),
        }
    }

    /// Registers the schema of problems with the parts that do not work as `errors`.
    fn register(registry: &mut Registry) {
        Problem::register(registry);
        Vec::<CheckProblem>::register(registry);
        let mut own = Registry::new();
        Problem::register(&mut own);
        if let Some(mut schema) = own.schemas.remove(&*Problem::name()) {
            let errors = MetaSchema { description: Some("The parts that do not work."), ..MetaSchema::ANY };
            let errors = Vec::<CheckProblem>::schema_ref().merge(errors);
            schema.title = Some(NOT_READY.to_owned());
            schema.description = Some("The program is not ready.");
            schema.properties.retain(|(name, _)| *name != "errors");
            schema.properties.push(("errors", errors));
            registry.schemas.insert(NOT_READY.to_owned(), schema);
        }
    }
}

const NOT_READY: &str = "ReadinessProblem";

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
    async fn get_health(&self) -> Result<Success<Health>, ApiError<HealthCodes>> {
        Ok(JsonResponse(Health { status: HealthStatus::Ok }))
    }

    /// Check that the program is ready
    ///
    /// Ready means that the database works and has the schema that the program needs. Otherwise `errors` names what
    /// fails and why. Problems of the photo store or the mail queue, which all processes share, are in `notes`. A
    /// draining program is not ready, although it still responds.
    #[oai(path = "/ready", method = "get", operation_id = "get_readiness")]
    async fn get_readiness(&self) -> Result<Success<ReadinessView>, ApiError<ReadinessCodes>> {
        if self.draining.is_cancelled() {
            return Err(Problem::new(Code::Unavailable, "The program is about to stop.").into());
        }
        let report = self.readiness.check().await;
        if !report.failures.is_empty() {
            let problem = Problem::new(Code::Unavailable, "Some parts do not work.");
            return Err(problem.with("errors", &listed(report.failures)).into());
        }
        let works = |part| report.notes.iter().all(|note| note.part != part);
        let checks = ReadinessChecks {
            database: true,
            migrations: true,
            store: works("store"),
            outbox: works("outbox"),
            outbox_oldest_due: Nullable(report.outbox_oldest_due),
        };
        let notes = listed(report.notes);
        Ok(JsonResponse(ReadinessView { status: ReadyStatus::Ready, checks, notes }))
    }
}

fn listed(reasons: Vec<Reason>) -> Vec<CheckProblem> {
    let view = |Reason { part, code, detail }| CheckProblem {
        field: format!("/checks/{part}"),
        code: code.to_owned().into(),
        detail,
    };
    reasons.into_iter().map(view).collect()
}
