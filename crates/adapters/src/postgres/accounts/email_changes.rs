//! Email address changes: units of work under the locks of the user and of all affected addresses.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, AddressSide, ChangeEmailError, ChangeRequest, ChangeRequestContext, ChangeResend,
    EmailChange, EmailChangeOutcome, EmailChangeStore, OneTimeToken, PendingChange, PresentedChange, Purpose,
    ReauthenticationRefused, RedeemChangeStep, RedeemError, RequestChangeStep, ResendChangeStep,
    SecurityQuery,
};
use forum_domain::mail::OutgoingMail;
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::email_change_rows::{self, email_change_of};
use super::user_rows::{lock_address, lock_user_and_addresses};
use super::{account_security, address_rows, token_rows};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgEmailChangeStore;

async fn insert_mails(
    connection: &mut PgConnection,
    tokens: &[OneTimeToken; 2],
    mails: &[OutgoingMail; 2],
) -> Result<(), StoreError> {
    for token in tokens {
        token_rows::insert(connection, token).await?;
    }
    for mail in mails {
        outbox::queue(connection, mail).await?;
    }
    Ok(())
}

/// The pending change for this address. Takes one statement whether a change exists or not.
async fn waiting(
    connection: &mut PgConnection,
    email: &EmailAddress,
    now: OffsetDateTime,
) -> Result<Option<PendingChange>, StoreError> {
    let row = sqlx::query!(
        r#"select c.id, c.user_id, c.old_email, c.new_email, c.requested_at, c.suspect_since, c.expires_at, c.old_confirmed_at,
                  c.new_confirmed_at, c.changed_at, c.ended_at, p.first_name, p.last_name,
                  exists (select from profiles o
                          where lower(o.email) = lower(c.new_email) and o.user_id <> c.user_id)
                  or exists (select from one_time_tokens t join email_changes r on r.id = t.change_id
                             where lower(t.email) = lower(c.new_email) and t.purpose = 'restore_email'
                               and t.used_at is null and t.expires_at > $2 and r.user_id <> c.user_id) as "taken!"
           from email_changes c join profiles p on p.user_id = c.user_id
           where (lower(c.old_email) = $1 or lower(c.new_email) = $1)
             and c.changed_at is null and c.ended_at is null and c.expires_at > $2
           order by lower(c.old_email) = $1 desc, c.requested_at desc, c.id desc limit 1"#,
        email.key(),
        now,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| PendingChange {
        taken: row.taken,
        name: PersonName { first: row.first_name, last: row.last_name },
        change: email_change_of!(row),
    }))
}

/// Sets the address. Ends registrations and links for the old and the new address.
async fn set_address(
    connection: &mut PgConnection,
    user_id: Uuid,
    [from, to]: [&EmailAddress; 2],
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    for email in [from, to] {
        token_rows::use_up(connection, email, &Purpose::OF_OWNER, at).await?;
        address_rows::delete_registrations(connection, email).await?;
    }
    execute!(connection, "update profiles set email = $2 where user_id = $1", user_id, to.as_str())
}

async fn confirm(
    connection: &mut PgConnection,
    change: &EmailChange,
    side: AddressSide,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let (old, new) = (side == AddressSide::Old, side == AddressSide::New);
    let purpose = if old { Purpose::ChangeEmailOld } else { Purpose::ChangeEmailNew };
    email_change_rows::use_up(connection, &[change.id], &[purpose], at).await?;
    execute!(
        connection,
        "update email_changes set old_confirmed_at = case when $2 then $4 else old_confirmed_at end,
                                  new_confirmed_at = case when $3 then $4 else new_confirmed_at end
         where id = $1",
        change.id,
        old,
        new,
        at
    )
}

