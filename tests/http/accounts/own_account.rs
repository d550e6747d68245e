//! Changing one's own name and password.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::{NEW_PASSWORD, sign_up_form, with_readback};

const ME: &str = "/api/users/me";

async fn rename(caller: &Caller<'_>, body: &Value) -> Answer {
    caller.send(Sent::new(Method::PATCH, ME).json(body)).await
}

async fn change(caller: &Caller<'_>, current: &str, new: &str) -> Answer {
    let body = json!({"current_password": current, "password": new});
    caller.send(Sent::new(Method::PUT, "/api/users/me/password").json(&body)).await
}

async fn sign_in(api: &TestApi, password: &str) -> Answer {
    let body = json!({"email": "ana@school.example", "password": password});
    api.anonymous().post("/api/auth/sessions", &body).await
}

fn names(answer: &Answer) -> (String, String) {
    (answer.text_at("/first_name"), answer.text_at("/last_name"))
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
        let renamed = rename(&ana, &body).await.expect(200);
        assert_eq!(names(&renamed), (first.to_owned(), last.to_owned()), "{body}");
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
    let long = "x".repeat(101);
    let rows = [
        ("t.co", "url_in_name"),
        ("mailto:evil", "url_in_name"),
        ("\u{200b}", "required"),
        (" ", "required"),
        ("a\nb", "invalid_text"),
        (&long, "too_long"),
    ];
    for (name, code) in rows {
        for member in ["first_name", "last_name"] {
            let mut form = sign_up_form("new@school.example");
            form[member] = json!(name);
            let signed_up = api.anonymous().post("/api/auth/signup", &form).await;
            let renamed = rename(&ana, &json!({member: name})).await;
            for answer in [signed_up, renamed] {
                let field = format!("/{member}");
                let expected = (422, vec![(field.as_str(), code)]);
                assert_eq!((answer.status, answer.field_errors()), expected, "{name:?}");
            }
        }
    }
    let both = rename(&ana, &json!({"first_name": " ", "last_name": "mailto:x"})).await;
    assert_eq!(both.field_errors(), [("/first_name", "required"), ("/last_name", "url_in_name")]);
    let pasted = json!({"first_name": "\u{202a}Anna\tM.\u{202c}", "last_name": "King, M.\u{ad}Ed.\u{feff}"});
    rename(&ana, &pasted).await.expect(200);
    assert_eq!(names(&ana.get(ME).await), ("Anna M.".to_owned(), "King, M.Ed.".to_owned()));
    api.run_mail().await;
    assert_eq!(api.inbox().sent(), []);
}

#[tokio::test]
async fn nothing_but_the_names_can_be_changed() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let before = ana.get(ME).await.json;
    for member in ["id", "email", "email_verified", "roles", "created_at", "password", "disabled_at"] {
        let body = json!({"first_name": "Anna", member: before[member]});
        rename(&ana, &body).await.problem(422, "unknown_field");
    }
    assert_eq!(ana.get(ME).await.json, before);
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
    for new in ["short", PASSWORD, NEW_PASSWORD, "wrong", ""] {
        change(&ana, "wrong", new).await.problem(401, "invalid_credentials");
    }
    let weak = change(&ana, PASSWORD, "short").await.problem(422, "weak_password");
    assert_eq!(weak.json["reasons"], json!(["length", "characters"]));
    change(&ana, PASSWORD, "ana@school.example-1").await.problem(422, "weak_password");
    let same = change(&ana, PASSWORD, PASSWORD).await.problem(422, "same_password");
    assert_eq!(same.field_errors(), [("/password", "same_password")]);
    api.with_token(&elsewhere.text_at("/access_token")).get(ME).await.expect(200);
    sign_in(&api, PASSWORD).await.expect(201);
    api.run_mail().await;
    assert!(api.inbox().sent().iter().all(|mail| mail.kind != MailKind::PasswordChanged));
}
