//! Rows of applications and their history, shared by several stores.

use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationFields, ChangeAct, Counts, HistoryEntry,
    Person, Status,
};
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, PgExecutor, Row};
use uuid::Uuid;

use super::fields;
use crate::postgres::connection::fault::{StoreError, unknown};

/// The columns that [`application`] reads. `of` is the application in SQL.
pub(crate) fn columns(of: &str) -> String {
    let besides = ["id", "user_id", "status", "submitted_at", "reviewed_at", "headshot_url", "headshot_id"];
    let columns = besides.into_iter().chain(["note", "decided_by"]).chain(fields::columns());
    columns.map(|column| format!("{of}.{column}")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn application(row: &PgRow) -> Result<Application, StoreError> {
    Ok(Application {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        status: parse_status(row.try_get("status")?)?,
        submitted_at: row.try_get("submitted_at")?,
        reviewed_at: row.try_get("reviewed_at")?,
        fields: ApplicationFields { values: fields::of_row(row)?, headshot_id: row.try_get("headshot_id")? },
        headshot_url: row.try_get("headshot_url")?,
        note: row.try_get("note")?,
        decided_by: row.try_get("decided_by")?,
    })
}

/// An [`application`] with the applicant's `first_name`, `last_name` and `email`.
pub(crate) fn detail(row: &PgRow) -> Result<ApplicationDetail, StoreError> {
    let person = person(row.try_get("first_name")?, row.try_get("last_name")?, row.try_get("email")?);
    Ok(ApplicationDetail { application: application(row)?, person })
}

pub(crate) fn parse_status(word: &str) -> Result<Status, Fault> {
    Status::parse(word).ok_or_else(|| unknown("status", word))
}

fn parse_change(word: Option<&str>) -> Result<Option<ChangeAct>, Fault> {
    let parse = |word| ChangeAct::parse(word).ok_or_else(|| unknown("act", word));
    word.map(parse).transpose()
}

/// The applicant. The columns are null if the account was deleted.
pub(crate) fn person(first: Option<String>, last: Option<String>, email: Option<String>) -> Option<Person> {
    let email = EmailAddress::stored(email?);
    Some(Person { name: name(first, last)?, email })
}

/// The name of a user. The columns are null if the account was deleted.
pub(crate) fn name(first: Option<String>, last: Option<String>) -> Option<PersonName> {
    Some(PersonName { first: first?, last: last? })
}

pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<Application>, StoreError> {
    let query = format!(
        "select {} from applications a where user_id = $1 order by submitted_at desc, id desc limit $2",
        columns("a"),
    );
    let query = sqlx::query(AssertSqlSafe(query)).bind(user_id).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(application).collect()
}

/// Oldest event first. `None` if the application does not exist.
pub(crate) async fn history(
    executor: impl PgExecutor<'_>,
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
    .fetch_all(executor)
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
        history.push(HistoryEntry { event, actor: name(row.first_name, row.last_name) });
    }
    Ok(Some(history))
}

/// Sums the recorded changes of the counts.
pub(crate) async fn counts(connection: &mut PgConnection) -> Result<Counts, StoreError> {
    let rows = sqlx::query!(
        r#"select status, sum(delta)::bigint as "number!" from application_count_changes group by status"#,
    )
    .fetch_all(connection)
    .await?;
    let mut counts = Counts::default();
    for row in rows {
        let number = row.number.unsigned_abs();
        counts.total += number;
        match parse_status(&row.status)? {
            Status::Pending => counts.pending = number,
            Status::Approved => counts.approved = number,
            Status::Rejected => counts.rejected = number,
        }
    }
    Ok(counts)
}

/// Locks the applicant's user, the actor against role changes, and the application. Reads the application and its applicant.
/// `None` for an unknown application, or one that was deleted with its account.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    id: Uuid,
    actor: Uuid,
) -> Result<Option<ApplicationDetail>, StoreError> {
    let query = format!(
        "select {}, first_name, last_name, email from lock_application($1, $2)",
        columns("(application)"),
    );
    let row = sqlx::query(AssertSqlSafe(query)).bind(id).bind(actor).fetch_optional(connection).await?;
    row.as_ref().map(detail).transpose()
}
