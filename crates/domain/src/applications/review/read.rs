use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Administrator, Holder, Reader, TokenScope};
use crate::applications::{ApplicationDetail, ApplicationEvent, ChangeState, Review, Status, check_not_own};
use crate::mail::MailState;
use crate::shared::{Code, Fault, PersonName, Refusal, words};

words! {
    /// Why an application may be from the same person, the strongest reason first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Similarity {
        /// The same account.
        Person = "same_person",
        /// Ignoring case and accents in the name.
        NameAndBirthDate = "same_name_and_birth_date",
        /// The same digits, with or without the country code 1.
        Phone = "same_phone",
    }
}

/// Another application, with no more personal data than the review list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarApplication {
    pub id: Uuid,
    /// The strongest one.
    pub reason: Similarity,
    /// `None` once the account is deleted.
    pub name: Option<PersonName>,
    pub status: Status,
    pub submitted_at: OffsetDateTime,
}

impl SimilarApplication {
    /// Maximum number of applications for each reason, newest first.
    pub const MAX: u32 = 20;
    /// Number of applications with the same birth date, newest first, whose names are compared. It bounds the cost of a
    /// date that many applicants enter.
    pub const COMPARED: u32 = 1_000;
    /// Shorter numbers are incomplete and match by chance.
    pub const PHONE_DIGITS_MIN: u32 = 7;
}

/// A mail about the application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationMessage {
    pub id: Uuid,
    /// The name of its kind, which may be unknown to this version.
    pub kind: String,
    pub state: MailState,
    /// When it was sent or failed; until then, when it was queued.
    pub at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewContext {
    /// The strongest reason first, then the newest.
    pub similar: Vec<SimilarApplication>,
    /// In the order they were queued. Housekeeping deletes old ones.
    pub messages: Vec<ApplicationMessage>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadApplication {
    pub detail: ApplicationDetail,
    pub changes: ChangeState,
    /// What an administrator needs to judge an application besides its answers. `None` for its owner.
    pub context: Option<ReviewContext>,
}

impl Review {
    /// Returns one application to its owner, an administrator or a machine. When another than the owner reads it, this is
    /// audited before the data is returned.
    ///
    /// # Errors
    /// `not_found` if the id is unknown or the caller may not see the application; `second_factor_required` if the caller
    /// lacks only a second factor.
    pub async fn read(&self, holder: &Holder, id: Uuid) -> Result<ReadApplication, Refusal> {
        let (detail, changes) = self.store.read(id).await?.ok_or(Code::NotFound)?;
        if detail.application.is_of(holder.id()) {
            return Ok(ReadApplication { detail, changes, context: None });
        }
        let hidden = |refused: Refusal| refused.shown_as(Code::NotFound, &[Code::Forbidden]);
        holder.check_reader(TokenScope::Read).map_err(|code| hidden(code.into()))?;
        self.record_read("application.read", holder.id(), id).await.map_err(hidden)?;
        let context = Some(self.store.context(id).await?);
        Ok(ReadApplication { detail, changes, context })
    }

    /// Returns one application to an administrator who compares it with others, and records that the administrator has read it.
    /// The caller MUST NOT show the personal answers, whose read is audited as another action.
    ///
    /// # Errors
    /// `not_found`; `forbidden` to a former administrator.
    pub async fn review(&self, admin: &Administrator, id: Uuid) -> Result<ReadApplication, Refusal> {
        let admin_id = admin.caller().user.id;
        let (detail, changes) = self.store.read(id).await?.ok_or(Code::NotFound)?;
        if detail.application.is_of(admin_id) {
            return Ok(ReadApplication { detail, changes, context: None });
        }
        self.record_read("application.reviewed", admin_id, id).await?;
        self.store.record_reading(id, admin_id, self.acts.now()).await?;
        Ok(ReadApplication { detail, changes, context: Some(self.store.context(id).await?) })
    }

    async fn record_read(&self, action: &'static str, reader: Uuid, id: Uuid) -> Result<(), Refusal> {
        let act = self.acts.begin();
        let read = act.audit(Some(reader), action, ("application", id));
        self.audit.record_read(read).await
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub event: ApplicationEvent,
    /// The actor's current name; `None` once the account is deleted.
    pub actor: Option<PersonName>,
}

impl Review {
    /// The history of an application, oldest event first. Like reading the application, this is audited before the data
    /// is returned.
    ///
    /// # Errors
    /// `not_found`, `own_application`, `forbidden`.
    pub async fn history(&self, reader: &Reader, id: Uuid) -> Result<Vec<HistoryEntry>, Refusal> {
        let history = self.store.history(id).await?.ok_or(Code::NotFound)?;
        let is_own =
            |HistoryEntry { event, .. }: &HistoryEntry| event.from.is_none() && event.actor_id == reader.id();
        if history.iter().any(is_own) {
            let detail = "You cannot see the history of your own application.";
            return Err(Refusal::new(Code::OwnApplication, detail));
        }
        self.record_read("application.reviewed", reader.id(), id).await?;
        Ok(history)
    }
}

/// A viewer who has not been announced for this time has left.
pub const VIEWER_LIFETIME: Duration = Duration::seconds(30);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    pub user_id: Uuid,
    pub name: PersonName,
    pub since: OffsetDateTime,
}

impl Review {
    /// Announces that the administrator has an application open, and returns the other viewers. It returns nothing about
    /// the application, so it is not audited.
    ///
    /// # Errors
    /// `not_found`, `own_application`.
    pub async fn announce_viewing(&self, admin: &Administrator, id: Uuid) -> Result<Vec<Viewer>, Refusal> {
        let user_id = admin.caller().user.id;
        let applicant = self.store.applicant(id).await?.ok_or(Code::NotFound)?;
        check_not_own(applicant, user_id, "You cannot see who views your own application.")?;
        let others = self.store.announce_viewing(id, user_id, self.acts.now()).await?;
        Ok(others.ok_or(Code::NotFound)?)
    }

    /// Does nothing if the administrator is not a viewer.
    pub async fn end_viewing(&self, admin: &Administrator, id: Uuid) -> Result<(), Fault> {
        self.store.end_viewing(id, admin.caller().user.id).await
    }
}
