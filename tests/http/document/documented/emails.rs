//! Refusals that occur only for templates and mails.

use std::collections::BTreeSet;
use std::sync::Arc;

use forum_domain::mail::SendError;
use forum_tests::faults::FailingSender;
use forum_tests::harness::{Documented, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};

pub(super) async fn refusals() -> BTreeSet<Documented> {
    let sender = Arc::new(FailingSender::times(1, SendError::Permanent("550 no".into())));
    let api = TestApi::with(Ports::new().await.with(|program| program.sender = sender));
    let admin = api.admin("admin@forum.example").await;
    let of = |rest: &str| format!("/api/admin/email-templates/{rest}");
    let good = json!({"subject": "Hello", "html_content": "<p>Hello</p>"});
    let refused = [
        (json!({"subject": "Hello {{user}}", "html_content": "<p>Hello</p>"}), "unknown_placeholder"),
        (json!({"subject": "a\nb", "html_content": "<p>Hello</p>"}), "invalid_subject"),
        (json!({"subject": "Hello", "html_content": "<script>"}), "html_rejected"),
    ];
    let put = async |path: &str, tag: &str, body: &Value| {
        admin.send(Sent::new(Method::PUT, path).header("if-match", tag).json(body)).await
    };
    admin.get(&of("newsletter")).await.problem(404, "not_found");
    put(&of("newsletter"), "\"1\"", &good).await.problem(404, "not_found");
    let template = of("application_approved");
    admin.put(&template, &good).await.problem(428, "precondition_required");
    put(&template, "\"2\"", &good).await.problem(412, "version_conflict");
    for (body, code) in &refused {
        put(&template, "\"1\"", body).await.problem(422, code);
    }
    for act in ["preview", "test"] {
        admin.post(&of(&format!("newsletter/{act}")), &good).await.problem(404, "not_found");
        for (body, code) in &refused {
            admin.post(&format!("{template}/{act}"), body).await.problem(422, code);
        }
    }
    admin.post(&format!("{template}/test"), &good).await.expect(202);
    api.run_mail().await;
    let failed = admin.get("/api/admin/email-messages?state=failed").await.expect(200).text_at("/items/0/id");
    let retry = async |id: &str| {
        let path = format!("/api/admin/email-messages/{id}/retry");
        admin.send(Sent::new(Method::POST, &path)).await
    };
    let under_key = async |id: &str, key: &str| {
        let path = format!("/api/admin/email-messages/{id}/retry");
        admin.send(Sent::new(Method::POST, &path).header("idempotency-key", key)).await
    };
    under_key(&failed, "").await.problem(422, "validation_failed");
    under_key(&failed, "k").await.expect(202);
    let replayed = under_key(&failed, "k").await.expect(202);
    assert_eq!(replayed.header("idempotency-replayed"), "true");
    let other = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
    under_key(other, "k").await.problem(422, "idempotency_key_reused");
    retry(&failed).await.problem(409, "conflict");
    retry("5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await.problem(404, "not_found");
    api.document().seen()
}