async fn store(
    connection: &mut PgConnection,
    seen: &PresentedChange,
    outcome: &EmailChangeOutcome,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let PresentedChange { change, account: AccountSecurity { user, .. }, .. } = seen;
    match outcome {
        EmailChangeOutcome::Confirm(side) => confirm(connection, change, *side, at).await,
        EmailChangeOutcome::Complete { side, restore, mail, audit } => {
            confirm(connection, change, *side, at).await?;
            set_address(connection, user.id, [&user.email, &change.new_email], at).await?;
            execute!(
                &mut *connection,
                "update email_changes set changed_at = $2, expires_at = $3 where id = $1",
                change.id,
                at,
                restore.expires_at
            )?;
            // Marks unused links from resent mails as used.
            let purposes = [Purpose::ChangeEmailOld, Purpose::ChangeEmailNew];
            email_change_rows::use_up(connection, &[change.id], &purposes, at).await?;
            token_rows::insert(connection, restore).await?;
            outbox::queue(connection, mail).await?;
            audit_log::insert(connection, audit).await
        }
        EmailChangeOutcome::Restore { to, ended, grant, security } => {
            execute!(
                &mut *connection,
                "update email_changes set ended_at = $2 where id = any($1)",
                ended,
                at
            )?;
            email_change_rows::use_up(connection, ended, &Purpose::ALL, at).await?;
            execute!(&mut *connection, "delete from credentials where user_id = $1", user.id)?;
            account_security::drop_challenges(connection, user.id).await?;
            set_address(connection, user.id, [&user.email, to], at).await?;
            account_security::store(connection, user.id, at, security).await?;
            match grant {
                Some(grant) => token_rows::insert(connection, grant).await,
                None => Ok(()),
            }
        }
    }
}

#[async_trait]
impl EmailChangeStore for PgEmailChangeStore {
    #[tracing::instrument(name = "email_changes.request", skip_all)]
    async fn request(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: RequestChangeStep,
    ) -> Result<(), ChangeEmailError> {
        let gone = || ChangeEmailError::from(ReauthenticationRefused::SessionEnded);
        let mut tx = self.pool.begin().await?;
        let user = lock_user_and_addresses(&mut tx, user_id, &[&new_email]).await?.ok_or_else(gone)?;
        let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
        let taken = email_change_rows::is_taken(&mut tx, &new_email, user_id, now).await?;
        let ChangeRequest { change, tokens, mails } = step(&ChangeRequestContext { account, taken })?;
        email_change_rows::end_pending(&mut tx, user_id, now).await?;
        email_change_rows::insert(&mut tx, &change).await?;
        insert_mails(&mut tx, &tokens, &mails).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "email_changes.resend", skip_all)]
    async fn resend(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        // Transactions that end or complete the change take this lock too.
        lock_address(&mut tx, &email).await?;
        let seen = waiting(&mut tx, &email, now).await?;
        let ChangeResend { extended, tokens, mails, record } = step(seen.as_ref());
        let (id, until) = extended.unwrap_or((Uuid::nil(), now));
        execute!(&mut *tx, "update email_changes set expires_at = $2 where id = $1", id, until)?;
        insert_mails(&mut tx, &tokens, &mails).await?;
        idempotency::insert(&mut tx, record.as_ref()).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "email_changes.redeem", skip_all)]
    async fn redeem(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: RedeemChangeStep,
    ) -> Result<EmailChangeOutcome, RedeemError> {
        let refused = || RedeemError::TokenInvalid;
        let mut tx = self.pool.begin().await?;
        let token = token_rows::find(&mut tx, token_id).await?.ok_or_else(refused)?;
        let change_id = token.change_id.ok_or_else(refused)?;
        let EmailChange { user_id, old_email, new_email, .. } =
            email_change_rows::find(&mut tx, change_id).await?.ok_or_else(refused)?;
        let user = lock_user_and_addresses(&mut tx, user_id, &[&old_email, &new_email]).await?;
        let user = user.ok_or_else(refused)?;
        // Read again: another transaction may have used the token or ended the change before this one got the locks.
        let token = token_rows::find(&mut tx, token_id).await?.ok_or_else(refused)?;
        let change = email_change_rows::find(&mut tx, change_id).await?.ok_or_else(refused)?;
        let wanted = change.address_for(token.purpose);
        let taken = email_change_rows::is_taken(&mut tx, wanted, user_id, now).await?;
        let mut others = email_change_rows::not_ended(&mut tx, user_id).await?;
        others.retain(|other| other.id != change_id);
        let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
        let seen = PresentedChange { token, change, others, account, taken };
        let outcome = step(&seen).ok_or_else(refused)?;
        store(&mut tx, &seen, &outcome, now).await?;
        self.mails.commit(tx).await?;
        Ok(outcome)
    }
}
