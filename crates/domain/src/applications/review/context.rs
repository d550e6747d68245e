//! What an administrator needs to judge an application besides its answers.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::applications::application::Status;
use crate::mail::MailState;
use crate::shared::{PersonName, words};

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
