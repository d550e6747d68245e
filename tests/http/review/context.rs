//! What administrators see beside an application: viewers, similar applications and mails.

use forum_domain::mail::SendError;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::with_readback;

const LIST: &str = "/api/admin/applications";

async fn announce(admin: &Caller<'_>, id: &str) -> Answer {
    admin.send(Sent::new(Method::PUT, &format!("{LIST}/{id}/viewers/me"))).await
}

#[tokio::test]
async fn administrators_see_who_else_views_an_application_and_that_is_not_audited() {
    let (api, readback) = with_readback(Ports::new().await);
    let (_, admin, id) = api.desk().await;
    let other = api.admin("other@forum.example").await;
    let before = readback.audit().await.len();
    assert_eq!(announce(&admin, &id).await.expect(200).json, json!({"items": [], "next_cursor": null}));
    api.clock().advance(Duration::seconds(10));
    let expected = json!({"user_id": admin.id().await, "name": "Ana Li", "since": "2026-11-20T12:00:00Z"});
    assert_eq!(announce(&other, &id).await.expect(200).items(), [expected]);
    admin.delete(&format!("{LIST}/{id}/viewers/me")).await.expect(204);
    assert!(announce(&other, &id).await.expect(200).items().is_empty());
    announce(&admin, &id).await.expect(200);
    api.clock().advance(Duration::seconds(29));
    assert_eq!(announce(&other, &id).await.expect(200).items().len(), 1);
    api.clock().advance(Duration::seconds(1));
    assert!(announce(&other, &id).await.expect(200).items().is_empty(), "30 seconds of silence");
    announce(&admin, UNKNOWN_ID).await.problem(404, "not_found");
    assert_eq!(readback.audit().await.len(), before);
}

#[tokio::test]
async fn a_detail_names_similar_applications() {
    let api = TestApi::new().await;
    let (ana, admin, earlier) = api.desk().await;
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
    let (_, admin, id) = api.desk().await;
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
    admin.call(&retry).await.expect(202);
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(message().await, expected("sent", "2026-11-20T12:02:00Z"));
}
