//! Email address changes, under the locks on all affected addresses and the user.

use forum_domain::accounts::{
    AccountSecurity, AddressSide, ChangeResend, EmailChange, EmailChangeContext, EmailChangeOutcome,
    EmailChangeRequest, Letters, PendingChange, PresentedChange, Purpose, ResendChangeStep, SecurityQuery,
};
use forum_domain::shared::{Code, EmailAddress, PersonName, Refusal, Step};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::user::{lock_address, lock_user_and_addresses};
use super::{account_security, address, token};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountStore;

/// Builds an email address change from a row with its columns.
macro_rules! email_change_of {
    ($row:ident) => {
        EmailChange {
            id: $row.id,
            user_id: $row.user_id,
            old_email: EmailAddress::stored($row.old_email),
            new_email: EmailAddress::stored($row.new_email),
            requested_at: $row.requested_at,
            suspect_since: $row.suspect_since,
            expires_at: $row.expires_at,
            old_confirmed_at: $row.old_confirmed_at,
            new_confirmed_at: $row.new_confirmed_at,
            changed_at: $row.changed_at,
            ended_at: $row.ended_at,
        }
    };
}
/// Reads the changes that match a condition.
macro_rules! read_changes {
    ($connection:expr, $condition:tt, $($argument:expr),+) => {{
        let rows = sqlx::query!(
            "select id, user_id, old_email, new_email, requested_at, suspect_since, expires_at, old_confirmed_at,
                    new_confirmed_at, changed_at, ended_at
             from email_changes "
                + $condition,
            $($argument),+
        );
        let rows = rows.fetch_all($connection).await?;
        rows.into_iter().map(|row| email_change_of!(row))
    }};
}

async fn find(connection: &mut PgConnection, id: Uuid) -> Result<Option<EmailChange>, StoreError> {
    Ok(read_changes!(connection, "where id = $1", id).next())
}

pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<EmailChange>, StoreError> {
    Ok(read_changes!(
        connection,
        "where user_id = $1 order by requested_at desc, id desc limit $2",
        user_id,
        i64::from(limit)
    )
    .collect())
}

/// The changes of a user that have not ended: a pending change, and completed ones that can be undone.
async fn not_ended(connection: &mut PgConnection, user_id: Uuid) -> Result<Vec<EmailChange>, StoreError> {
    Ok(read_changes!(
        connection,
        "where user_id = $1 and ended_at is null order by requested_at desc, id desc",
        user_id
    )
    .collect())
}

pub(super) async fn change_email(
    store: &PgAccountStore,
    user_id: Uuid,
    new_email: EmailAddress,
    now: OffsetDateTime,
    step: Step<EmailChangeContext, EmailChangeRequest>,
) -> Result<(), Refusal> {
    let mut tx = store.pool.begin().await?;
    let user = lock_user_and_addresses(&mut tx, user_id, &[&new_email]).await?.ok_or(Code::SessionRevoked)?;
    let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
    let taken = address::is_taken(&mut tx, &new_email, user_id, now).await?;
    let EmailChangeRequest { change, letters } = step(&EmailChangeContext { account, taken })?;
    end_pending(&mut tx, user_id, now).await?;
    insert(&mut tx, &change).await?;
    insert_letters(&mut tx, &letters).await?;
    Ok(store.mails.commit(tx).await?)
}

pub(super) async fn resend_email_change(
    store: &PgAccountStore,
    email: EmailAddress,
    now: OffsetDateTime,
    step: ResendChangeStep,
) -> Result<(), StoreError> {
    let mut tx = store.pool.begin().await?;
    // Transactions that end or complete the change take this lock too.
    lock_address(&mut tx, &email).await?;
    let seen = waiting(&mut tx, &email, now).await?;
    let ChangeResend { extended, letters, record } = step(seen.as_ref());
    let (id, until) = extended.unwrap_or((Uuid::nil(), now));
    execute!(&mut *tx, "update email_changes set expires_at = $2 where id = $1", id, until)?;
    insert_letters(&mut tx, &letters).await?;
    idempotency::insert(&mut tx, record.as_ref()).await?;
    store.mails.commit(tx).await
}

