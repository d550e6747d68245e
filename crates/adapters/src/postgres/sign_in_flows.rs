//! Flows of signing in, each taken out by one statement.

use async_trait::async_trait;
use forum_domain::accounts::{FLOW_LIFETIME, FlowKind, SignInFlow, SignInFlows};
use forum_domain::shared::Fault;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::fault::fault;

/// [`SignInFlows`] on PostgreSQL.
pub struct PgSignInFlows {
    pool: PgPool,
}

impl PgSignInFlows {
    /// Uses this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl SignInFlows for PgSignInFlows {
    #[tracing::instrument(name = "sign_in_flows.begin", skip_all)]
    async fn begin(&self, flow: &SignInFlow) -> Result<(), Fault> {
        sqlx::query!(
            "insert into sign_in_flows (id, kind, state, expires_at) values ($1, $2, $3, $4)",
            flow.id,
            flow.kind.as_str(),
            flow.state,
            flow.expires_at(),
        )
        .execute(&self.pool)
        .await
        .map_err(fault)?;
        Ok(())
    }

    #[tracing::instrument(name = "sign_in_flows.finish", skip_all)]
    async fn finish(
        &self,
        id: Uuid,
        kind: FlowKind,
        now: OffsetDateTime,
    ) -> Result<Option<SignInFlow>, Fault> {
        let row = sqlx::query!(
            "delete from sign_in_flows where id = $1 and kind = $2 returning state, expires_at",
            id,
            kind.as_str(),
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        let live = row.filter(|row| now < row.expires_at);
        let flow = |state, expires_at| SignInFlow { id, kind, state, created_at: expires_at - FLOW_LIFETIME };
        Ok(live.map(|row| flow(row.state, row.expires_at)))
    }
}
