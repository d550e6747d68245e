//! What administrators see beside an application: viewers, similar applications and mails.

use forum_domain::mail::SendError;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{id_of, with_readback};

const LIST: &str = "/api/admin/applications";

async fn announce(admin: &Caller<'_>, id: &str) -> Answer {
    admin.send(Sent::new(Method::PUT, &format!("{LIST}/{id}/viewers/me"))).await
}

#[tokio::test]
async fn administrators_see_who_else_views_an_application() {
    let api = TestApi::new().await;
    let id = api.applicant("ana@school.example").await.apply().await;
    let (admin, other) = (api.admin("admin@forum.example").await, api.admin("other@forum.example").await);
    assert_eq!(announce(&admin, &id).await.expect(200).json, json!({"items": [], "next_cursor": null}));
    api.clock().advance(Duration::seconds(10));
    let expected =
        json!([{"user_id": id_of(&admin).await, "name": "Ana Li", "since": "2026-11-20T12:00:00Z"}]);
    assert_eq!(announce(&other, &id).await.expect(200).json["items"], expected);
    admin.delete(&format!("{LIST}/{id}/viewers/me")).await.expect(204);
    assert_eq!(announce(&other, &id).await.expect(200).json["items"], json!([]));
    announce(&admin, &id).await.expect(200);
    api.clock().advance(Duration::seconds(29));
    assert_eq!(announce(&other, &id).await.expect(200).json["items"].as_array().map(Vec::len), Some(1));
    api.clock().advance(Duration::seconds(1));
    assert_eq!(announce(&other, &id).await.expect(200).json["items"], json!([]), "30 seconds of silence");
    announce(&admin, "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await.problem(404, "not_found");
}

#[tokio::test]
async fn announcing_is_not_audited() {
    let (api, readback) = with_readback(Ports::new().await);
    let id = api.applicant("ana@school.example").await.apply().await;
    let admin = api.admin("admin@forum.example").await;
    let before = readback.audit().await.len();
    announce(&admin, &id).await.expect(200);
    admin.delete(&format!("{LIST}/{id}/viewers/me")).await.expect(204);
    assert_eq!(readback.audit().await.len(), before);
}

#[tokio::test]
async fn a_detail_names_similar_applications() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let earlier = ana.apply().await;
    admin.decide(&earlier, "rejected").await.expect(200);
    api.clock().advance(Duration::minutes(1));
    let id = ana.apply().await;
    let detail = admin.get(&format!("/api/applications/{id}")).await.expect(200);
    assert_eq!(
        detail.json["similar"],
        json!([{
            "application_id": earlier, "reason": "same_person", "first_name": "Ana", "last_name": "Li",
            "status": "rejected", "submitted_at": "2026-11-20T12:00:00Z",
        }])
    );
    let own = ana.get(&format!("/api/applications/{id}")).await.expect(200);
    assert_eq!((own.json.get("similar"), own.json.get("messages")), (None, None));
}

#[tokio::test]
async fn a_failed_mail_is_shown_with_its_application_and_can_be_retried() {
    let api = TestApi::new().await;
    api.inbox().fail(1, SendError::Permanent("550 no such mailbox".into()));
    let id = api.applicant("ana@school.example").await.apply().await;
    let admin = api.admin("admin@forum.example").await;
    let message = async || -> Value {
        let detail = admin.get(&format!("/api/applications/{id}")).await.expect(200);
        let messages = detail.json["messages"].as_array().cloned().expect("messages");
        let [message] = messages.as_slice() else { panic!("one mail: {messages:?}") };
        message.clone()
    };
    let queued = message().await;
    let expected = |state: &str, at: &str| json!({"id": queued["id"], "template": "application_submitted", "state": state, "at": at});
    assert_eq!(queued, expected("queued", "2026-11-20T12:00:00Z"));
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(message().await, expected("failed", "2026-11-20T12:01:00Z"));
    let retry = format!("/api/admin/email-messages/{}/retry", queued["id"].as_str().expect("an id"));
    admin.send(Sent::new(Method::POST, &retry)).await.expect(202);
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(message().await, expected("sent", "2026-11-20T12:02:00Z"));
}
