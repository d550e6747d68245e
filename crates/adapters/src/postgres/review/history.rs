use forum_domain::applications::{ApplicationEvent, HistoryEntry};
use forum_domain::shared::PersonName;
use uuid::Uuid;

use crate::postgres::applications::application::{parse_change, parse_status};
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;

/// Oldest event first. `None` if the application does not exist.
pub(super) async fn history(
    pool: &ConnectionPool,
    id: Uuid,
) -> Result<Option<Vec<HistoryEntry>>, StoreError> {
    // An application without events gives one row without an event.
    let rows = sqlx::query!(
        r#"select e.id as "id?", e.at as "at?", e.actor_id as "actor_id?", e.from_status,
                  e.to_status as "to_status?", e.act as "act?", p.first_name as "first_name?", p.last_name as "last_name?"
           from applications a
           left join application_events e on e.application_id = a.id
           left join profiles p on p.user_id = e.actor_id
           where a.id = $1
           order by e.at, e.id"#,
        id,
    )
    .fetch_all(pool)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let mut history = Vec::with_capacity(rows.len());
    for row in rows {
        let (Some(event_id), Some(at), Some(actor_id), Some(to)) =
            (row.id, row.at, row.actor_id, row.to_status)
        else {
            continue;
        };
        let event = ApplicationEvent {
            id: event_id,
            application_id: id,
            at,
            actor_id,
            from: row.from_status.as_deref().map(parse_status).transpose()?,
            to: parse_status(&to)?,
            change: parse_change(row.act.as_deref())?,
        };
        let name = row.first_name.zip(row.last_name);
        history.push(HistoryEntry { event, actor: name.map(|(first, last)| PersonName { first, last }) });
    }
    Ok(Some(history))
}
