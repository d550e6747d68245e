//! `SignInFlows`.

use forum_domain::accounts::{FLOW_LIFETIME, FlowKind, SignInFlow};
use time::{Duration, OffsetDateTime};

use super::{Stores, at_once};
use crate::builders::{NOON, id};

fn flow(created_at: OffsetDateTime) -> SignInFlow {
    SignInFlow { id: id(), kind: FlowKind::Passkey, state: r#"{"b": 1, "a": [ ]}"#.to_owned(), created_at }
}

pub async fn a_flow_is_finished_once_as_it_was_begun(stores: &Stores) {
    let (begun, other) = (flow(NOON), flow(NOON));
    for flow in [&begun, &other] {
        stores.sign_in_flows.begin(flow).await.expect("it is stored");
    }
    let finish = || stores.sign_in_flows.finish(begun.id, FlowKind::Passkey, NOON);
    assert_eq!(finish().await, Ok(Some(begun.clone())));
    assert_eq!(finish().await, Ok(None));
    assert_eq!(stores.sign_in_flows.finish(id(), FlowKind::Passkey, NOON).await, Ok(None));
    assert_eq!(stores.sign_in_flows.finish(other.id, FlowKind::Passkey, NOON).await, Ok(Some(other)));
}

pub async fn an_expired_flow_cannot_be_finished(stores: &Stores) {
    for (after, live) in [(FLOW_LIFETIME - Duration::SECOND, true), (FLOW_LIFETIME, false)] {
        let begun = flow(NOON);
        stores.sign_in_flows.begin(&begun).await.expect("it is stored");
        let finished = stores.sign_in_flows.finish(begun.id, FlowKind::Passkey, NOON + after).await;
        assert_eq!(finished, Ok(live.then_some(begun)), "after {after}");
    }
}

pub async fn of_twenty_who_finish_a_flow_at_once_one_does(stores: &Stores) {
    let begun = flow(NOON);
    stores.sign_in_flows.begin(&begun).await.expect("it is stored");
    let finishing = (0..20).map(|_| {
        let (flows, id) = (stores.sign_in_flows.clone(), begun.id);
        async move { flows.finish(id, FlowKind::Passkey, NOON).await }
    });
    let finished = at_once(finishing).await;
    assert_eq!(finished.iter().filter(|flow| matches!(flow, Ok(Some(_)))).count(), 1, "{finished:?}");
}
