//! A decision takes few round trips: begin, lock and read, write with the record of its idempotency key, commit.

use std::slice;

use forum_domain::accounts::Role;
use forum_domain::applications::{ApplicationDetail, Decidable, DecisionPlan, Status};
use forum_domain::shared::{Code, Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_actor;
use crate::postgres::applications::{application, change_requests};
use crate::postgres::audit_log::audit_rows;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::mail::outbox::mail_rows;
use crate::postgres::stores::PgReviewStore;
use crate::trace_context;

pub(super) async fn decide(
    store: &PgReviewStore,
    id: Uuid,
    actor: Uuid,
    step: Step<Decidable, DecisionPlan>,
) -> Result<ApplicationDetail, Refusal> {
    let mut tx = store.pool.begin().await?;
    let detail = application::lock(&mut tx, id, actor).await?.ok_or(Code::NotFound)?;
    lock_actor(&mut tx, Some(actor)).await??;
    // Read under the lock, because an edit may have been stored while this transaction waited for it.
    let version = change_requests::version(&mut tx, id).await?;
    let seen = Decidable { detail, version };
    let plan = step(&seen)?;
    update(&mut tx, &plan).await?;
    store.mails.commit(tx).await?;
    Ok(ApplicationDetail { application: plan.application, person: seen.detail.person })
}

/// Writes all rows of a decision, which closes an open request for changes. A queued mail about that request is due once the
/// decision is final, and only sent if the decision is undone. The caller holds the locks.
async fn update(connection: &mut PgConnection, changes: &DecisionPlan) -> Result<(), StoreError> {
    let DecisionPlan { application, roles, event, mail, mail_due_at, audit, record } = changes;
    execute!(
        &mut *connection,
        "with decided as (
             update applications set status = $2, reviewed_at = $3, note = $4, decided_by = $5 where id = $1
         ), closed as (
             update application_change_requests set closed_at = $3, outcome = 'decided'
             where application_id = $1 and closed_at is null
         ), revoked as (
             delete from user_roles where user_id = $6 and role = any($7) returning role
         ), granted as (
             insert into user_roles (user_id, role, granted_at)
             select $6, role, $10 from unnest($8::text[]) as role on conflict do nothing returning role
         ), event as (
             insert into application_events
                 (id, application_id, at, actor_id, from_status, to_status, mail_id, roles_granted, roles_revoked)
             select $9, $1, $10, $11, $12, $13, $18, array(select role from granted), array(select role from revoked)
         ), delayed as (
             update outbox set due_at = $17
             where application_id = $1 and kind = any($19) and state = 'queued' and lease is null and due_at < $17
         ), queued as (
             insert into outbox
                 (id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, due_at, traceparent,
                  application_id)
             select id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, $17, $16,
                    application_id
             from jsonb_to_recordset($14)
                 as mail (id uuid, message_id text, kind text, to_email text, first_name text, last_name text,
                          token_id uuid, queued_at timestamptz, application_id uuid)
         )
         insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         select * from jsonb_to_recordset($15)
             as entry (id uuid, at timestamptz, actor_id uuid, action text, target_type text, target_id uuid,
                       detail jsonb)",
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
        mail_rows(slice::from_ref(mail)),
        audit_rows(slice::from_ref(audit)),
        trace_context::current(),
        mail_due_at,
        mail.id,
        &outbox::kinds_of_requests(),
    )?;
    idempotency::insert(connection, record.as_ref()).await
}

pub(super) fn words(roles: &[Role]) -> Vec<String> {
    roles.iter().map(|role| role.as_str().to_owned()).collect()
}
