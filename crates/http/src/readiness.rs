//! The check behind `/api/ready`, which the program implements.

use async_trait::async_trait;
use time::OffsetDateTime;

/// Checks whether the program can do its work.
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
