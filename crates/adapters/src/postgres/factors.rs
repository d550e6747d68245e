//! Factors: units of work under the lock of the user's row.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountFactors, FactorChange, FactorError, FactorRefused, FactorStep, FactorStore,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use uuid::Uuid;

use super::connections::ConnectionPool;
use super::factor_rows::{account_factors, put_challenge, put_factor, put_recovery};
use super::fault::{broke, fault};
use super::mail_signal::MailSignal;
use super::sessions::set_proofs;
use super::user_rows::{find_user, lock_user};
use super::{audit, outbox};

/// [`FactorStore`] on PostgreSQL.
pub struct PgFactorStore {
    pool: ConnectionPool,
    mails: MailSignal,
}

impl PgFactorStore {
    /// Uses this pool; commits of mails wake who waits on `mails`.
    pub fn new(pool: ConnectionPool, mails: MailSignal) -> Self {
        Self { pool, mails }
    }
}

async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    change: FactorChange,
) -> Result<(), sqlx::Error> {
    let FactorChange { put, remove, recovery, challenge, answered, proofs, mail, audit } = change;
    if !remove.is_empty() {
        sqlx::query!("delete from factors where user_id = $1 and id = any($2)", user_id, &remove)
            .execute(&mut *connection)
            .await?;
    }
    for factor in &put {
        put_factor(connection, factor).await?;
    }
    if let Some(codes) = recovery {
        put_recovery(connection, user_id, codes.as_ref()).await?;
    }
    if let Some(challenge) = &challenge {
        put_challenge(connection, challenge).await?;
    }
    if let Some(id) = answered {
        sqlx::query!("delete from factor_challenges where id = $1", id).execute(&mut *connection).await?;
    }
    if let Some((session_id, proofs)) = &proofs {
        set_proofs(connection, *session_id, proofs).await?;
    }
    if let Some(mail) = &mail {
        outbox::queue(connection, mail).await?;
    }
    if let Some(audit) = &audit {
        audit::insert(connection, audit).await?;
    }
    Ok(())
}

#[async_trait]
impl FactorStore for PgFactorStore {
    #[tracing::instrument(name = "factors.of_user", skip_all)]
    async fn of_user(&self, user_id: Uuid) -> Result<Option<AccountFactors>, Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        let Some(user) = find_user(&mut connection, user_id).await? else { return Ok(None) };
        account_factors(&mut connection, user, None).await.map(Some)
    }

    #[tracing::instrument(name = "factors.change", skip_all)]
    async fn change(
        &self,
        user_id: Uuid,
        challenge_id: Option<Uuid>,
        step: FactorStep,
    ) -> Result<(), FactorError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let user = lock_user(&mut tx, user_id).await?.ok_or(FactorRefused::NotFound)?;
        let verdict = step(&account_factors(&mut tx, user, challenge_id).await?);
        store(&mut tx, user_id, verdict.change).await.map_err(|error| {
            match broke(&error, "factors_credential") {
                true => FactorRefused::CredentialInvalid.into(),
                false => FactorError::Fault(fault(error)),
            }
        })?;
        self.mails.commit(tx).await.map_err(fault)?;
        Ok(verdict.result?)
    }
}
