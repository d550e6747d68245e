//! An account can be deleted between the check of its token and the operation. Operations on the caller's own account then
//! report an ended session and never 404, which they do not document.

use std::sync::Arc;

use forum_tests::builders::deletion_step;
use forum_tests::faults::ActFirst;
use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::sign_in_methods::id_token;

#[tokio::test]
async fn a_deleted_account_ends_the_session_instead_of_a_404() {
    let mut late = None;
    let ports = Ports::new().await.with(|program| {
        program.sessions = late.insert(Arc::new(ActFirst::new(program.sessions.clone()))).clone();
    });
    let (late, own_data) = (late.expect("a wrapped store"), ports.program.own_data.clone());
    let api = TestApi::with(ports);
    let token = id_token(&api, "1", None).await;
    let requests = [
        ("/api/auth/factors", Value::Null),
        ("/api/auth/factors", json!({"factor_type": "totp"})),
        ("/api/auth/sessions/reauthentication", json!({"factor_id": Uuid::nil(), "code": "123456"})),
        ("/api/users/me/identities", token),
    ];
    for (number, (path, body)) in requests.into_iter().enumerate() {
        let ana = api.applicant(&format!("ana{number}@school.example")).await;
        let id: Uuid = ana.get("/api/users/me").await.text_at("/id").parse().expect("an id");
        let (own_data, now) = (own_data.clone(), api.now());
        late.set(async move {
            own_data.delete_account(id, now, deletion_step()).await.expect("a deleted account");
        });
        let answer = if body.is_null() { ana.get(path).await } else { ana.post(path, &body).await };
        answer.problem(401, "session_revoked");
    }
}
