use forum_domain::applications::{Mark, MarkChange, Markable, Marks};
use forum_domain::shared::{Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_actor;
use crate::postgres::applications::application::parse_status;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::notes;

pub(super) async fn mark(
    pool: &ConnectionPool,
    id: Uuid,
    actor: Uuid,
    step: Step<Markable, Option<MarkChange>>,
) -> Result<Marks, Refusal> {
    let mut tx = pool.begin().await?;
    lock_actor(&mut tx, Some(actor)).await??;
    let applicant = notes::lock(&mut tx, id).await?;
    let seen = seen(&mut tx, id, actor, applicant).await?;
    if let Some(MarkChange { mark, audit }) = step(&seen)? {
        match mark {
            Some(mark) => execute!(
                &mut *tx,
                "insert into application_marks (application_id, user_id, mark) values ($1, $2, $3)
                 on conflict (application_id, user_id) do update set mark = excluded.mark",
                id,
                actor,
                mark.as_str(),
            )?,
            None => execute!(
                &mut *tx,
                "delete from application_marks where application_id = $1 and user_id = $2",
                id,
                actor,
            )?,
        }
        audit_log::insert(&mut tx, &audit).await?;
    }
    let marks = marks(&mut tx, id, actor).await?;
    tx.commit().await?;
    Ok(marks)
}

/// The caller holds the lock of the application.
async fn seen(
    connection: &mut PgConnection,
    id: Uuid,
    actor: Uuid,
    applicant: Uuid,
) -> Result<Markable, StoreError> {
    let row = sqlx::query!(
        r#"select a.status, m.mark as "mark?" from applications a
           left join application_marks m on m.application_id = a.id and m.user_id = $2 where a.id = $1"#,
        id,
        actor,
    );
    let row = row.fetch_one(connection).await?;
    let mine = row.mark.as_deref().and_then(Mark::parse);
    Ok(Markable { applicant, status: parse_status(&row.status)?, mine })
}

async fn marks(connection: &mut PgConnection, id: Uuid, actor: Uuid) -> Result<Marks, StoreError> {
    let row = sqlx::query!(
        r#"select l.yes, l.maybe, l.no, m.mark as "mark?" from application_list l
           left join application_marks m on m.application_id = l.application_id and m.user_id = $2
           where l.application_id = $1"#,
        id,
        actor,
    );
    let row = row.fetch_one(connection).await?;
    Ok(Marks {
        yes: row.yes.unsigned_abs(),
        maybe: row.maybe.unsigned_abs(),
        no: row.no.unsigned_abs(),
        mine: row.mark.as_deref().and_then(Mark::parse),
    })
}
