//! The contract of `SignInFlows`.

use forum_domain::accounts::{FlowState, ProvenIdentity, SignInFlow};
use forum_tests::builders::{NOON, id};
use forum_tests::stores::Stores;
use time::OffsetDateTime;

use crate::concurrently;

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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_sign_in_flow_finishes_once_under_concurrency() {
    let stores = &Stores::fresh().await;
    for state in states() {
        let (kind, begun) = (state.kind(), flow(state, NOON));
        stores.identities.begin_flow(&begun).await.expect("a stored row");
        let finishing = (0..20).map(|_| {
            let (flows, id) = (stores.identities.clone(), begun.id);
            async move { flows.finish_flow(id, kind, NOON).await }
        });
        let finished = concurrently(finishing).await;
        assert_eq!(finished.iter().filter(|flow| flow.is_ok()).count(), 1, "{finished:?}");
    }
}
