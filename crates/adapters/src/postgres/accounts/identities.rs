//! Identities, users that sign up with one, and sign-in flows.

use async_trait::async_trait;
use forum_domain::accounts::{
    FlowKind, FlowState, Identity, IdentityStore, NewUser, ProvenIdentity, SignInFlow, User,
};
use forum_domain::shared::{Code, Fault, Refusal};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::address;
use super::user::{find_user, insert_user, lock_address};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::stores::PgIdentityStore;

/// The unique index on provider and subject.
pub(crate) const UNIQUE_IDENTITY: &str = "identities_once";

pub(crate) async fn identities_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Identity>, StoreError> {
    let found = sqlx::query_as!(
        Identity,
        "select id, user_id, provider, subject, email, linked_at
         from identities where user_id = $1 order by linked_at, id",
        user_id,
    )
    .fetch_all(connection)
    .await?;
    Ok(found)
}

pub(crate) async fn insert_identity(
    connection: &mut PgConnection,
    identity: &Identity,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into identities (id, user_id, provider, subject, email, linked_at) values ($1, $2, $3, $4, $5, $6)",
        identity.id,
        identity.user_id,
        identity.provider,
        identity.subject,
        identity.email,
        identity.linked_at,
    )
}

/// JSON, except for a passkey flow, whose state is stored unchanged.
fn write_state(state: &FlowState) -> String {
    match state {
        FlowState::Passkey(ceremony) => ceremony.clone(),
        FlowState::IdToken | FlowState::Wallet => "{}".to_owned(),
        FlowState::Authorization { provider, code_challenge } => {
            json!({"provider": provider, "code_challenge": code_challenge}).to_string()
        }
        FlowState::AuthCode { provider, code_challenge, identity } => {
            let ProvenIdentity { subject, email, first_name, last_name } = identity;
            json!({"provider": provider, "code_challenge": code_challenge, "subject": subject, "email": email,
                "first_name": first_name, "last_name": last_name})
            .to_string()
        }
    }
}

/// `None` for another kind of state.
fn read_state(kind: FlowKind, text: String) -> Option<FlowState> {
    if kind == FlowKind::Passkey {
        return Some(FlowState::Passkey(text));
    }
    let row: Value = serde_json::from_str(&text).ok()?;
    let member = |name: &str| row[name].as_str().map(str::to_owned);
    Some(match kind {
        FlowKind::Passkey => FlowState::Passkey(text),
        FlowKind::IdToken => FlowState::IdToken,
        FlowKind::Wallet => FlowState::Wallet,
        FlowKind::Authorization => FlowState::Authorization {
            provider: member("provider")?,
            code_challenge: member("code_challenge")?,
        },
        FlowKind::AuthCode => FlowState::AuthCode {
            provider: member("provider")?,
            code_challenge: member("code_challenge")?,
            identity: ProvenIdentity {
                subject: member("subject")?,
                email: member("email"),
                first_name: member("first_name"),
                last_name: member("last_name"),
            },
        },
    })
}

#[async_trait]
impl IdentityStore for PgIdentityStore {
    #[tracing::instrument(name = "identities.owner", skip_all)]
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let id = sqlx::query_scalar!(
            "select user_id from identities where provider = $1 and subject = $2",
            provider,
            subject,
        )
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?;
        match id {
            Some(id) => Ok(find_user(&mut connection, id).await?),
            None => Ok(None),
        }
    }

    #[tracing::instrument(name = "identities.of_user", skip_all)]
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(identities_of(&mut connection, user_id).await?)
    }

    #[tracing::instrument(name = "identities.create_user", skip_all)]
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &user.email).await?;
        let known = sqlx::query_scalar!(
            r#"select exists (select from identities where provider = $1 and subject = $2) as "known!""#,
            identity.provider,
            identity.subject,
        );
        if known.fetch_one(&mut *tx).await.map_err(fault)? {
            return Err(Code::IdentityTaken.into());
        }
        let taken = address::is_taken(&mut tx, &user.email, user.id, user.created_at).await;
        if taken? {
            return Err(Code::AccountExists.into());
        }
        insert_user(&mut tx, &user).await?;
        insert_identity(&mut tx, &identity).await.map_err(|error| match error.violates(UNIQUE_IDENTITY) {
            true => Refusal::from(Code::IdentityTaken),
            false => error.into(),
        })?;
        address::delete_registrations(&mut tx, &user.email).await?;
        Ok(tx.commit().await?)
    }

    #[tracing::instrument(name = "identities.begin_flow", skip_all)]
    async fn begin_flow(&self, flow: &SignInFlow) -> Result<(), Fault> {
        execute!(
            &self.pool,
            "insert into sign_in_flows (id, kind, state, expires_at) values ($1, $2, $3, $4)",
            flow.id,
            flow.state.kind().as_str(),
            write_state(&flow.state),
            flow.expires_at()
        )?;
        Ok(())
    }

    #[tracing::instrument(name = "identities.finish_flow", skip_all)]
    async fn finish_flow(
        &self,
        id: Uuid,
        kind: FlowKind,
        now: OffsetDateTime,
    ) -> Result<SignInFlow, Refusal> {
        let row = sqlx::query!(
            "delete from sign_in_flows where id = $1 and kind = $2 returning state, expires_at",
            id,
            kind.as_str(),
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?
        .ok_or(Code::FlowStateNotFound)?;
        if now >= row.expires_at {
            return Err(Code::FlowStateExpired.into());
        }
        let state = read_state(kind, row.state)
            .ok_or_else(|| Fault::Bug(format!("the state of flow {id} is malformed")))?;
        Ok(SignInFlow { id, state, created_at: row.expires_at - kind.lifetime() })
    }
}
