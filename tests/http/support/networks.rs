//! Requests from different networks, with the rate limits of production.

use std::net::{IpAddr, Ipv4Addr};

use forum_tests::harness::{Answer, Ports, Sent, TestApi};
use http::Method;
use serde_json::Value;

/// An API whose rate limits are not scaled up for tests.
pub fn limited(ports: Ports) -> TestApi {
    TestApi::with(ports.with(|program| program.limits_factor = 1.0))
}

/// A client in network number `network`.
pub fn from(network: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(198, 51, network, 7))
}

/// The address from which the harness signs its users in.
pub fn home() -> IpAddr {
    Sent::new(Method::POST, "/").peer
}

pub async fn post(api: &TestApi, peer: IpAddr, path: &str, body: &Value) -> Answer {
    api.send(Sent { peer, ..Sent::new(Method::POST, path) }.json(body)).await
}
