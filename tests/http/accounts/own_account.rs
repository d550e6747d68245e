//! Changing one's own name, password and address, and restoring an address.

use std::sync::Arc;

use forum_domain::mail::MailKind;
use forum_tests::builders::deletion_step;
use forum_tests::faults::ActFirst;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::support::requests::{NEW_PASSWORD, sign_up_form};
use crate::support::sign_in_methods::{id_token, link_to};

const ME: &str = "/api/users/me";
const OLD: &str = "ana@school.example";
const NEW: &str = "ana@new.example";
const EMAIL: &str = "/api/users/me/email";
const SESSIONS: &str = "/api/auth/sessions";

async fn change_password(caller: &Caller, current: &str, new: &str) -> Answer {
    let body = json!({"current_password": current, "password": new});
    caller.put("/api/users/me/password", &body).await
}

async fn sign_in(api: &TestApi, password: &str) -> Answer {
    let body = json!({"email": "ana@school.example", "password": password});
    api.anonymous().post("/api/auth/sessions", &body).await
}

#[tokio::test]
async fn each_name_is_changed_alone_or_with_the_other() {
    let (api, ana) = TestApi::with_applicant().await;
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
    let entries = api.readback().audit().await;
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
    let (api, ana) = TestApi::with_applicant().await;
    let mut form = sign_up_form("new@school.example");
    for (name, whole, code) in
        [("t.co", "validation_failed", "url_in_name"), ("a\nb", "invalid_text", "invalid_text")]
    {
        form["last_name"] = json!(name);
        let signed_up = api.anonymous().post("/api/auth/signup", &form).await;
        let renamed = ana.patch(ME, &json!({"last_name": name})).await;
        for answer in [signed_up, renamed] {
            answer.invalid(whole, &[("/last_name", code)]);
        }
    }
    ana.patch(ME, &json!({"first_name": "\u{202a}Anna\tM.\u{202c}"})).await.expect(200);
    assert_eq!(ana.get(ME).await.text_at("/first_name"), "Anna M.");
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_ends_every_other_session_and_is_reported_by_mail() {
    let (api, ana) = TestApi::with_applicant().await;
    let elsewhere = sign_in(&api, PASSWORD).await.expect(201);
    let there = api.with_token(&elsewhere.text_at("/access_token"));
    let bo = api.applicant("bo@school.example").await;
    let changed = change_password(&ana, PASSWORD, NEW_PASSWORD).await.expect(204);
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
    let log = api.readback().audit_actions().await;
    assert_eq!(log.iter().filter(|action| *action == "user.password_changed").count(), 1);
}

#[tokio::test]
async fn a_refused_password_changes_nothing() {
    let (api, ana) = TestApi::with_applicant().await;
    let elsewhere = sign_in(&api, PASSWORD).await.expect(201);
    // The current password is checked before any error of the new one is reported.
    for new in ["short", NEW_PASSWORD] {
        change_password(&ana, "wrong", new).await.problem(401, "invalid_credentials");
    }
    let weak = change_password(&ana, PASSWORD, "short").await.problem(422, "weak_password");
    assert_eq!(weak.json["reasons"], json!(["length", "characters"]));
    change_password(&ana, PASSWORD, "ana@school.example-1").await.problem(422, "weak_password");
    let same = change_password(&ana, PASSWORD, PASSWORD).await;
    same.invalid("same_password", &[("/password", "same_password")]);
    api.with_token(&elsewhere.text_at("/access_token")).get(ME).await.expect(200);
    sign_in(&api, PASSWORD).await.expect(201);
    api.run_mail().await;
    assert!(api.inbox().sent().iter().all(|mail| mail.kind != MailKind::PasswordChanged));
}

async fn change_email(caller: &Caller, to: &str, password: &str) -> Answer {
    caller.put(EMAIL, &json!({"email": to, "current_password": password})).await
}

async fn signs_in(api: &TestApi, email: &str, password: &str) -> Answer {
    api.anonymous().post(SESSIONS, &json!({"email": email, "password": password})).await
}

/// Changes the address of the caller and lets both addresses confirm it.
async fn change_address(api: &TestApi, caller: &Caller, from: &str, to: &str) {
    change_email(caller, to, PASSWORD).await.expect(202);
    for email in [to, from] {
        api.redeem(&link_to(api, email).await).await.expect(200);
    }
}

fn kind_to(api: &TestApi, email: &str) -> Option<MailKind> {
    api.inbox().last_to(email).map(|mail| mail.kind)
}

#[tokio::test]
async fn the_address_is_changed_once_both_addresses_have_confirmed_it() {
    let (api, caller) = TestApi::with_applicant().await;
    let there = api.sign_in(OLD).await;
    let asked = change_email(&caller, NEW, PASSWORD).await.expect(202);
    assert_eq!(asked.json, json!({"status": "check_email"}));
    let (old, new) = (link_to(&api, OLD).await, link_to(&api, NEW).await);
    let first = api.redeem(&new).await.expect(200);
    assert_eq!(first.json, json!({"purpose": "change_email", "pending": "old"}));
    assert_eq!(caller.get(ME).await.text_at("/email"), OLD, "one confirmation changes nothing");
    api.redeem(&new).await.problem(400, "token_invalid");
    let last = api.redeem(&old).await.expect(200);
    assert_eq!(last.json, json!({"purpose": "change_email", "pending": null}));
    for caller in [&caller, &there] {
        assert_eq!(caller.get(ME).await.expect(200).text_at("/email"), NEW, "sessions stay open");
    }
    signs_in(&api, OLD, PASSWORD).await.problem(401, "invalid_credentials");
    signs_in(&api, NEW, PASSWORD).await.expect(201);
    api.run_mail().await;
    assert_eq!(kind_to(&api, OLD), Some(MailKind::EmailChanged));
    let text = api.inbox().last_to(OLD).expect("a notice").content.text;
    assert!(text.contains("https://forum.example/auth/restore#token="), "{text}");
    change_email(&caller, "third@new.example", PASSWORD).await.expect(202);
    let listed = super::own_data::exported(&caller).await.0["email_changes"].take();
    let listed: Vec<_> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|change| (change["new_email"].as_str(), change["changed_at"].is_string()))
        .collect();
    assert!(listed.len() == 2 && listed.contains(&(Some(NEW), true)), "{listed:?}");
    assert!(listed.contains(&(Some("third@new.example"), false)), "{listed:?}");
}

