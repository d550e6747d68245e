use forum_domain::accounts::RoleChange;
use forum_domain::applications::{ApplicationDetail, ApplicationEvent, SeenDecision, Status, UndoPlan};
use forum_domain::shared::{Code, Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use super::decide::words;
use crate::postgres::accounts::user::lock_actor;
use crate::postgres::accounts::user::parse_roles;
use crate::postgres::applications::application::{self, parse_status};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;

pub(super) async fn undo(
    pool: &ConnectionPool,
    id: Uuid,
    actor: Uuid,
    step: Step<SeenDecision, Option<UndoPlan>>,
) -> Result<ApplicationDetail, Refusal> {
    let mut tx = pool.begin().await?;
    let detail = application::lock(&mut tx, id, actor).await?.ok_or(Code::NotFound)?;
    lock_actor(&mut tx, Some(actor)).await??;
    let seen = lock_decision(&mut tx, detail).await?;
    let plan = match step(&seen) {
        Ok(Some(plan)) => plan,
        unchanged => {
            // A dropped transaction ends later, and a worker skips the locked mail until then.
            tx.rollback().await?;
            return unchanged.map(|_| seen.detail);
        }
    };
    update(&mut tx, &plan).await?;
    tx.commit().await?;
    Ok(ApplicationDetail { application: plan.application, person: seen.detail.person })
}

/// Reads the event of the decision, or the newest one of a pending application, and locks the mail about it. The caller
/// holds the locks of a decision.
async fn lock_decision(
    connection: &mut PgConnection,
    detail: ApplicationDetail,
) -> Result<SeenDecision, StoreError> {
    let application = &detail.application;
    let row = sqlx::query!(
        r#"select e.id, e.at, e.actor_id, e.from_status, e.to_status, e.mail_id,
                  coalesce(e.roles_granted, '{}') as "granted!", coalesce(e.roles_revoked, '{}') as "revoked!",
                  exists (select from applications a
                          where a.user_id = $2 and a.id <> $1 and (a.status = 'pending' or a.submitted_at > $5))
                      as "applied_again!"
           from application_events e where e.application_id = $1 and e.act is null
           order by coalesce(e.at = $3 and e.to_status = $4, false) desc, e.at desc, e.id desc limit 1"#,
        application.id,
        application.user_id,
        application.reviewed_at,
        application.status.as_str(),
        application.submitted_at,
    )
    .fetch_one(&mut *connection)
    .await?;
    // Waits for a worker that leases the mail. A worker skips the locked row.
    let unsent = sqlx::query_scalar!(
        "select id from outbox
         where id = $1 and state = 'queued' and lease is null and attempts = 0 and last_error is null
         for update",
        row.mail_id,
    )
    .fetch_optional(connection)
    .await?;
    let event = ApplicationEvent {
        id: row.id,
        application_id: application.id,
        at: row.at,
        actor_id: row.actor_id,
        from: row.from_status.as_deref().map(parse_status).transpose()?,
        to: parse_status(&row.to_status)?,
        change: None,
    };
    let changed = RoleChange {
        grant: parse_roles(&row.granted)?.iter().collect(),
        revoke: parse_roles(&row.revoked)?.iter().collect(),
    };
    Ok(SeenDecision { event, changed, unsent, applied_again: row.applied_again, detail })
}

/// Writes all rows of an undone decision, and opens the request for changes that the decision closed. The caller holds the
/// locks.
async fn update(connection: &mut PgConnection, changes: &UndoPlan) -> Result<(), StoreError> {
    let UndoPlan { application, roles, event, mail, audit } = changes;
    execute!(
        &mut *connection,
        "with undone as (
             update applications set status = $2, reviewed_at = $3, note = $4, decided_by = $5 where id = $1
         ), reopened as (
             update application_change_requests set closed_at = null, outcome = null
             where application_id = $1 and outcome = 'decided' and $2 = 'pending'
         ), revoked as (
             delete from user_roles where user_id = $6 and role = any($7)
         ), granted as (
             insert into user_roles (user_id, role, granted_at)
             select $6, role, $10 from unnest($8::text[]) as role on conflict do nothing
         ), unqueued as (
             delete from outbox where id = $14
         )
         insert into application_events (id, application_id, at, actor_id, from_status, to_status)
         values ($9, $1, $10, $11, $12, $13)",
        application.id,
        application.status.as_str(),
        application.reviewed_at,
        application.note,
        application.decided_by,
        application.user_id,
        &words(&roles.revoke),
        &words(&roles.grant),
        event.id,
        event.at,
        event.actor_id,
        event.from.map(Status::as_str),
        event.to.as_str(),
        mail,
    )?;
    audit_log::insert(connection, audit).await
}
