//! Requests from different networks, with the rate limits of production.

use std::net::{IpAddr, Ipv4Addr};

use forum_tests::harness::{Answer, Ports, Sent, TestApi};
use forum_tests::readback::Readback;
use http::Method;
use serde_json::{Value, json};

use super::requests::sign_up_form;

/// An API whose rate limits are not scaled up for tests.
pub fn limited(ports: Ports) -> TestApi {
    TestApi::with(ports.with(|program| program.limits_factor = 1.0))
}

/// The same with direct access to its database.
pub fn limited_with_readback(ports: Ports) -> (TestApi, Readback) {
    let readback = ports.readback.clone();
    (limited(ports), readback)
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

/// A request to each operation that sends a mail to a submitted address.
pub fn mail_requests(email: &str) -> [(&'static str, Value); 4] {
    let address = json!({"email": email});
    let again = json!({"email": email, "purpose": "verify_email"});
    [
        ("/api/auth/signup", sign_up_form(email)),
        ("/api/auth/verifications/resend", again),
        ("/api/auth/recovery", address.clone()),
        ("/api/auth/codes", address),
    ]
}
