//! The live events for administrators, which are read from the audit log.

use async_trait::async_trait;
use forum_domain::applications::Status;
use forum_domain::events::{EventLog, LogPosition, LoggedAction};
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::fault;
use crate::postgres::roles::parse_roles;
use crate::postgres::stores::PgEventLog;

struct LoggedActionRow {
    id: Uuid,
    at: OffsetDateTime,
    action: String,
    target_id: Uuid,
    status: Option<String>,
    note_id: Option<Uuid>,
    user_id: Option<Uuid>,
    roles: Vec<String>,
}

impl TryFrom<LoggedActionRow> for LoggedAction {
    type Error = Fault;

    fn try_from(row: LoggedActionRow) -> Result<Self, Fault> {
        let LoggedActionRow { id, at, action, target_id, status, note_id, user_id, roles } = row;
        let roles = parse_roles(&roles)?;
        let status = status.as_deref().and_then(Status::parse);
        let person = user_id.map(|user_id| (user_id, roles));
        Ok(Self { position: LogPosition { at, id }, action, target_id, status, note_id, person })
    }
}

#[async_trait]
impl EventLog for PgEventLog {
    #[tracing::instrument(name = "events.after", level = "debug", skip_all)]
    async fn after(&self, place: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault> {
        let rows = sqlx::query_as!(
            LoggedActionRow,
            r#"with announced as (
                   (select id, at, action, target_id, detail->>'status' as status,
                           (detail->>'note_id')::uuid as note_id
                    from audit_events where (at, id) > ($1, $2) and action = any($3) order by at, id limit $4)
                   union all
                   (select version, updated_at, $5, application_id, null, id
                    from application_notes where (updated_at, version) > ($1, $2) and updated_at > created_at
                    order by updated_at, version limit $4)
               )
               select e.id as "id!", e.at as "at!", e.action as "action!", e.target_id as "target_id!", e.status,
                      e.note_id, person.id as "user_id?",
                      array(select role from user_roles r where r.user_id = person.id) as "roles!: Vec<String>"
               from announced e
               left join applications a on a.id = e.target_id
               left join users person on person.id = coalesce(a.user_id, e.target_id)
               order by e.at, e.id limit $4"#,
            place.at,
            place.id,
            &LoggedAction::ACTIONS.map(str::to_owned)[..],
            i64::from(limit),
            LoggedAction::EDIT,
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        rows.into_iter().map(LoggedAction::try_from).collect()
    }
}
