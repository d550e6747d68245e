//! Withdrawal of a pending application.

use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::json;

use crate::support::requests::with_readback;

async fn withdraw(caller: &Caller<'_>, id: &str) -> Answer {
    caller.send(Sent::new(Method::POST, &format!("/api/applications/{id}/withdrawal"))).await
}

#[tokio::test]
async fn a_withdrawn_application_is_gone_for_everyone_and_its_answers_are_the_draft() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let (id, _) = (ana.apply().await, bo.apply().await);
    for stranger in [&bo, &admin] {
        withdraw(stranger, &id).await.problem(404, "not_found");
    }
    let sent = ana.get(&format!("/api/applications/{id}")).await.expect(200).json;
    withdraw(&ana, &id).await.expect(204);
    for reader in [&ana, &admin] {
        reader.get(&format!("/api/applications/{id}")).await.problem(404, "not_found");
    }
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
    let listed = admin.get("/api/admin/applications").await.expect(200).json;
    assert_eq!((&listed["total"], &listed["counts"]["pending"]), (&json!(1), &json!(1)));
    let draft = ana.get("/api/applications/draft").await.expect(200).json;
    assert_eq!(draft["step"], 3);
    let fields = draft["fields"].as_object().expect("fields");
    for (name, value) in fields {
        assert_eq!(value, &sent[name], "{name}");
    }
    assert!(fields.len() >= 11, "{fields:?}");
    withdraw(&ana, &id).await.problem(404, "not_found");
    let actions = readback.audit_actions().await;
    assert_eq!(actions.iter().filter(|action| *action == "application.withdrawn").count(), 1);
    // The confirmation of the withdrawn application is still sent.
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), 2);
}

#[tokio::test]
async fn an_applicant_may_apply_again_at_once_after_a_withdrawal() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let submit = async || {
        let sent = Sent::new(Method::POST, "/api/applications").header("idempotency-key", "k");
        ana.send(sent.json(&Caller::wizard())).await.expect(201)
    };
    let first = submit().await.text_at("/id");
    withdraw(&ana, &first).await.expect(204);
    let again = submit().await;
    assert_eq!(again.header("idempotency-replayed"), "");
    assert_ne!(again.text_at("/id"), first);
}

#[tokio::test]
async fn a_withdrawal_sent_again_gets_the_same_response() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let id = ana.apply().await;
    let path = format!("/api/applications/{id}/withdrawal");
    let send = async || {
        let sent = Sent::new(Method::POST, &path).header("idempotency-key", "k");
        ana.send(sent).await.expect(204)
    };
    assert_eq!(send().await.header("idempotency-replayed"), "");
    let replayed = send().await;
    assert_eq!((replayed.header("idempotency-replayed"), replayed.text.as_str()), ("true", ""));
}

#[tokio::test]
async fn a_withdrawal_takes_no_body() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let id = ana.apply().await;
    let path = format!("/api/applications/{id}/withdrawal");
    let refused = ana.post(&path, &json!({"reason": "Moved away."})).await.problem(422, "unknown_field");
    assert_eq!(refused.json["errors"][0]["field"], "/reason");
    ana.post(&path, &json!("Moved away.")).await.problem(422, "unknown_field");
    ana.get(&format!("/api/applications/{id}")).await.expect(200);
    ana.post(&path, &json!({})).await.expect(204);
}

#[tokio::test]
async fn an_administrator_who_decides_after_the_withdrawal_gets_404() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let first = ana.apply().await;
    withdraw(&ana, &first).await.expect(204);
    admin.decide(&first, "approved").await.problem(404, "not_found");
    let second = ana.apply().await;
    admin.decide(&second, "rejected").await.expect(200);
    let refused = withdraw(&ana, &second).await.problem(409, "application_already_decided");
    assert_eq!(refused.json["current_status"], "rejected");
}
