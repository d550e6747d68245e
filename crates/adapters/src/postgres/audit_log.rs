//! The audit log. Rows are only inserted, in the transaction of the recorded act if it has one.

use async_trait::async_trait;
use forum_domain::applications::Status;
use forum_domain::audit::{
    AuditEntry, AuditEvent, AuditFilter, AuditLog, AuditSort, NamedEntry, READ_COVERS,
};
use forum_domain::events::{LogPosition, LoggedAction};
use forum_domain::shared::{Fault, LogPage, PageRequest, Refusal};
use serde_json::{Map, Value, json};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::postgres::accounts::user::{lock_reader, parse_roles};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::keyset::{self, Columns};
use crate::postgres::stores::PgAuditLog;

#[derive(FromRow)]
struct EntryRow {
    id: Uuid,
    at: OffsetDateTime,
    actor_id: Option<Uuid>,
    action: String,
    target_type: String,
    target_id: Uuid,
    detail: Value,
}

impl From<EntryRow> for AuditEntry {
    fn from(row: EntryRow) -> Self {
        let EntryRow { id, at, actor_id, action, target_type, target_id, detail } = row;
        Self { id, at, actor_id, action, target_type, target_id, detail: facts(&detail) }
    }
}

#[derive(FromRow)]
struct NamedRow {
    #[sqlx(flatten)]
    entry: EntryRow,
    actor_name: Option<String>,
    target_name: Option<String>,
}

impl From<NamedRow> for NamedEntry {
    fn from(NamedRow { entry, actor_name, target_name }: NamedRow) -> Self {
        Self { entry: entry.into(), actor_name, target_name }
    }
}

const SELECT: &str = "id, at, actor_id, action, target_type, target_id, detail,
     coalesce((select p.first_name || ' ' || p.last_name from profiles p where p.user_id = actor_id),
              (select t.name from machine_tokens t where t.id = actor_id)) as actor_name,
     (select p.first_name || ' ' || p.last_name from profiles p where p.user_id = coalesce(
          (select a.user_id from applications a where a.id = target_id), target_id)) as target_name";
const COLUMNS: Columns = Columns { keys: &["at"], id: "id" };

/// Pushes FROM and WHERE for the entries that match the filter. An actor, an action or an object has an index that ends with
/// time and id.
fn push_from(query: &mut QueryBuilder<Postgres>, filter: &AuditFilter) {
    query.push("from audit_events where true");
    if let Some(actor) = filter.actor {
        query.push(" and actor_id = ").push_bind(actor);
    }
    if let Some(action) = &filter.action {
        query.push(" and action = ").push_bind(action.clone());
    }
    if let Some(target) = filter.target {
        query.push(" and target_id = ").push_bind(target);
    }
    if let Some(about) = filter.about {
        query
            .push(" and target_id = any(array(select id from applications where user_id = ")
            .push_bind(about);
        query.push(" union all select ").push_bind(about).push("))");
    }
    if let Some(after) = filter.after {
        query.push(" and at >= ").push_bind(after);
    }
    if let Some(before) = filter.before {
        query.push(" and at < ").push_bind(before);
    }
    if let Some(reader) = filter.reader {
        query.push(" and (actor_id = ").push_bind(reader);
        query.push(" or not exists (select from applications a where a.id = target_id and a.user_id = ");
        query.push_bind(reader).push("))");
    }
}

