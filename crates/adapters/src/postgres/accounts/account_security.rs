//! The store of factors, identities and sessions: units of work under the lock on the user's row.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, AccountSecurityStore, DEVICE_REMEMBERED, EarlierSignIns, SecurityChange, SecurityError,
    SecurityQuery, SecurityRefused, SecurityStep, User,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::factor_rows::{challenge_of, factors_of, put_challenge, put_factor, put_recovery, recovery_of};
use super::identities::{self, identities_of};
use super::sessions;
use super::user_rows::{find_user, lock_user, password_hash};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountSecurityStore;

pub(crate) async fn read(
    connection: &mut PgConnection,
    user: User,
    query: &SecurityQuery,
) -> Result<AccountSecurity, Fault> {
    let SecurityQuery { now, challenge_id, opens } = query;
    let challenge = match challenge_id {
        Some(id) => challenge_of(connection, user.id, *id).await?,
        None => None,
    };
    let earlier = match opens {
        Some(device) => sessions::earlier(connection, user.id, device, *now - DEVICE_REMEMBERED).await?,
        None => EarlierSignIns::default(),
    };
    Ok(AccountSecurity {
        password_hash: password_hash(connection, user.id).await?,
        factors: factors_of(connection, user.id).await?,
        recovery: recovery_of(connection, user.id).await?,
        identities: identities_of(connection, user.id).await?,
        sessions: sessions::alive(connection, user.id, *now).await?,
        challenge,
        earlier,
        user,
    })
}

pub(crate) async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    now: OffsetDateTime,
    change: &SecurityChange,
) -> Result<(), StoreError> {
    let SecurityChange {
        put,
        remove,
        recovery,
        link,
        unlink,
        challenge,
        answered,
        proofs,
        end,
        open,
        mails,
        audit,
    } = change;
    if !remove.is_empty() {
        execute!(
            &mut *connection,
            "delete from factors where user_id = $1 and id = any($2)",
            user_id,
            remove
        )?;
    }
    for factor in put {
        put_factor(connection, factor).await?;
    }
    if let Some(codes) = recovery {
        put_recovery(connection, user_id, codes.as_ref()).await?;
    }
    if let Some(identity) = link {
        identities::insert(connection, identity).await?;
    }
    if !unlink.is_empty() {
        execute!(
            &mut *connection,
            "delete from identities where user_id = $1 and id = any($2)",
            user_id,
            unlink
        )?;
    }
    if let Some(challenge) = challenge {
        put_challenge(connection, challenge).await?;
    }
    if let Some(id) = answered {
        execute!(&mut *connection, "delete from factor_challenges where id = $1", id)?;
    }
    if let Some((session_id, proofs)) = proofs {
        sessions::set_proofs(connection, *session_id, proofs).await?;
    }
    if !end.is_empty() {
        sessions::end_these(connection, user_id, end, now).await?;
    }
    if let Some(session) = open {
        sessions::insert(connection, session).await?;
    }
    for mail in mails {
        outbox::queue(connection, mail).await?;
    }
    match audit {
        Some(audit) => audit_log::insert(connection, audit).await,
        None => Ok(()),
    }
}

#[async_trait]
impl AccountSecurityStore for PgAccountSecurityStore {
    #[tracing::instrument(name = "account_security.of_user", skip_all)]
    async fn of_user(&self, user_id: Uuid, now: OffsetDateTime) -> Result<Option<AccountSecurity>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let Some(user) = find_user(&mut connection, user_id).await? else { return Ok(None) };
        read(&mut connection, user, &SecurityQuery::at(now)).await.map(Some)
    }

    #[tracing::instrument(name = "account_security.change", skip_all)]
    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: SecurityStep,
    ) -> Result<(), SecurityError> {
        let mut tx = self.pool.begin().await?;
        let user = lock_user(&mut tx, user_id).await?.ok_or(SecurityRefused::NotFound)?;
        let verdict = step(&read(&mut tx, user, &query).await?);
        store(&mut tx, user_id, query.now, &verdict.change).await.map_err(|error| {
            if error.violates("factors_credential") {
                SecurityRefused::CredentialInvalid.into()
            } else if error.violates(identities::UNIQUE_IDENTITY) {
                SecurityRefused::IdentityTaken.into()
            } else {
                SecurityError::from(error)
            }
        })?;
        self.mails.commit(tx).await?;
        verdict.result
    }
}
