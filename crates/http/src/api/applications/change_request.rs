//! A request for changes, and the answers that an edit replaced.

use forum_domain::accounts::Caller;
use forum_domain::applications::{
    Application, ChangeState, Field, ReplacedAnswers, RequestOutcome, SignedRequest,
};
use poem_openapi::Object;
use poem_openapi::registry::MetaSchema;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::form::ApplicationAnswers;
use crate::request::list::CompleteList;
use crate::response::schema_types::{Kind, Nullable, Text, choice};
use crate::response::words::Word;

/// The name of a field of the application form. The operation checks it.
pub(crate) struct FieldNameKind;

impl Kind for FieldNameKind {
    const NAME: Option<&'static str> = Some("ApplicationField");

    fn schema() -> MetaSchema {
        choice(Field::ALL.iter().map(Field::name), Some("A field of the application form."))
    }
}

/// The administrator who asked for changes.
#[derive(Object)]
pub(crate) struct Requester {
    /// Identifies the administrator.
    id: Uuid,
    /// First and last name.
    name: String,
}

/// A request of an administrator that the applicant edit a pending application.
#[derive(Object)]
pub(crate) struct ChangeRequest {
    /// Identifies the request.
    id: Uuid,
    /// What the administrator asks for.
    message: String,
    /// The fields that the applicant can edit, in the order of the form.
    fields: Vec<Text<FieldNameKind>>,
    /// When the administrator asked.
    created_at: OffsetDateTime,
    /// Null for the applicant, and after account deletion.
    requested_by: Nullable<Requester>,
    /// Null while the request is open.
    closed_at: Nullable<OffsetDateTime>,
    /// Null while the request is open.
    outcome: Nullable<Word<RequestOutcome>>,
}

impl ChangeRequest {
    /// `internal` includes the administrator.
    pub(crate) fn of(SignedRequest { request, requester }: SignedRequest, internal: bool) -> Self {
        let (closed_at, outcome) = request.closed.unzip();
        let requester = requester.filter(|_| internal).map(|name| Requester {
            id: request.requested_by,
            name: format!("{} {}", name.first, name.last),
        });
        Self {
            id: request.id,
            message: request.message,
            fields: request.fields.iter().map(|field| field.name().to_owned().into()).collect(),
            created_at: request.created_at,
            requested_by: Nullable(requester),
            closed_at: Nullable(closed_at),
            outcome: Nullable(outcome.map(Word::from)),
        }
    }

    /// The open request, as this caller sees it.
    pub(crate) fn open(state: ChangeState, caller: &Caller, application: &Application) -> Option<Self> {
        state.open.map(|open| Self::of(open, caller.user.id != application.user_id))
    }
}

/// Answers that an edit replaced.
#[derive(Object)]
pub(crate) struct ApplicationVersion {
    /// 1 for the answers that were submitted.
    number: u32,
    fields: ApplicationAnswers,
    /// Path of the photo on this site.
    headshot_url: Nullable<String>,
    /// When the applicant edited them.
    replaced_at: OffsetDateTime,
    change_request: ChangeRequest,
}

impl From<ReplacedAnswers> for ApplicationVersion {
    fn from(ReplacedAnswers { version, request }: ReplacedAnswers) -> Self {
        Self {
            number: version.number,
            fields: version.fields.into(),
            headshot_url: Nullable(version.headshot_url),
            replaced_at: version.replaced_at,
            change_request: ChangeRequest::of(request, true),
        }
    }
}

/// The earlier answers of an application, oldest first.
#[derive(Object)]
pub(crate) struct ApplicationVersions {
    #[oai(flatten)]
    pub(crate) list: CompleteList<ApplicationVersion>,
}