#[async_trait]
impl AuditLog for PgAuditLog {
    async fn record(&self, event: AuditEvent) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_reader(&mut tx, event.actor_id).await??;
        insert(&mut tx, &event).await?;
        Ok(tx.commit().await?)
    }

    async fn record_read(&self, event: AuditEvent) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_reader(&mut tx, event.actor_id).await??;
        insert_read(&mut tx, &event).await?;
        Ok(tx.commit().await?)
    }

    #[tracing::instrument(name = "audit.list", skip_all)]
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<NamedEntry>, Fault> {
        let from = |query: &mut QueryBuilder<Postgres>| push_from(query, &filter);
        let mut connection = self.pool.acquire().await?;
        let rows: LogPage<NamedRow> =
            keyset::read_log(&mut connection, SELECT, from, &COLUMNS, &page).await?;
        let LogPage { items, next_cursor } = rows;
        Ok(LogPage { items: items.into_iter().map(NamedEntry::from).collect(), next_cursor })
    }

    #[tracing::instrument(name = "events.after", level = "debug", skip_all)]
    async fn after(&self, place: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault> {
        let rows = sqlx::query!(
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
        let action = rows.into_iter().map(|row| {
            let roles = parse_roles(&row.roles)?;
            Ok(LoggedAction {
                position: LogPosition { at: row.at, id: row.id },
                action: row.action,
                target_id: row.target_id,
                status: row.status.as_deref().and_then(Status::parse),
                note_id: row.note_id,
                person: row.user_id.map(|user_id| (user_id, roles)),
            })
        });
        action.collect()
    }
}

pub(crate) async fn insert(connection: &mut PgConnection, event: &AuditEvent) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         values ($1, $2, $3, $4, $5, $6, $7)",
        event.id,
        event.at,
        event.actor_id,
        event.action,
        event.target_type,
        event.target_id,
        detail(event)
    )
}

/// Inserts an entry about a read by the rule of [`AuditLog::record_read`].
pub(crate) async fn insert_read(connection: &mut PgConnection, event: &AuditEvent) -> Result<(), StoreError> {
    if is_covered(&mut *connection, event).await? {
        return Ok(());
    }
    // A page makes several reads at once.
    let reads = format!("{} {:?} {}", event.action, event.actor_id, event.target_id);
    execute!(&mut *connection, "select pg_advisory_xact_lock(hashtextextended($1, 0))", reads)?;
    if is_covered(&mut *connection, event).await? { Ok(()) } else { insert(connection, event).await }
}

async fn is_covered(connection: &mut PgConnection, read: &AuditEvent) -> Result<bool, StoreError> {
    let covered = sqlx::query_scalar!(
        r#"select exists(select from audit_events
                         where target_id = $1 and at > $2 and actor_id = $3 and action = $4) as "covered!""#,
        read.target_id,
        read.at - READ_COVERS,
        read.actor_id,
        read.action,
    );
    Ok(covered.fetch_one(connection).await?)
}

/// Up to `limit` entries with this actor, newest first, and their total number.
pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    actor_id: Uuid,
    limit: u32,
) -> Result<(Vec<AuditEntry>, u64), StoreError> {
    let rows = sqlx::query_as!(
        EntryRow,
        "select id, at, actor_id, action, target_type, target_id, detail from audit_events
         where actor_id = $1 order by at desc, id desc limit $2",
        actor_id,
        i64::from(limit),
    )
    .fetch_all(&mut *connection)
    .await?;
    let total =
        sqlx::query_scalar!(r#"select count(*) as "total!" from audit_events where actor_id = $1"#, actor_id)
            .fetch_one(connection)
            .await?;
    Ok((rows.into_iter().map(AuditEntry::from).collect(), total.unsigned_abs()))
}

fn detail(event: &AuditEvent) -> Value {
    let facts = event.detail.iter().map(|(key, value)| ((*key).to_owned(), Value::from(value.as_str())));
    Value::Object(facts.collect::<Map<_, _>>())
}

fn facts(detail: &Value) -> Vec<(String, String)> {
    let members = detail.as_object().into_iter().flatten();
    members.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

pub(crate) fn instant(at: OffsetDateTime) -> Value {
    at.format(&Rfc3339).map_or(Value::Null, Value::from)
}

/// Entries as a JSON array that one statement inserts with `jsonb_to_recordset`.
pub(crate) fn audit_rows(entries: &[AuditEvent]) -> Value {
    let row = |entry: &AuditEvent| {
        json!({
            "id": entry.id,
            "at": instant(entry.at),
            "actor_id": entry.actor_id,
            "action": entry.action,
            "target_type": entry.target_type,
            "target_id": entry.target_id,
            "detail": detail(entry),
        })
    };
    entries.iter().map(row).collect()
}
