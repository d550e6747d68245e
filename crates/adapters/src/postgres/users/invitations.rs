use forum_domain::accounts::{OneTimeToken, Purpose};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Code, EmailAddress, PersonName, Refusal, Step};
use forum_domain::users::{AcceptContext, Invitation, InvitationContext, InvitationPlan, UserChangePlan};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{locked_context, store};
use crate::postgres::accounts::token;
use crate::postgres::accounts::user::{lock_actor, lock_administrators};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgUserStore;

/// The invitations that are open at `now`, newest first, or only the one with this token.
pub(super) async fn open(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    only: Option<Uuid>,
) -> Result<Vec<Invitation>, StoreError> {
    let rows = sqlx::query!(
        "select t.id, t.email, t.created_at, t.expires_at, i.invited_by, p.first_name, p.last_name
         from one_time_tokens t join admin_invitations i on i.token_id = t.id
         join profiles p on p.user_id = i.invited_by
         where t.used_at is null and t.expires_at > $1 and ($2::uuid is null or t.id = $2)
         order by t.created_at desc, t.id",
        now,
        only,
    )
    .fetch_all(connection)
    .await?;
    let invitations = rows.into_iter().map(|row| Invitation {
        token: OneTimeToken {
            id: row.id,
            purpose: Purpose::AdminInvitation,
            email: EmailAddress::stored(row.email),
            registration_id: None,
            change_id: None,
            created_at: row.created_at,
            expires_at: row.expires_at,
            used_at: None,
        },
        invited_by: row.invited_by,
        inviter: PersonName { first: row.first_name, last: row.last_name },
    });
    Ok(invitations.collect())
}

async fn use_up(connection: &mut PgConnection, id: Uuid, at: OffsetDateTime) -> Result<(), StoreError> {
    execute!(connection, "update one_time_tokens set used_at = $2 where id = $1", id, at)
}

impl PgUserStore {
    pub(super) async fn store_invitation(
        &self,
        actor: Uuid,
        email: EmailAddress,
        now: OffsetDateTime,
        step: Step<InvitationContext, InvitationPlan>,
    ) -> Result<OneTimeToken, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_administrators(&mut tx).await?;
        lock_actor(&mut tx, Some(actor)).await??;
        let owner = sqlx::query!(
            r#"select first_name, last_name,
                      exists (select from user_roles r where r.user_id = p.user_id and r.role = 'admin') as "is_admin!"
               from profiles p where lower(email) = $1"#,
            email.key(),
        )
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
        let owner =
            owner.map(|row| (PersonName { first: row.first_name, last: row.last_name }, row.is_admin));
        let InvitationPlan { token, replaced, mail, audit } =
            step(&InvitationContext { open: open(&mut tx, now, None).await?, owner })?;
        if let Some(replaced) = replaced {
            use_up(&mut tx, replaced, now).await?;
        }
        token::insert(&mut tx, &token).await?;
        execute!(
            &mut *tx,
            "insert into admin_invitations (token_id, invited_by) values ($1, $2)",
            token.id,
            actor
        )?;
        outbox::queue(&mut tx, &mail).await?;
        audit_log::insert(&mut tx, &audit).await?;
        self.mails.commit(tx).await?;
        Ok(token)
    }

    pub(super) async fn end_invitation(&self, id: Uuid, audit: &AuditEvent) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_administrators(&mut tx).await?;
        lock_actor(&mut tx, audit.actor_id).await??;
        if open(&mut tx, audit.at, Some(id)).await?.is_empty() {
            return Err(Code::NotFound.into());
        }
        use_up(&mut tx, id, audit.at).await?;
        audit_log::insert(&mut tx, audit).await?;
        Ok(tx.commit().await?)
    }

    pub(super) async fn redeem_invitation(
        &self,
        user_id: Uuid,
        token_id: Uuid,
        now: OffsetDateTime,
        step: Step<AcceptContext, Option<UserChangePlan>>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        let (_, seen) = locked_context(&mut tx, user_id).await?;
        let invitation = open(&mut tx, now, Some(token_id)).await?.pop().ok_or(Code::TokenInvalid)?;
        let plan = step(&AcceptContext { invitation, seen })?;
        use_up(&mut tx, token_id, now).await?;
        if let Some(plan) = plan {
            store(&mut tx, user_id, &plan).await?;
        }
        Ok(self.mails.commit(tx).await?)
    }
}
