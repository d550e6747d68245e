//! The contract of `SignInFlows`.

use forum_domain::accounts::{FlowError, FlowKind, FlowState, ProvenIdentity, SignInFlow};
use time::{Duration, OffsetDateTime};

use crate::builders::{NOON, id};
use crate::contract::{Stores, concurrently};

/// One of each kind.
fn states() -> [FlowState; 5] {
    let (provider, code_challenge) = ("school".to_owned(), "challenge".to_owned());
    let identity = ProvenIdentity {
        subject: "1".to_owned(),
        email: Some("ana@school.example".to_owned()),
        first_name: Some("Ana \"A\"".to_owned()),
        last_name: None,
    };
    [
        FlowState::Passkey(r#"{"b": 1, "a": [ ]}"#.to_owned()),
        FlowState::IdToken,
        FlowState::Authorization { provider: provider.clone(), code_challenge: code_challenge.clone() },
        FlowState::AuthCode { provider, code_challenge, identity },
        FlowState::Wallet,
    ]
}

fn flow(state: FlowState, created_at: OffsetDateTime) -> SignInFlow {
    SignInFlow { id: id(), state, created_at }
}

pub async fn a_flow_is_finished_once_with_its_original_state(stores: &Stores) {
    for state in states() {
        let kind = state.kind();
        let (begun, other) = (flow(state.clone(), NOON), flow(state, NOON));
        for flow in [&begun, &other] {
            stores.sign_in_flows.begin(flow).await.expect("a stored row");
        }
        let finish = |id| stores.sign_in_flows.finish(id, kind, NOON);
        assert_eq!(finish(begun.id).await, Ok(begun.clone()));
        assert_eq!(finish(begun.id).await, Err(FlowError::NotFound));
        assert_eq!(finish(id()).await, Err(FlowError::NotFound));
        assert_eq!(finish(other.id).await, Ok(other));
    }
}

pub async fn a_flow_is_not_finished_as_another_kind_of_flow(stores: &Stores) {
    let kinds = states().map(|state| state.kind());
    for state in states() {
        let begun = flow(state, NOON);
        stores.sign_in_flows.begin(&begun).await.expect("a stored row");
        for kind in kinds.into_iter().filter(|kind| *kind != begun.state.kind()) {
            let finished = stores.sign_in_flows.finish(begun.id, kind, NOON).await;
            assert_eq!(finished, Err(FlowError::NotFound), "{kind:?}");
        }
        let finished = stores.sign_in_flows.finish(begun.id, begun.state.kind(), NOON).await;
        assert_eq!(finished, Ok(begun));
    }
}

pub async fn an_expired_flow_cannot_be_finished(stores: &Stores) {
    for state in states() {
        let kind = state.kind();
        let lifetime = Duration::minutes(if kind == FlowKind::Authorization { 15 } else { 5 });
        for (after, live) in [(lifetime - Duration::SECOND, true), (lifetime, false)] {
            let begun = flow(state.clone(), NOON);
            stores.sign_in_flows.begin(&begun).await.expect("a stored row");
            let finish = || stores.sign_in_flows.finish(begun.id, kind, NOON + after);
            let expected = if live { Ok(begun.clone()) } else { Err(FlowError::Expired) };
            assert_eq!(finish().await, expected, "{kind:?} after {after}");
            assert_eq!(finish().await, Err(FlowError::NotFound), "{kind:?} after {after}");
        }
    }
}

pub async fn a_sign_in_flow_finishes_once_under_concurrency(stores: &Stores) {
    for state in states() {
        let (kind, begun) = (state.kind(), flow(state, NOON));
        stores.sign_in_flows.begin(&begun).await.expect("a stored row");
        let finishing = (0..20).map(|_| {
            let (flows, id) = (stores.sign_in_flows.clone(), begun.id);
            async move { flows.finish(id, kind, NOON).await }
        });
        let finished = concurrently(finishing).await;
        assert_eq!(finished.iter().filter(|flow| flow.is_ok()).count(), 1, "{finished:?}");
    }
}
