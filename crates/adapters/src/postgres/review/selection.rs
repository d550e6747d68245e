use forum_domain::applications::{Selection, SubmittedWithin, Target};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Fault, Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_actor;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;

/// The number of all approved applications is maintained.
pub(super) async fn selection(
    pool: &ConnectionPool,
    reader: Uuid,
    SubmittedWithin { after, before }: SubmittedWithin,
) -> Result<Selection, Fault> {
    let mut connection = pool.acquire().await?;
    let target = target(&mut connection).await?;
    let counts = sqlx::query!(
        r#"select (case when $2::timestamptz is null and $3::timestamptz is null
                   then (select coalesce(sum(delta), 0)::bigint from application_count_changes where status = 'approved')
                   else (select count(*) from application_list l where l.status = 'approved'
                         and l.submitted_at >= coalesce($2, '-infinity') and l.submitted_at < coalesce($3, 'infinity'))
                   end) as "approved!",
                  (select count(*) from application_list l where l.team = 'yes' and l.status = 'pending'
                   and l.submitted_at >= coalesce($2, '-infinity') and l.submitted_at < coalesce($3, 'infinity')
                   and l.application_id <> all(array(select o.id from applications o where o.user_id = $1)))
                  as "team_yes!""#,
        reader,
        after,
        before,
    );
    let counts = counts.fetch_one(&mut *connection).await.map_err(StoreError::from)?;
    connection.release();
    Ok(Selection {
        target,
        approved: counts.approved.unsigned_abs(),
        team_yes: counts.team_yes.unsigned_abs(),
    })
}

pub(super) async fn set_target(
    pool: &ConnectionPool,
    actor: Uuid,
    step: Step<Target, Option<(Target, AuditEvent)>>,
) -> Result<Target, Refusal> {
    let mut tx = pool.begin().await?;
    lock_actor(&mut tx, Some(actor)).await??;
    // The first row cannot be locked before it is there.
    execute!(
        &mut *tx,
        "insert into selection (version) values ($1) on conflict (id) do update set id = excluded.id",
        Uuid::nil()
    )?;
    let current = target(&mut tx).await?;
    let Some((target, audit)) = step(&current)? else { return Ok(current) };
    let number = target.number.map(u32::cast_signed);
    execute!(&mut *tx, "update selection set target = $1, version = $2", number, target.version)?;
    audit_log::insert(&mut tx, &audit).await?;
    tx.commit().await?;
    Ok(target)
}

async fn target(connection: &mut PgConnection) -> Result<Target, StoreError> {
    let row = sqlx::query!("select target, version from selection").fetch_optional(connection).await?;
    Ok(row.map_or(Target { number: None, version: Uuid::nil() }, |row| Target {
        number: row.target.map(i32::unsigned_abs),
        version: row.version,
    }))
}
