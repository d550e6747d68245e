//! Sign-in flows. One statement reads and deletes a flow.

use async_trait::async_trait;
use forum_domain::accounts::{FlowError, FlowKind, FlowState, ProvenIdentity, SignInFlow, SignInFlows};
use forum_domain::shared::Fault;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::fault;
use crate::postgres::stores::PgSignInFlows;

/// The stored state of a flow, except for a passkey flow, whose state is stored unchanged.
#[derive(Serialize, Deserialize)]
struct StateRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_challenge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<IdentityRow>,
}

#[derive(Serialize, Deserialize)]
struct IdentityRow {
    subject: String,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

fn write(state: &FlowState) -> Result<String, Fault> {
    let row = match state {
        FlowState::Passkey(ceremony) => return Ok(ceremony.clone()),
        FlowState::IdToken | FlowState::Wallet => {
            StateRow { provider: None, code_challenge: None, identity: None }
        }
        FlowState::Authorization { provider, code_challenge } => StateRow {
            provider: Some(provider.clone()),
            code_challenge: Some(code_challenge.clone()),
            identity: None,
        },
        FlowState::AuthCode { provider, code_challenge, identity } => {
            let ProvenIdentity { subject, email, first_name, last_name } = identity.clone();
            StateRow {
                provider: Some(provider.clone()),
                code_challenge: Some(code_challenge.clone()),
                identity: Some(IdentityRow { subject, email, first_name, last_name }),
            }
        }
    };
    serde_json::to_string(&row).map_err(|error| Fault::Bug(error.to_string()))
}

/// `None` for another kind of state.
fn read(kind: FlowKind, text: String) -> Option<FlowState> {
    let row = || serde_json::from_str::<StateRow>(&text).ok();
    Some(match kind {
        FlowKind::Passkey => FlowState::Passkey(text),
        FlowKind::IdToken => FlowState::IdToken,
        FlowKind::Wallet => FlowState::Wallet,
        FlowKind::Authorization => {
            let row = row()?;
            FlowState::Authorization { provider: row.provider?, code_challenge: row.code_challenge? }
        }
        FlowKind::AuthCode => {
            let row = row()?;
            let IdentityRow { subject, email, first_name, last_name } = row.identity?;
            let identity = ProvenIdentity { subject, email, first_name, last_name };
            FlowState::AuthCode { provider: row.provider?, code_challenge: row.code_challenge?, identity }
        }
    })
}

#[async_trait]
impl SignInFlows for PgSignInFlows {
    #[tracing::instrument(name = "sign_in_flows.begin", skip_all)]
    async fn begin(&self, flow: &SignInFlow) -> Result<(), Fault> {
        execute!(
            &self.pool,
            "insert into sign_in_flows (id, kind, state, expires_at) values ($1, $2, $3, $4)",
            flow.id,
            flow.state.kind().as_str(),
            write(&flow.state)?,
            flow.expires_at()
        )?;
        Ok(())
    }

    #[tracing::instrument(name = "sign_in_flows.finish", skip_all)]
    async fn finish(&self, id: Uuid, kind: FlowKind, now: OffsetDateTime) -> Result<SignInFlow, FlowError> {
        let row = sqlx::query!(
            "delete from sign_in_flows where id = $1 and kind = $2 returning state, expires_at",
            id,
            kind.as_str(),
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?
        .ok_or(FlowError::NotFound)?;
        if now >= row.expires_at {
            return Err(FlowError::Expired);
        }
        let state = read(kind, row.state)
            .ok_or_else(|| Fault::Bug(format!("the state of flow {id} is malformed")))?;
        Ok(SignInFlow { id, state, created_at: row.expires_at - kind.lifetime() })
    }
}
