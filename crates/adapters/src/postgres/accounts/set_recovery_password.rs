//! Setting a new password with a grant, under the lock on the address.

use forum_domain::accounts::{
    ChosenPassword, OneTimeToken, PasswordReset, Purpose, ResetContext, SignInRecord,
};
use forum_domain::shared::{Code, EmailAddress, Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use super::identities::identities_of;
use super::user::{insert_user, lock_address, set_password};
use super::{account_security, address, change_email, token};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountStore;

pub(super) async fn set_recovery_password(
    store: &PgAccountStore,
    id: Uuid,
    step: Step<ResetContext, PasswordReset>,
) -> Result<(), Refusal> {
    let mut tx = store.pool.begin().await?;
    let OneTimeToken { email, .. } = token::find(&mut tx, id).await?.ok_or(Code::RecoveryExpired)?;
    lock_address(&mut tx, &email).await?;
    let grant = token::find(&mut tx, id).await?.ok_or(Code::RecoveryExpired)?;
    let record = address::record(&mut tx, &email).await?;
    let identities = match &record {
        Some(SignInRecord::User { user, .. }) => identities_of(&mut tx, user.id).await?,
        _ => Vec::new(),
    };
    let reset = step(&ResetContext { grant, record, identities })?;
    store_reset(&mut tx, &email, &reset).await?;
    Ok(store.mails.commit(tx).await?)
}

async fn store_reset(
    connection: &mut PgConnection,
    email: &EmailAddress,
    reset: &PasswordReset,
) -> Result<(), StoreError> {
    let at = match reset {
        PasswordReset::Change(change) => change.at,
        PasswordReset::Create(user) => user.created_at,
    };
    token::use_up(connection, email, &Purpose::OF_PASSWORD, at).await?;
    match reset {
        PasswordReset::Change(change) => {
            let ChosenPassword { user_id, password_hash, mail, audit, .. } = &**change;
            set_password(connection, *user_id, password_hash, at).await?;
            execute!(
                &mut *connection,
                "update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null",
                user_id,
                at
            )?;
            account_security::drop_challenges(connection, *user_id).await?;
            execute!(
                &mut *connection,
                "delete from factors where user_id = $1 and verified_at is null",
                user_id
            )?;
            change_email::end_pending(connection, *user_id, at).await?;
            if let Some(mail) = mail {
                outbox::queue(connection, mail).await?;
            }
            audit_log::insert(connection, audit).await
        }
        PasswordReset::Create(user) => {
            insert_user(connection, user).await?;
            address::delete_registrations(connection, email).await
        }
    }
}