#[tokio::test]
async fn a_refused_request_sends_nothing() {
    let (api, ana) = TestApi::with_applicant().await;
    // The current password is checked before the address.
    change_email(&ana, "no address", "wrong").await.problem(401, "invalid_credentials");
    for (to, error) in [("no address", "invalid_email"), ("ANA@School.example", "same_email")] {
        change_email(&ana, to, PASSWORD).await.invalid("validation_failed", &[("/email", error)]);
    }
    api.run_mail().await;
    assert_eq!(api.inbox().sent(), []);
}

#[tokio::test]
async fn a_request_gets_the_same_response_for_free_pending_taken_and_reserved_addresses() {
    let (api, ana) = TestApi::with_applicant().await;
    api.applicant("taken@school.example").await;
    let moved = api.applicant("reserved@school.example").await;
    change_address(&api, &moved, "reserved@school.example", "elsewhere@school.example").await;
    let sign_up = sign_up_form("pending@school.example");
    api.anonymous().post("/api/auth/signup", &sign_up).await.expect(202);
    let mut seen = Vec::new();
    for (name, kind) in [
        ("free", MailKind::ChangeEmailNew),
        ("pending", MailKind::ChangeEmailNew),
        ("taken", MailKind::ChangeEmailTaken),
        ("reserved", MailKind::ChangeEmailTaken),
    ] {
        let email = format!("{name}@school.example");
        let rows = async || [api.readback().tokens().await, api.readback().mails().await.len() as u64];
        let before = rows().await;
        seen.push(change_email(&ana, &email, PASSWORD).await.expect(202).visible());
        assert_eq!(rows().await, before.map(|rows| rows + 2), "{name}");
        api.run_mail().await;
        assert_eq!(kind_to(&api, &email), Some(kind), "{name}");
        assert_eq!(kind_to(&api, OLD), Some(MailKind::ChangeEmailOld), "{name}");
        let old = api.redeem(&link_to(&api, OLD).await).await.expect(200);
        assert_eq!(old.json["pending"], "new", "{name}");
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(ana.get(ME).await.text_at("/email"), OLD);
}

#[tokio::test]
async fn a_newer_request_and_a_new_password_cancel_a_pending_change() {
    let (api, ana) = TestApi::with_applicant().await;
    change_email(&ana, NEW, PASSWORD).await.expect(202);
    let replaced = [link_to(&api, OLD).await, link_to(&api, NEW).await];
    change_email(&ana, "third@new.example", PASSWORD).await.expect(202);
    let links = [link_to(&api, OLD).await, link_to(&api, "third@new.example").await];
    for link in &replaced {
        api.redeem(link).await.problem(400, "token_invalid");
    }
    api.redeem(&links[0]).await.expect(200);
    let body = json!({"current_password": PASSWORD, "password": "Quiet-Brook-43"});
    ana.put("/api/users/me/password", &body).await.expect(204);
    api.redeem(&links[1]).await.problem(400, "token_invalid");
    assert_eq!(ana.get(ME).await.text_at("/email"), OLD);
}

#[tokio::test]
async fn restoring_the_old_address_ends_every_session() {
    let (api, thief) = TestApi::with_applicant().await;
    change_address(&api, &thief, OLD, NEW).await;
    let first = link_to(&api, OLD).await;
    change_address(&api, &thief, NEW, "third@new.example").await;
    let second = link_to(&api, NEW).await;
    api.clock().advance(Duration::days(7) - Duration::seconds(1));
    let caller = api.sign_in("third@new.example").await;
    let restored = api.redeem(&first).await.expect(200);
    let grant = restored.text_at("/recovery_token");
    let expected =
        json!({"purpose": "restore_email", "verified": true, "recovery_token": grant, "expires_in": 600});
    assert_eq!(restored.json, expected);
    caller.get(ME).await.problem(401, "session_revoked");
    for email in [OLD, NEW, "third@new.example"] {
        signs_in(&api, email, PASSWORD).await.problem(401, "invalid_credentials");
    }
    for link in [&first, &second] {
        api.redeem(link).await.problem(400, "token_invalid");
    }
    let chosen = json!({"password": "Chosen-Meadow-51"});
    api.with_token(&grant).put("/api/auth/recovery/password", &chosen).await.expect(204);
    let session = signs_in(&api, OLD, "Chosen-Meadow-51").await.expect(201);
    assert_eq!(session.text_at("/user/email"), OLD);
    api.run_mail().await;
    assert_eq!(kind_to(&api, "third@new.example"), Some(MailKind::EmailRestored));
}

#[tokio::test]
async fn a_request_for_the_old_address_mails_the_restore_link() {
    let (api, ana) = TestApi::with_applicant().await;
    change_address(&api, &ana, OLD, NEW).await;
    let (link, sent) = (link_to(&api, OLD).await, api.inbox().sent().len());
    api.anonymous().post("/api/auth/recovery", &json!({"email": OLD})).await.expect(202);
    assert_eq!(link_to(&api, OLD).await, link);
    assert_eq!((api.inbox().sent().len(), kind_to(&api, OLD)), (sent + 1, Some(MailKind::EmailChanged)));
}

#[tokio::test]
async fn a_deleted_account_ends_the_session_instead_of_a_404() {
    let mut late = None;
    let ports = Ports::new().await.with(|program| {
        program.sessions = late.insert(Arc::new(ActFirst::new(program.sessions.clone()))).clone();
    });
    let (late, own_data) = (late.expect("a wrapped store"), ports.own_data.clone());
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
