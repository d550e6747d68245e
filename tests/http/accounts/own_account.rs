//! Changing one's own name and password.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, TestApi};
use serde_json::json;

use crate::support::requests::{NEW_PASSWORD, sign_up_form, with_readback};

const ME: &str = "/api/users/me";

async fn change(caller: &Caller<'_>, current: &str, new: &str) -> Answer {
    let body = json!({"current_password": current, "password": new});
    caller.put("/api/users/me/password", &body).await
}

async fn sign_in(api: &TestApi, password: &str) -> Answer {
    let body = json!({"email": "ana@school.example", "password": password});
    api.anonymous().post("/api/auth/sessions", &body).await
}

#[tokio::test]
async fn each_name_is_changed_alone_or_with_the_other() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    for (body, first, last) in [
        (json!({}), "Ana", "Li"),
        (json!({"first_name": " Anna "}), "Anna", "Li"),
        (json!({"last_name": "Lie"}), "Anna", "Lie"),
        (json!({"first_name": "Ana", "last_name": "Li"}), "Ana", "Li"),
        (json!({"first_name": "Ana", "last_name": null}), "Ana", "Li"),
    ] {
        let renamed = ana.patch(ME, &body).await.expect(200);
        assert_eq!((&renamed.json["first_name"], &renamed.json["last_name"]), (&json!(first), &json!(last)));
        assert_eq!(ana.get(ME).await.json, renamed.json);
    }
    let entries = readback.audit().await;
    let entries: Vec<_> = entries.iter().filter(|entry| entry.action == "user.renamed").collect();
    assert_eq!(entries.len(), 3);
    for entry in entries {
        assert_eq!(entry.actor_id, Some(entry.target_id));
        assert_eq!(entry.detail, json!({}), "the log contains no names");
    }
}

/// Mails greet users with their names.
#[tokio::test]
async fn names_are_checked_and_cleaned_as_at_sign_up() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    for (name, code) in [("t.co", "url_in_name"), ("\u{200b}", "required"), ("a\nb", "invalid_text")] {
        for member in ["first_name", "last_name"] {
            let mut form = sign_up_form("new@school.example");
            form[member] = json!(name);
            let signed_up = api.anonymous().post("/api/auth/signup", &form).await;
            let renamed = ana.patch(ME, &json!({member: name})).await;
            let whole = if code == "invalid_text" { code } else { "validation_failed" };
            for answer in [signed_up, renamed] {
                answer.invalid(whole, &[(&format!("/{member}"), code)]);
            }
        }
    }
    ana.patch(ME, &json!({"first_name": "\u{202a}Anna\tM.\u{202c}"})).await.expect(200);
    assert_eq!(ana.get(ME).await.text_at("/first_name"), "Anna M.");
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_ends_every_other_session_and_is_reported_by_mail() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let elsewhere = sign_in(&api, PASSWORD).await.expect(201);
    let there = api.with_token(&elsewhere.text_at("/access_token"));
    let bo = api.applicant("bo@school.example").await;
    let changed = change(&ana, PASSWORD, NEW_PASSWORD).await.expect(204);
    assert!(changed.body.is_empty());
    there.get(ME).await.problem(401, "session_revoked");
    let refresh = json!({"refresh_token": elsewhere.json["refresh_token"]});
    api.anonymous().post("/api/auth/sessions/refresh", &refresh).await.problem(401, "session_revoked");
    ana.get(ME).await.expect(200);
    bo.get(ME).await.expect(200);
    sign_in(&api, PASSWORD).await.problem(401, "invalid_credentials");
    sign_in(&api, NEW_PASSWORD).await.expect(201);
    api.run_mail().await;
    let mail = api.inbox().last_to("ana@school.example").expect("a notice");
    assert_eq!(mail.kind, MailKind::PasswordChanged);
    assert!(mail.content.text.contains("/auth/recover"), "{}", mail.content.text);
    let log = readback.audit_actions().await;
    assert_eq!(log.iter().filter(|action| *action == "user.password_changed").count(), 1);
}

#[tokio::test]
async fn a_refused_password_changes_nothing() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let elsewhere = sign_in(&api, PASSWORD).await.expect(201);
    // The current password is checked before any error of the new one is reported.
    for new in ["short", NEW_PASSWORD] {
        change(&ana, "wrong", new).await.problem(401, "invalid_credentials");
    }
    let weak = change(&ana, PASSWORD, "short").await.problem(422, "weak_password");
    assert_eq!(weak.json["reasons"], json!(["length", "characters"]));
    change(&ana, PASSWORD, "ana@school.example-1").await.problem(422, "weak_password");
    let same = change(&ana, PASSWORD, PASSWORD).await;
    same.invalid("same_password", &[("/password", "same_password")]);
    api.with_token(&elsewhere.text_at("/access_token")).get(ME).await.expect(200);
    sign_in(&api, PASSWORD).await.expect(201);
    api.run_mail().await;
    assert!(api.inbox().sent().iter().all(|mail| mail.kind != MailKind::PasswordChanged));
}
