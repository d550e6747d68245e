//! Withdrawal of a pending application.

use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::json;

use crate::support::requests::with_readback;

async fn withdraw(caller: &Caller<'_>, id: &str) -> Answer {
    caller.call(&format!("/api/applications/{id}/withdrawal")).await
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
async fn a_withdrawal_takes_no_body_is_repeated_under_its_key_and_frees_the_key_of_the_submission() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let submit = async || ana.keyed("k", "/api/applications", &Caller::wizard()).await.expect(201);
    let first = submit().await.text_at("/id");
    let path = format!("/api/applications/{first}/withdrawal");
    let refused = ana.post(&path, &json!({"reason": "Moved away."})).await;
    refused.invalid("unknown_field", &[("/reason", "unknown_field")]);
    for replayed in ["", "true"] {
        let answer =
            ana.send(Sent::new(Method::POST, &path).header("idempotency-key", "w")).await.expect(204);
        assert_eq!((answer.header("idempotency-replayed"), answer.text.as_str()), (replayed, ""));
    }
    admin.decide(&first, "approved").await.problem(404, "not_found");
    let again = submit().await;
    assert_eq!(again.header("idempotency-replayed"), "");
    assert_ne!(again.text_at("/id"), first);
    admin.decide(&again.text_at("/id"), "rejected").await.expect(200);
    let refused = withdraw(&ana, &again.text_at("/id")).await.problem(409, "application_already_decided");
    assert_eq!(refused.json["current_status"], "rejected");
}
