use forum_domain::accounts::{OneTimeToken, Purpose};
use forum_domain::shared::{EmailAddress, PersonName, Refusal, Step};
use forum_domain::users::{Invitation, InvitationContext, InvitationPlan};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::token;
use crate::postgres::accounts::user::{lock_actor, lock_administrators};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgUserStore;

/// The invitations that are open at `now`, newest first, or only the one with this token. An invitation is void while its
/// sender is no enabled administrator.
pub(super) async fn open(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    only: Option<Uuid>,
) -> Result<Vec<Invitation>, StoreError> {
    let rows = sqlx::query!(
        "select t.id, t.email, t.created_at, t.expires_at, p.first_name, p.last_name
         from one_time_tokens t join admin_invitations i on i.token_id = t.id
         join profiles p on p.user_id = i.invited_by
         join users u on u.id = i.invited_by and u.disabled_at is null
         join user_roles r on r.user_id = u.id and r.role = 'admin'
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
        inviter: PersonName { first: row.first_name, last: row.last_name },
    });
    Ok(invitations.collect())
}

pub(super) async fn invite(
    store: &PgUserStore,
    actor: Uuid,
    email: EmailAddress,
    now: OffsetDateTime,
    step: Step<InvitationContext, InvitationPlan>,
) -> Result<OneTimeToken, Refusal> {
    let mut tx = store.pool.begin().await?;
    lock_administrators(&mut tx).await?;
    lock_actor(&mut tx, Some(actor)).await??;
    let is_of_admin = sqlx::query_scalar!(
        r#"select exists (select from profiles p join user_roles r on r.user_id = p.user_id
                          where lower(p.email) = $1 and r.role = 'admin') as "is_of_admin!""#,
        email.key(),
    )
    .fetch_one(&mut *tx)
    .await
    .map_err(fault)?;
    let open = open(&mut tx, now, None).await?;
    let InvitationPlan { token, mail, audit } = step(&InvitationContext { open, is_of_admin })?;
    end(&mut tx, &email, now).await?;
    token::insert(&mut tx, &token).await?;
    execute!(
        &mut *tx,
        "insert into admin_invitations (token_id, invited_by) values ($1, $2)",
        token.id,
        actor
    )?;
    outbox::queue(&mut tx, &mail).await?;
    audit_log::insert(&mut tx, &audit).await?;
    store.mails.commit(tx).await?;
    Ok(token)
}

/// Ends the invitations of an address.
pub(super) async fn end(
    connection: &mut PgConnection,
    email: &EmailAddress,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    token::use_up(connection, email, &[Purpose::AdminInvitation], at).await
}
