//! An application as its owner and administrators see it.

use forum_domain::accounts::Caller;
use forum_domain::applications::{self as domain, ReadApplication, ReviewContext, Similarity, Status};
use forum_domain::headshots::Headshots;
use forum_domain::mail::MailState;
use poem_openapi::Object;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::change_requests::ChangeRequest;
use crate::api::applications::form::{ApplicationAnswers, ApplicationMerits};
use crate::request::versions::Versioned;
use crate::response::schema_types::{Email, Nullable};
use crate::response::words::Word;

/// Another application that may be from the same person.
#[derive(Object)]
pub(crate) struct SimilarApplication {
    /// Identifies the other application.
    application_id: Uuid,
    /// If several apply, the first of the enumeration.
    reason: Word<Similarity>,
    /// Null after account deletion.
    first_name: Nullable<String>,
    /// Null after account deletion.
    last_name: Nullable<String>,
    status: Word<Status>,
    /// When its applicant submitted it.
    submitted_at: OffsetDateTime,
}

impl From<domain::SimilarApplication> for SimilarApplication {
    fn from(similar: domain::SimilarApplication) -> Self {
        let domain::SimilarApplication { id, reason, name, status, submitted_at } = similar;
        Self {
            application_id: id,
            reason: reason.into(),
            first_name: Nullable(name.as_ref().map(|name| name.first.clone())),
            last_name: Nullable(name.map(|name| name.last)),
            status: status.into(),
            submitted_at,
        }
    }
}

/// An email about an application.
#[derive(Object)]
pub(crate) struct ApplicationMessage {
    /// Identifies the email for `retry_email_message`.
    id: Uuid,
    /// The name of the stored template.
    template: String,
    state: Word<MailState>,
    /// When it was sent or failed. For a queued email, when it was queued.
    at: OffsetDateTime,
}

impl From<domain::ApplicationMessage> for ApplicationMessage {
    fn from(domain::ApplicationMessage { id, kind, state, at }: domain::ApplicationMessage) -> Self {
        Self { id, template: kind, state: state.into(), at }
    }
}

/// An application with the name and email address of its applicant.
#[derive(Object)]
pub(crate) struct ApplicationDetail {
    #[oai(flatten)]
    record: ApplicationRecord,
    #[oai(flatten)]
    answers: ApplicationAnswers,
}

/// An application without date of birth, address and phone number.
#[derive(Object)]
pub(crate) struct ReviewedApplication {
    #[oai(flatten)]
    record: ApplicationRecord,
    #[oai(flatten)]
    answers: ApplicationMerits,
}

/// What is known about an application besides its answers.
#[derive(Object)]
pub(crate) struct ApplicationRecord {
    /// Identifies the application.
    id: Uuid,
    /// The applicant.
    user_id: Uuid,
    status: Word<Status>,
    /// When the applicant submitted it.
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
    /// Null after account deletion, which also erases the answers.
    first_name: Nullable<String>,
    /// Null after account deletion.
    last_name: Nullable<String>,
    /// Null after account deletion.
    email: Nullable<Email>,
    /// Path of the photo on this site. With `private_photos` it expires after one to two days.
    headshot_url: Nullable<String>,
    /// The internal note on the decision. Only administrators get this member, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    note: Option<Nullable<String>>,
    /// The administrator who decided. Only administrators get this member, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    decided_by: Option<Nullable<Uuid>>,
    /// Up to 20 other applications for each reason, the strongest reason first, then the newest. Only `get_application`
    /// and `review_application` return this member, to administrators, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    similar: Option<Vec<SimilarApplication>>,
    /// The emails about the application, oldest first. Old ones are deleted. Returned with `similar`.
    #[oai(skip_serializing_if_is_none)]
    messages: Option<Vec<ApplicationMessage>>,
    /// 1 for the answers that were submitted. Only `get_application`, `review_application` and `edit_application` return
    /// this member.
    #[oai(skip_serializing_if_is_none)]
    version: Option<u32>,
    /// The open request for changes. Returned with `version`.
    #[oai(skip_serializing_if_is_none)]
    change_request: Option<Nullable<ChangeRequest>>,
}

impl ApplicationDetail {
    /// Hides the note and the deciding administrator from everyone but administrators, and from the application's owner.
    pub(crate) fn seen_by(caller: &Caller, detail: domain::ApplicationDetail, headshots: &Headshots) -> Self {
        let internal = caller.roles().is_admin() && !detail.application.is_of(caller.user.id);
        Self::of(detail, internal, headshots)
    }

    /// `internal` includes the note and the deciding administrator.
    pub(crate) fn of(detail: domain::ApplicationDetail, internal: bool, headshots: &Headshots) -> Self {
        let answers = detail.application.fields.clone().into();
        Self { record: ApplicationRecord::of(detail, internal, headshots), answers }
    }

    /// Adds the version of the answers and the open request.
    pub(crate) fn at(self, version: u32, open: Option<ChangeRequest>) -> Self {
        Self { record: self.record.at(version, open), ..self }
    }

    pub(crate) fn read(read: ReadApplication, reader: Uuid, headshots: &Headshots) -> Versioned<Self> {
        let (answers, version) = (read.detail.application.fields.clone().into(), read.changes.version);
        let record = ApplicationRecord::read(read, reader, headshots);
        Versioned::of_part(version, Self { record, answers })
    }
}

impl ReviewedApplication {
    pub(crate) fn read(read: ReadApplication, reader: Uuid, headshots: &Headshots) -> Self {
        let answers = read.detail.application.fields.clone().into();
        Self { record: ApplicationRecord::read(read, reader, headshots), answers }
    }
}

impl ApplicationRecord {
    fn of(detail: domain::ApplicationDetail, internal: bool, headshots: &Headshots) -> Self {
        let domain::ApplicationDetail { application, person } = detail;
        Self {
            id: application.id,
            user_id: application.user_id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: Nullable(application.reviewed_at),
            email: Nullable(person.as_ref().map(|person| Email::from(&person.email))),
            first_name: Nullable(person.as_ref().map(|person| person.name.first.clone())),
            last_name: Nullable(person.map(|person| person.name.last)),
            headshot_url: Nullable(application.headshot_url.map(|path| headshots.address(&path))),
            note: internal.then_some(Nullable(application.note)),
            decided_by: internal.then_some(Nullable(application.decided_by)),
            similar: None,
            messages: None,
            version: None,
            change_request: None,
        }
    }

    fn at(self, version: u32, open: Option<ChangeRequest>) -> Self {
        Self { version: Some(version), change_request: Some(Nullable(open)), ..self }
    }

    fn read(
        ReadApplication { detail, changes, context }: ReadApplication,
        reader: Uuid,
        headshots: &Headshots,
    ) -> Self {
        let version = changes.version;
        let open = ChangeRequest::open(changes, reader, &detail.application);
        let record = Self::of(detail, context.is_some(), headshots).at(version, open);
        let Some(ReviewContext { similar, messages }) = context else { return record };
        Self {
            similar: Some(similar.into_iter().map(SimilarApplication::from).collect()),
            messages: Some(messages.into_iter().map(ApplicationMessage::from).collect()),
            ..record
        }
    }
}
