//! `/admin/audit-events`: the audit log.

use std::collections::BTreeMap;
use std::sync::Arc;

use forum_domain::audit::{AuditEntry, AuditFilter, AuditLog};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::list::{self, Limit, LogCursor, LogPage};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Length, Nullable, Text};

/// Maximum length of an action, in code points.
const ACTION_MAX: usize = 100;

/// An entry of the audit log.
#[derive(Object)]
pub(crate) struct AuditEvent {
    /// Identifies the entry.
    id: Uuid,
    /// When the action happened.
    created_at: OffsetDateTime,
    /// Id of the user who acted. Null for the command line and anonymous visitors. The account may have been deleted.
    actor_id: Nullable<Uuid>,
    /// The action as `noun.verb`.
    action: String,
    /// The type of the object.
    target_type: String,
    /// Id of the object, which may have been deleted.
    target_id: Uuid,
    /// Further facts, such as a role or a reason.
    detail: BTreeMap<String, String>,
}

impl From<AuditEntry> for AuditEvent {
    fn from(entry: AuditEntry) -> Self {
        let AuditEntry { id, at, actor_id, action, target_type, target_id, detail } = entry;
        let detail = detail.into_iter().collect();
        let actor_id = Nullable(actor_id);
        Self { id, created_at: at, actor_id, action, target_type, target_id, detail }
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
    /// A page of the audit log, newest first. The log is append-only.
    #[oai(path = "/", method = "get", operation_id = "list_audit_events")]
    async fn list_audit_events(
        &self,
        Admin(_admin): Admin,
        /// Only actions by the user with this id.
        actor: Query<Option<Uuid>>,
        /// Only this action.
        action: Query<Option<Text<Length<0, ACTION_MAX>>>>,
        /// Only actions on the user, application or other object with this id.
        target: Query<Option<Uuid>>,
        limit: Limit,
        cursor: LogCursor,
    ) -> Result<Success<AuditEventPage>, ApiError<ListCodes>> {
        let action = Text::given(action.0);
        let action = list::filter_text(action.as_deref(), "/action", "The action", ACTION_MAX)?;
        let filter = AuditFilter { actor: actor.0, action, target: target.0 };
        let page = list::log_page(limit, cursor, |page| filter.page(page))?;
        let page = self.audit.list(filter, page).await?;
        Ok(JsonResponse(AuditEventPage { page: LogPage::of(page, AuditEvent::from) }))
    }
}
