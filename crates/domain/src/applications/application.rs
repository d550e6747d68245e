use time::OffsetDateTime;
use uuid::Uuid;

use crate::act::Act;
use crate::applications::ApplicationFields;
use crate::shared::{Code, EmailAddress, PersonName, Refusal, words};

words! {
    /// Status of an application (docs/product.md, 4.5).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Status {
        Pending = "pending",
        Approved = "approved",
        Rejected = "rejected",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    pub id: Uuid,
    pub user_id: Uuid,
    pub status: Status,
    pub submitted_at: OffsetDateTime,
    /// When it was decided; `None` while it is pending.
    pub reviewed_at: Option<OffsetDateTime>,
    pub fields: ApplicationFields,
    /// Root-relative URL of the photo.
    pub headshot_url: Option<String>,
    pub note: Option<String>,
    pub decided_by: Option<Uuid>,
}

impl Application {
    /// Whether it is the user's own application. An administrator acts on none of these, and learns about them only what every
    /// applicant may know: no notes, reviewer, history, versions, viewers or live events (docs/product.md, 6.9).
    pub fn is_of(&self, user_id: Uuid) -> bool {
        self.user_id == user_id
    }
}

/// Refuses an administrator's act on their own application. `sentence` says what they cannot do.
///
/// # Errors
/// `own_application`.
pub(crate) fn check_not_own(applicant: Uuid, admin_id: Uuid, sentence: &'static str) -> Result<(), Refusal> {
    if applicant == admin_id {
        return Err(Refusal::new(Code::OwnApplication, sentence));
    }
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnApplicationSummary {
    pub id: Uuid,
    pub status: Status,
    pub submitted_at: OffsetDateTime,
    /// When it was decided; `None` while it is pending.
    pub reviewed_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub name: PersonName,
    pub email: EmailAddress,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationDetail {
    pub application: Application,
    /// The applicant; `None` once the account is deleted.
    pub person: Option<Person>,
}

/// Number of applications by status, regardless of any list filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub total: u64,
    pub pending: u64,
    pub approved: u64,
    pub rejected: u64,
}

impl Counts {
    pub fn of(&self, status: Option<Status>) -> u64 {
        match status {
            None => self.total,
            Some(Status::Pending) => self.pending,
            Some(Status::Approved) => self.approved,
            Some(Status::Rejected) => self.rejected,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationEvent {
    pub id: Uuid,
    pub application_id: Uuid,
    pub at: OffsetDateTime,
    pub actor_id: Uuid,
    /// The previous status; `None` for the submission.
    pub from: Option<Status>,
    pub to: Status,
    /// What happened, if the status stayed.
    pub change: Option<ChangeAct>,
}

words! {
    /// An act on a pending application that is no decision.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ChangeAct {
        Requested = "changes_requested",
        TakenBack = "request_taken_back",
        Resubmitted = "resubmitted",
    }
}

impl ApplicationEvent {
    pub fn of(application: &Application, from: Option<Status>, actor_id: Uuid, act: &Act) -> Self {
        Self {
            id: act.ordered_id(),
            application_id: application.id,
            at: act.now,
            actor_id,
            from,
            to: application.status,
            change: None,
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::applications::RawFields;
    use crate::headshots::{Extension, Headshot, HeadshotKey, HeadshotState, OwnHeadshot};

    pub(crate) const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    pub(crate) const LATER: OffsetDateTime = NOW.saturating_add(time::Duration::hours(3));
    pub(crate) const TEACHER: Uuid = Uuid::from_u128(1);
    pub(crate) const ADMIN: Uuid = Uuid::from_u128(2);

    pub(crate) fn fields() -> ApplicationFields {
        ApplicationFields::parse(&RawFields::example(), time::macros::date!(2026 - 11 - 21))
            .expect("a valid form")
    }

    /// An application of [`TEACHER`].
    pub(crate) fn detail(status: Status) -> ApplicationDetail {
        let application = Application {
            id: Uuid::from_u128(5),
            user_id: TEACHER,
            status,
            submitted_at: NOW,
            reviewed_at: None,
            fields: fields(),
            headshot_url: None,
            note: None,
            decided_by: None,
        };
        let name = PersonName { first: "Ana".into(), last: "Li".into() };
        let email = EmailAddress::stored("ana@example.org".into());
        ApplicationDetail { application, person: Some(Person { name, email }) }
    }

    /// A stored photo of [`TEACHER`] that nothing shows.
    pub(crate) fn photo(id: i64) -> OwnHeadshot {
        let key = HeadshotKey { user_id: TEACHER, timestamp: id, extension: Extension::Png };
        let (id, state, at) = (Uuid::from_u128(id.unsigned_abs().into()), HeadshotState::Stored, LATER);
        let headshot =
            Headshot { id, key, width: 64, height: 48, bytes: 9, state, created_at: at, changed_at: at };
        OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false }
    }
}
