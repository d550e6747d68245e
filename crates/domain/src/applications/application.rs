//! The application and the forms in which it is read.

use time::OffsetDateTime;
use uuid::Uuid;

use super::fields::ApplicationFields;
use crate::shared::{EmailAddress, PersonName};

/// Status of an application (spec section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Submitted, not decided.
    Pending,
    /// Approved: the applicant is a member.
    Approved,
    /// Rejected: the applicant may apply again.
    Rejected,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    /// The name in the database and the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The status with this name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// A row of `applications`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Random id.
    pub id: Uuid,
    /// The applicant.
    pub user_id: Uuid,
    /// Where it stands.
    pub status: Status,
    /// When it was submitted.
    pub submitted_at: OffsetDateTime,
    /// When it was decided; `None` while it is pending.
    pub reviewed_at: Option<OffsetDateTime>,
    /// What the applicant entered.
    pub fields: ApplicationFields,
    /// Root-relative address of the photo.
    pub headshot_url: Option<String>,
    /// The administrator's internal note on the decision.
    pub note: Option<String>,
    /// The administrator who decided.
    pub decided_by: Option<Uuid>,
}

/// Who applied, as their profile says now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: PersonName,
    /// The confirmed address.
    pub email: EmailAddress,
}

/// An application with its applicant's profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationDetail {
    /// The application.
    pub application: Application,
    /// The applicant; `None` once the account is deleted.
    pub person: Option<Person>,
}

/// A row of the review list: no birth date, address or phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSummary {
    /// The application.
    pub id: Uuid,
    /// The applicant; `None` once the account is deleted.
    pub person: Option<Person>,
    /// Current teaching position.
    pub teaching_position: String,
    /// Where it stands.
    pub status: Status,
    /// When it was submitted.
    pub submitted_at: OffsetDateTime,
    /// When it was decided.
    pub reviewed_at: Option<OffsetDateTime>,
}

/// Number of applications, regardless of the filter of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of any status.
    pub total: u64,
    /// Not decided.
    pub pending: u64,
    /// Approved.
    pub approved: u64,
    /// Rejected.
    pub rejected: u64,
}

impl Counts {
    /// Of this status, or of any.
    pub fn of(&self, status: Option<Status>) -> u64 {
        match status {
            None => self.total,
            Some(Status::Pending) => self.pending,
            Some(Status::Approved) => self.approved,
            Some(Status::Rejected) => self.rejected,
        }
    }
}
