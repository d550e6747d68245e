//! An application as its owner and administrators see it.

use forum_domain::accounts::Caller;
use forum_domain::applications::{self as domain, Similarity, Status};
use forum_domain::mail::MailState;
use poem_openapi::Object;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::change_request::ChangeRequest;
use crate::api::applications::form::ApplicationAnswers;
use crate::response::problem::Problem;
use crate::response::schema_types::{Email, Nullable};
use crate::response::words::Word;
use forum_domain::shared::Refusal;

/// The refusal of an act on an application with this status.
pub(crate) fn already_decided(status: Status) -> Problem {
    Refusal::already_decided(status).into()
}

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
    #[oai(flatten)]
    answers: ApplicationAnswers,
    /// Path of the photo on this site.
    headshot_url: Nullable<String>,
    /// The internal note on the decision. Only administrators get this member, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    note: Option<Nullable<String>>,
    /// The administrator who decided. Only administrators get this member, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    decided_by: Option<Nullable<Uuid>>,
    /// Up to 20 other applications for each reason, the strongest reason first, then the newest. Only `get_application`
    /// returns this member, to administrators, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    similar: Option<Vec<SimilarApplication>>,
    /// The emails about the application, oldest first. Old ones are deleted. Only `get_application` returns this member, to
    /// administrators, and not for their own applications.
    #[oai(skip_serializing_if_is_none)]
    messages: Option<Vec<ApplicationMessage>>,
    /// 1 for the answers that were submitted. Only `get_application` and `edit_application` return this member.
    #[oai(skip_serializing_if_is_none)]
    version: Option<u32>,
    /// The open request for changes. Returned with `version`.
    #[oai(skip_serializing_if_is_none)]
    change_request: Option<Nullable<ChangeRequest>>,
}

impl ApplicationDetail {
    /// Hides the note and the deciding administrator from everyone but administrators, and from the application's owner.
    pub(crate) fn seen_by(caller: &Caller, detail: domain::ApplicationDetail) -> Self {
        let domain::ApplicationDetail { application, person } = detail;
        let internal = caller.roles().is_admin() && !application.is_of(caller.user.id);
        Self {
            id: application.id,
            user_id: application.user_id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: Nullable(application.reviewed_at),
            email: Nullable(person.as_ref().map(|person| Email::from(&person.email))),
            first_name: Nullable(person.as_ref().map(|person| person.name.first.clone())),
            last_name: Nullable(person.map(|person| person.name.last)),
            answers: application.fields.into(),
            headshot_url: Nullable(application.headshot_url),
            note: internal.then_some(Nullable(application.note)),
            decided_by: internal.then_some(Nullable(application.decided_by)),
            similar: None,
            messages: None,
            version: None,
            change_request: None,
        }
    }

    /// Adds the version of the answers and the open request.
    pub(crate) fn at(self, version: u32, open: Option<ChangeRequest>) -> Self {
        Self { version: Some(version), change_request: Some(Nullable(open)), ..self }
    }

    /// Adds what only administrators who read the application get.
    pub(crate) fn with(self, context: domain::ReviewContext) -> Self {
        let domain::ReviewContext { similar, messages } = context;
        Self {
            similar: Some(similar.into_iter().map(SimilarApplication::from).collect()),
            messages: Some(messages.into_iter().map(ApplicationMessage::from).collect()),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use forum_domain::accounts::{Role, Roles, User};
    use forum_domain::applications::{Application, ApplicationFields, Field, FieldKind, RawFields};
    use forum_domain::shared::{EmailAddress, PersonName};
    use poem_openapi::types::ToJSON;
    use serde_json::{Value, json};
    use time::macros::datetime;

    use super::*;

    const OWNER: Uuid = Uuid::from_u128(1);
    const ADMIN: Uuid = Uuid::from_u128(2);
    const APPLICATION: Uuid = Uuid::from_u128(3);

    fn application() -> Application {
        let submitted_at = datetime!(2026-11-21 12:00 UTC);
        Application {
            id: APPLICATION,
            user_id: OWNER,
            status: Status::Rejected,
            submitted_at,
            reviewed_at: Some(datetime!(2026-11-22 12:00 UTC)),
            fields: ApplicationFields::parse(&RawFields::example(), submitted_at.date())
                .expect("a valid form"),
            headshot_url: Some("/storage/headshots/photo.png".into()),
            note: Some("call the school".into()),
            decided_by: Some(ADMIN),
        }
    }

    fn caller(id: Uuid, roles: Roles) -> Caller {
        let user = User {
            id,
            email: EmailAddress::stored("user@example.org".into()),
            name: PersonName { first: "Some".into(), last: "Body".into() },
            roles,
            created_at: OffsetDateTime::UNIX_EPOCH,
            disabled_at: None,
        };
        Caller { user, session_id: Uuid::nil(), proofs: Vec::new(), lacks_factor: false }
    }

    fn seen_by(id: Uuid, role: Role) -> Value {
        let detail = domain::ApplicationDetail {
            application: application(),
            person: Some(domain::Person {
                name: PersonName { first: "Ana".into(), last: "Li".into() },
                email: EmailAddress::stored("ana@example.org".into()),
            }),
        };
        let caller = caller(id, Roles::from_iter([role]));
        ApplicationDetail::seen_by(&caller, detail).to_json().expect("an object")
    }

    #[test]
    fn an_administrator_sees_every_field() {
        let mut expected = json!({
            "id": APPLICATION,
            "user_id": OWNER,
            "status": "rejected",
            "submitted_at": "2026-11-21T12:00:00Z",
            "reviewed_at": "2026-11-22T12:00:00Z",
            "first_name": "Ana",
            "last_name": "Li",
            "email": "ana@example.org",
            "headshot_id": null,
            "headshot_url": "/storage/headshots/photo.png",
            "note": "call the school",
            "decided_by": ADMIN,
        });
        for field in &Field::ALL {
            match field.kind {
                FieldKind::Headshot => {}
                FieldKind::List { .. } => expected[field.name()] = json!(field.example),
                _ => expected[field.name()] = json!(field.example.concat()),
            }
        }
        assert_eq!(seen_by(ADMIN, Role::Admin), expected);
    }

    #[test]
    fn note_and_decider_are_shown_to_administrators_but_never_to_the_owner() {
        for role in Role::ALL {
            for id in [OWNER, ADMIN] {
                let seen = seen_by(id, role);
                let internal = role == Role::Admin && id != OWNER;
                for field in ["note", "decided_by"] {
                    assert_eq!(
                        seen.get(field).is_some(),
                        internal,
                        "{field}, {role:?}, owner: {}",
                        id == OWNER
                    );
                }
                assert_eq!(seen["first_name"], "Ana");
            }
        }
    }
}
