//! The check behind `/api/ready`, which the program implements.

use async_trait::async_trait;
use time::OffsetDateTime;

/// Checks whether the program can do its work.
#[async_trait]
pub trait Readiness: Send + Sync {
    async fn check(&self) -> ReadinessReport;
}

/// The result of [`Readiness`] for each part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadinessReport {
    pub database: Part,
    /// Whether the schema has the migrations that this program needs.
    pub migrations: Part,
    /// A failure of the photo store. It does not affect readiness, because all processes use the same store.
    pub store: Option<Reason>,
    /// A failure of mail delivery. It does not affect readiness.
    pub outbox: Option<Reason>,
    /// When the oldest unsent mail became due.
    pub outbox_oldest_due: Option<OffsetDateTime>,
}

impl ReadinessReport {
    /// The result if every part works.
    pub const READY: Self = Self {
        database: Part::Works,
        migrations: Part::Works,
        store: None,
        outbox: None,
        outbox_oldest_due: None,
    };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Works,
    /// It works, with a warning for operators.
    Noted(Reason),
    /// It fails, and the program needs it.
    Fails(Reason),
    /// Not checked, because another part fails.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub code: &'static str,
    pub detail: String,
}

impl Reason {
    pub fn new(code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into() }
    }
}
