//! An application, similar ones and its mails.

use forum_domain::applications::{
    ApplicationDetail, ApplicationMessage, ChangeState, ReviewContext, SignedRequest, SimilarApplication,
    Similarity,
};
use forum_domain::shared::Fault;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row};
use uuid::Uuid;

use crate::postgres::applications::application::{self, parse_status};
use crate::postgres::applications::change_requests::RequestRow;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::mail::messages::parse_state;

/// The application with its version and open request, from one snapshot.
pub(super) async fn read(
    pool: &ConnectionPool,
    id: Uuid,
) -> Result<Option<(ApplicationDetail, ChangeState)>, Fault> {
    let query = format!(
        "select {}, p.first_name, p.last_name, p.email,
                (select max(v.number) from application_versions v where v.application_id = a.id) as earlier,
                r.id as request_id, r.requested_by, r.message, r.fields, r.created_at as requested_at,
                rp.first_name as requester_first_name, rp.last_name as requester_last_name
         from applications a
         left join profiles p on p.user_id = a.user_id
         left join application_change_requests r on r.application_id = a.id and r.closed_at is null
         left join profiles rp on rp.user_id = r.requested_by
         where a.id = $1",
        application::columns("a"),
    );
    let row = sqlx::query(AssertSqlSafe(query)).bind(id).fetch_optional(pool).await.map_err(fault)?;
    Ok(row.as_ref().map(read_row).transpose()?)
}

fn read_row(row: &PgRow) -> Result<(ApplicationDetail, ChangeState), StoreError> {
    let detail = application::detail(row)?;
    let earlier: Option<i32> = row.try_get("earlier")?;
    let version = earlier.unwrap_or_default().unsigned_abs() + 1;
    let Some(request_id) = row.try_get::<Option<Uuid>, _>("request_id")? else {
        return Ok((detail, ChangeState { version, open: None }));
    };
    let open = RequestRow {
        id: request_id,
        application_id: detail.application.id,
        requested_by: row.try_get("requested_by")?,
        message: row.try_get("message")?,
        fields: row.try_get("fields")?,
        created_at: row.try_get("requested_at")?,
        closed_at: None,
        outcome: None,
        first_name: row.try_get("requester_first_name")?,
        last_name: row.try_get("requester_last_name")?,
    };
    Ok((detail, ChangeState { version, open: Some(SignedRequest::try_from(open)?) }))
}

pub(super) async fn context(pool: &ConnectionPool, id: Uuid) -> Result<ReviewContext, StoreError> {
    let mut connection = pool.acquire().await?;
    let similar = similar(&mut connection, id).await?;
    let messages = messages(&mut connection, id).await?;
    connection.release();
    Ok(ReviewContext { similar, messages })
}

/// Each reason reads a bounded range of one index. The answers of deleted accounts, which are dashes, match nothing.
async fn similar(connection: &mut PgConnection, id: Uuid) -> Result<Vec<SimilarApplication>, StoreError> {
    let rows = sqlx::query!(
        r#"with own as materialized (
               select a.id, a.user_id, a.date_of_birth, phone_digits(a.phone) as digits,
                      folded_words(p.first_name || ' ' || p.last_name) as name
               from applications a left join profiles p on p.user_id = a.user_id where a.id = $1
           ), found as (
               (select o.id, 1 as rank from own join applications o on o.user_id = own.user_id and o.id <> own.id
                order by o.submitted_at desc limit $2)
               union all
               (select o.id, 2 from own
                cross join lateral (
                    select a.id, a.user_id, a.submitted_at from applications a
                    where a.date_of_birth = own.date_of_birth and a.phone <> '—' and a.user_id <> own.user_id
                    order by a.submitted_at desc limit $3
                ) o
                join profiles p on p.user_id = o.user_id
                where folded_words(p.first_name || ' ' || p.last_name) = own.name
                order by o.submitted_at desc limit $2)
               union all
               (select o.id, 3 from own
                cross join lateral (
                    select a.id from applications a
                    where phone_digits(a.phone) = own.digits and a.phone <> '—' and a.user_id <> own.user_id
                    order by a.submitted_at desc limit $2
                ) o
                where length(own.digits) >= $4)
           ), strongest as (
               select id, min(rank) as rank from found group by id
           )
           select a.id, s.rank as "rank!", a.status, a.submitted_at, p.first_name as "first_name?",
                  p.last_name as "last_name?"
           from strongest s
           join applications a on a.id = s.id
           left join profiles p on p.user_id = a.user_id
           order by s.rank, a.submitted_at desc, a.id desc"#,
        id,
        i64::from(SimilarApplication::MAX),
        i64::from(SimilarApplication::COMPARED),
        SimilarApplication::PHONE_DIGITS_MIN as i32,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SimilarApplication {
                id: row.id,
                reason: match row.rank {
                    1 => Similarity::Person,
                    2 => Similarity::NameAndBirthDate,
                    _ => Similarity::Phone,
                },
                name: application::name(row.first_name, row.last_name),
                status: parse_status(&row.status)?,
                submitted_at: row.submitted_at,
            })
        })
        .collect()
}

async fn messages(connection: &mut PgConnection, id: Uuid) -> Result<Vec<ApplicationMessage>, StoreError> {
    // The due time of a failed mail is the time of its failure.
    let rows = sqlx::query!(
        r#"select id, kind, state,
                  case state when 'sent' then coalesce(sent_at, due_at) when 'failed' then due_at
                             else queued_at end as "at!"
           from outbox where application_id = $1 order by queued_at, id"#,
        id,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ApplicationMessage { id: row.id, kind: row.kind, state: parse_state(&row.state)?, at: row.at })
        })
        .collect()
}
