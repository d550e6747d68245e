//! `/admin/audit-events`: the audit log.

use std::collections::BTreeMap;
use std::sync::Arc;

use forum_domain::audit::{ACTIONS, AuditEntry, AuditFilter, AuditLog, NamedEntry};
use poem_openapi::param::Query;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::Reading;
use crate::request::list::{self, Limit, LogCursor, LogPage};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Instant, Kind, Length, Nullable, Text, choice};

/// Maximum length of an action, in code points.
const ACTION_MAX: usize = 100;

/// The action of an entry. Another version of the program may have written others.
pub(crate) struct ActionKind;

impl Kind for ActionKind {
    const NAME: Option<&'static str> = Some("AuditAction");

    fn schema() -> MetaSchema {
        choice(ACTIONS, Some("An action as `noun.verb`."))
    }
}

/// An entry of the audit log.
#[derive(Object)]
pub(crate) struct AuditEvent {
    /// Identifies the entry.
    id: Uuid,
    /// When the action happened.
    created_at: OffsetDateTime,
    /// Id of the user who acted, or of the token of a machine. Null for the command line and anonymous visitors. The account
    /// may have been deleted.
    actor_id: Nullable<Uuid>,
    /// The user's name now, or the name of the token. Null without `actor_id`, and after the account was deleted.
    actor_name: Nullable<String>,
    action: Text<ActionKind>,
    /// The type of the object.
    target_type: String,
    /// Id of the object, which may have been deleted.
    target_id: Uuid,
    /// The name that the user, or the applicant, has now. Null for other objects, and after the account was deleted.
    target_name: Nullable<String>,
    /// Further facts, such as a role or a reason.
    detail: BTreeMap<String, String>,
}

impl From<NamedEntry> for AuditEvent {
    fn from(NamedEntry { entry, actor_name, target_name }: NamedEntry) -> Self {
        let AuditEntry { id, at, actor_id, action, target_type, target_id, detail } = entry;
        Self {
            id,
            created_at: at,
            actor_id: Nullable(actor_id),
            actor_name: Nullable(actor_name),
            action: action.into(),
            target_type,
            target_id,
            target_name: Nullable(target_name),
            detail: detail.into_iter().collect(),
        }
    }
}

/// A page of the audit log.
#[derive(Object)]
pub(crate) struct AuditEventPage {
    #[oai(flatten)]
    page: LogPage<AuditEvent>,
}

error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, ADMIN, QUERY, TEXT);

pub(crate) struct AuditApi {
    pub(crate) audit: Arc<dyn AuditLog>,
}

#[OpenApi(prefix_path = "/admin/audit-events", tag = "Tag::Audit")]
impl AuditApi {
    /// List audit events
    ///
    /// A page of the audit log, newest first. The log is append-only. What others did with your own application is left out.
    #[oai(path = "/", method = "get", operation_id = "list_audit_events")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn list_audit_events(
        &self,
        Reading(reader): Reading,
        /// Only actions by the user with this id.
        actor: Query<Option<Uuid>>,
        /// Only this action.
        action: Query<Option<Text<Length<0, ACTION_MAX>>>>,
        /// Only actions on the user, application or other object with this id.
        target: Query<Option<Uuid>>,
        /// Only actions on the user with this id or on the user's applications.
        about: Query<Option<Uuid>>,
        /// Only actions at this time or later.
        after: Query<Option<Instant>>,
        /// Only actions before this time.
        before: Query<Option<Instant>>,
        limit: Limit,
        cursor: LogCursor,
    ) -> Result<Success<AuditEventPage>, ApiError<ListCodes>> {
        let action = Text::given(action.0);
        let action = list::filter_text(action.as_deref(), "/action", "The action", ACTION_MAX)?;
        let instant = |at: Query<Option<Instant>>| at.0.map(|at| at.0);
        let filter = AuditFilter {
            actor: actor.0,
            action,
            target: target.0,
            about: about.0,
            after: instant(after),
            before: instant(before),
            reader: Some(reader.id()),
        };
        let page = list::log_page(limit, cursor, |page| filter.page(page))?;
        let page = self.audit.list(filter, page).await?;
        Ok(JsonResponse(AuditEventPage { page: LogPage::of(page, AuditEvent::from) }))
    }
}
