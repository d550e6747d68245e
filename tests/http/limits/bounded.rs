//! The rows that one account can store are bounded: every repeated operation reaches its limit.

use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent};
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};

use crate::support::networks::limited;
use crate::support::sign_in_methods::{Enrolled, link_wallet};

const ANA: &str = "ana@school.example";
/// More than any of these limits allows at once.
const MANY: u32 = 150;

/// Repeats an operation until a limit refuses it; returns how often it succeeded.
async fn repeated(mut act: impl AsyncFnMut(u32) -> Answer) -> u32 {
    for index in 0..MANY {
        let answer = act(index).await;
        if answer.status == 429 {
            answer.problem(429, "rate_limited");
            return index;
        }
        assert!(answer.status < 300, "{}", answer.text);
    }
    panic!("{MANY} times without a limit")
}

async fn bare(caller: &Caller<'_>, method: Method, path: &str) -> Answer {
    caller.send(Sent::new(method, path)).await
}

#[tokio::test]
async fn renewals_of_recovery_codes_are_limited() {
    let ports = Ports::new().await;
    let readback = ports.readback.clone();
    let api = limited(ports);
    let ana = api.applicant(ANA).await;
    Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    let before = readback.audit().await.len();
    let renewed =
        repeated(async |_| bare(&ana, Method::POST, "/api/auth/factors/recovery-codes").await).await;
    assert_eq!(readback.audit().await.len() - before, renewed as usize);
}

#[tokio::test]
async fn enrolment_and_removal_of_factors_are_limited() {
    let api = limited(Ports::new().await);
    let (ana, bo) = (api.applicant(ANA).await, api.applicant("bo@school.example").await);
    let begin =
        async |caller: &Caller<'_>| caller.post("/api/auth/factors", &json!({"factor_type": "totp"})).await;
    repeated(async |_| {
        let begun = begin(&ana).await;
        if begun.status != 201 {
            return begun;
        }
        bare(&ana, Method::DELETE, &format!("/api/auth/factors/{}", begun.text_at("/id"))).await
    })
    .await;
    begin(&bo).await.expect(201);
}

#[tokio::test]
async fn challenges_are_limited() {
    let ports = Ports::new().await;
    let readback = ports.readback.clone();
    let api = limited(ports);
    let ana = api.applicant(ANA).await;
    let app = Enrolled::by(&ana).await;
    let path = format!("/api/auth/factors/{}/challenges", app.id);
    let made = repeated(async |_| bare(&ana, Method::POST, &path).await).await;
    assert_eq!(readback.factor_rows().await, u64::from(made) + 1);
}

#[tokio::test]
async fn identity_links_are_limited() {
    let api = limited(Ports::new().await);
    let ana = api.applicant(ANA).await;
    repeated(async |index| {
        let linked = link_wallet(&ana, &api, &SoftWallet::ethereum(&format!("wallet {index}"))).await;
        if linked.status != 201 {
            return linked;
        }
        bare(&ana, Method::DELETE, &format!("/api/users/me/identities/{}", linked.text_at("/id"))).await
    })
    .await;
}

#[tokio::test]
async fn sessions_opened_with_the_right_password_are_limited() {
    let ports = Ports::new().await;
    let readback = ports.readback.clone();
    let api = limited(ports);
    api.applicant(ANA).await;
    let before = readback.sessions().await;
    let credentials: Value = json!({"email": ANA, "password": PASSWORD});
    let opened = repeated(async |_| api.anonymous().post("/api/auth/sessions", &credentials).await).await;
    assert_eq!(readback.sessions().await - before, u64::from(opened));
    // Attempts with a wrong password do not count.
    let bo = json!({"email": "bo@school.example", "password": PASSWORD});
    api.applicant("bo@school.example").await;
    for _ in 0..9 {
        let wrong = json!({"email": "bo@school.example", "password": "Wrong-9-password"});
        api.anonymous().post("/api/auth/sessions", &wrong).await.problem(401, "invalid_credentials");
    }
    for _ in 0..opened {
        api.anonymous().post("/api/auth/sessions", &bo).await.expect(201);
    }
}
