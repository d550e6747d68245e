//! `SignInFlows` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{FlowError, FlowKind, SignInFlow, SignInFlows};
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl SignInFlows for MemoryDatabase {
    async fn begin(&self, flow: &SignInFlow) -> Result<(), Fault> {
        self.write(|state| {
            state.sign_in_flows.insert(flow.id, flow.clone());
            Ok(())
        })
    }

    async fn finish(&self, id: Uuid, kind: FlowKind, now: OffsetDateTime) -> Result<SignInFlow, FlowError> {
        self.write(|state| {
            let found = state.sign_in_flows.get(&id).filter(|flow| flow.state.kind() == kind).cloned();
            if found.is_some() && !state.has(SeededBug::FlowFinishedTwice) {
                state.sign_in_flows.remove(&id);
            }
            // An expired flow is removed too.
            Ok::<_, FlowError>(
                found.ok_or(FlowError::NotFound).and_then(|flow| {
                    if now < flow.expires_at() { Ok(flow) } else { Err(FlowError::Expired) }
                }),
            )
        })?
    }
}