pub(super) async fn redeem_email_change(
    store: &PgAccountStore,
    token_id: Uuid,
    now: OffsetDateTime,
    step: Step<PresentedChange, EmailChangeOutcome>,
) -> Result<EmailChangeOutcome, Refusal> {
    let mut tx = store.pool.begin().await?;
    let token = token::find(&mut tx, token_id).await?.ok_or(Code::TokenInvalid)?;
    let change_id = token.change_id.ok_or(Code::TokenInvalid)?;
    let EmailChange { user_id, old_email, new_email, .. } =
        find(&mut tx, change_id).await?.ok_or(Code::TokenInvalid)?;
    let user = lock_user_and_addresses(&mut tx, user_id, &[&old_email, &new_email]).await?;
    let user = user.ok_or(Code::TokenInvalid)?;
    // Read again: another transaction may have used the token or ended the change before this one got the locks.
    let token = token::find(&mut tx, token_id).await?.ok_or(Code::TokenInvalid)?;
    let change = find(&mut tx, change_id).await?.ok_or(Code::TokenInvalid)?;
    let wanted = change.address_for(token.purpose);
    let taken = address::is_taken(&mut tx, wanted, user_id, now).await?;
    let mut others = not_ended(&mut tx, user_id).await?;
    others.retain(|other| other.id != change_id);
    let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
    let seen = PresentedChange { token, change, others, account, taken };
    let outcome = step(&seen)?;
    store_outcome(&mut tx, &seen, &outcome, now).await?;
    store.mails.commit(tx).await?;
    Ok(outcome)
}

async fn insert(connection: &mut PgConnection, change: &EmailChange) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into email_changes (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        change.id,
        change.user_id,
        change.old_email.as_str(),
        change.new_email.as_str(),
        change.requested_at,
        change.suspect_since,
        change.expires_at,
    )
}

pub(crate) async fn end_pending(
    connection: &mut PgConnection,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let pending = sqlx::query_scalar!(
        "update email_changes set ended_at = $2
         where user_id = $1 and changed_at is null and ended_at is null returning id",
        user_id,
        at,
    )
    .fetch_all(&mut *connection)
    .await?;
    use_up(connection, &pending, &Purpose::ALL, at).await
}

async fn use_up(
    connection: &mut PgConnection,
    changes: &[Uuid],
    purposes: &[Purpose],
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let words: Vec<String> = purposes.iter().map(|purpose| purpose.as_str().to_owned()).collect();
    execute!(
        connection,
        "update one_time_tokens set used_at = $3
         where change_id = any($1) and purpose = any($2) and used_at is null",
        changes,
        &words,
        at
    )
}

async fn insert_letters(connection: &mut PgConnection, letters: &Letters) -> Result<(), StoreError> {
    for (token, mail) in letters {
        token::insert(connection, token).await?;
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
        token::use_up(connection, email, &Purpose::OF_OWNER, at).await?;
        address::delete_registrations(connection, email).await?;
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
    use_up(connection, &[change.id], &[purpose], at).await?;
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

async fn store_outcome(
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
            use_up(connection, &[change.id], &purposes, at).await?;
            token::insert(connection, restore).await?;
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
            use_up(connection, ended, &Purpose::ALL, at).await?;
            execute!(&mut *connection, "delete from credentials where user_id = $1", user.id)?;
            account_security::drop_challenges(connection, user.id).await?;
            set_address(connection, user.id, [&user.email, to], at).await?;
            account_security::store(connection, user.id, at, security).await?;
            match grant {
                Some(grant) => token::insert(connection, grant).await,
                None => Ok(()),
            }
        }
    }
}
