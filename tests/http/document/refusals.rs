//! Documented responses that no other test receives.

use forum_domain::mail::SendError;
use forum_domain::notes::MAX_NOTES;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi, UNKNOWN_ID};
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::mailed::recovery_token;
use crate::support::requests::{disable, reauthenticate, with_readback};
use crate::support::sign_in_methods::{
    Enrolled, challenge_token, link_wallet, returned, second_step, signed,
};

const BY_CODE: &str = "/api/auth/sessions/pkce";
const BY_WALLET: &str = "/api/auth/sessions/web3";

#[tokio::test]
async fn a_hundred_notes_are_the_maximum_and_an_unknown_application_has_none() {
    let api = TestApi::new().await;
    let (_, admin, id) = api.desk().await;
    let text = json!({"text": "Called the school."});
    let notes = |id: &str| format!("/api/admin/applications/{id}/notes");
    for _ in 0..MAX_NOTES {
        admin.post(&notes(&id), &text).await.expect(201);
    }
    admin.post(&notes(&id), &text).await.problem(409, "too_many_notes");
    admin.post(&notes(UNKNOWN_ID), &text).await.problem(404, "not_found");
    admin.delete("/api/admin/applications/no-id/viewers/me").await.problem(404, "not_found");
}

#[tokio::test]
async fn unknown_users_and_long_reasons_are_refused() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let disabling = format!("/api/admin/users/{UNKNOWN_ID}/disable");
    admin.post(&disabling, &json!({"reason": "left"})).await.problem(404, "not_found");
    let revoking = format!("/api/admin/users/{UNKNOWN_ID}/roles/partner?reason={}", "x".repeat(501));
    admin.delete(&revoking).await.problem(422, "validation_failed");
}

#[tokio::test]
async fn the_key_of_a_withdrawal_or_a_retry_is_valid_and_belongs_to_one_request() {
    let api = TestApi::new().await;
    api.inbox().fail(1, SendError::Permanent("550 no".into()));
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id = ana.apply().await;
    api.run_mail().await;
    let failed = admin.get("/api/admin/email-messages?state=failed").await.expect(200).text_at("/items/0/id");
    let of = async |caller: &Caller<'_>, path: &str, key: &str| {
        caller.send(Sent::new(Method::POST, path).header("idempotency-key", key)).await
    };
    let withdrawal = |id: &str| format!("/api/applications/{id}/withdrawal");
    of(&ana, &withdrawal(&id), "").await.problem(422, "validation_failed");
    of(&ana, &withdrawal(&id), "k").await.expect(204);
    of(&ana, &withdrawal(UNKNOWN_ID), "k").await.problem(422, "idempotency_key_reused");
    let retry = |id: &str| format!("/api/admin/email-messages/{id}/retry");
    of(&admin, &retry(&failed), "").await.problem(422, "validation_failed");
    of(&admin, &retry(&failed), "k").await.expect(202);
    of(&admin, &retry(UNKNOWN_ID), "k").await.problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_recovered_password_must_be_another_one() {
    let api = TestApi::new().await;
    let holder = api.with_token(&recovery_token(&api, "ana@school.example").await);
    let same = json!({"password": PASSWORD});
    holder.put("/api/auth/recovery/password", &same).await.problem(422, "same_password");
}

/// Links an identity with the proof of a sign-in request.
async fn link(caller: &Caller<'_>, provider: &str, request: &Value) -> Answer {
    let mut body = request.clone();
    let members = body.as_object_mut().expect("an object");
    members.retain(|name, _| !["provider", "chain"].contains(&name.as_str()));
    members.insert("provider".to_owned(), provider.into());
    caller.post("/api/users/me/identities", &body).await
}

#[tokio::test]
async fn a_proof_that_is_not_accepted_links_no_identity() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let mut other = returned(&api, "1", None).await;
    other["code_verifier"] = json!("other");
    link(&ana, "school", &other).await.problem(400, "bad_code_verifier");
    let mut forged = signed(&api, &SoftWallet::ethereum("ana")).await;
    let message = forged["message"].as_str().expect("a text");
    forged["signature"] = json!(SoftWallet::ethereum("eve").sign(message));
    link(&ana, "ethereum", &forged).await.problem(401, "signature_invalid");
    forged["signature"] = json!("0xab");
    link(&ana, "ethereum", &forged).await.problem(422, "unsupported_wallet");
    api.anonymous().post(BY_WALLET, &forged).await.problem(422, "unsupported_wallet");
    let old = returned(&api, "1", None).await;
    api.clock().advance(Duration::minutes(5));
    reauthenticate(&ana).await;
    link(&ana, "school", &old).await.problem(400, "flow_state_expired");
}

#[tokio::test]
async fn a_second_factor_and_a_disabled_account_stop_every_other_way_in() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, stranger) = (api.applicant("ana@school.example").await, api.anonymous());
    let wallet = SoftWallet::ethereum("ana");
    link(&ana, "school", &returned(&api, "1", None).await).await.expect(201);
    link_wallet(&ana, &api, &wallet).await.expect(201);
    Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    stranger.post(BY_WALLET, &signed(&api, &wallet).await).await.expect(200);
    stranger.post(BY_CODE, &returned(&api, "1", None).await).await.expect(200);
    disable(&readback, &ana).await;
    let disabled = "account_disabled";
    stranger.post(BY_WALLET, &signed(&api, &wallet).await).await.problem(403, disabled);
    stranger.post(BY_CODE, &returned(&api, "1", None).await).await.problem(403, disabled);

    let step = second_step(&api, "cy@school.example").await;
    let cy = api.sign_in_by_factor(&step).await;
    let token = challenge_token(&api, "cy@school.example").await;
    disable(&readback, &cy).await;
    let answer = json!({"challenge_token": token, "factor_id": step["factor_id"], "code": "000000"});
    stranger.post("/api/auth/sessions/factor", &answer).await.problem(403, disabled);
}
