//! Changing and restoring one's own address.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

use crate::support::mailed::link_to;
use crate::support::requests::{sign_up_form, with_readback};

const OLD: &str = "ana@school.example";
const NEW: &str = "ana@new.example";
const EMAIL: &str = "/api/users/me/email";
const ME: &str = "/api/users/me";
const RESEND: &str = "/api/auth/verifications/resend";
const SESSIONS: &str = "/api/auth/sessions";

async fn change(caller: &Caller<'_>, to: &str, password: &str) -> Answer {
    caller.put(EMAIL, &json!({"email": to, "current_password": password})).await
}

async fn signs_in(api: &TestApi, email: &str, password: &str) -> Answer {
    api.anonymous().post(SESSIONS, &json!({"email": email, "password": password})).await
}

/// Changes the address of the caller and lets both addresses confirm it.
async fn change_address(api: &TestApi, caller: &Caller<'_>, from: &str, to: &str) {
    change(caller, to, PASSWORD).await.expect(202);
    for email in [to, from] {
        api.redeem(&link_to(api, email).await).await.expect(200);
    }
}

fn kind_to(api: &TestApi, email: &str) -> Option<MailKind> {
    api.inbox().last_to(email).map(|mail| mail.kind)
}

#[tokio::test]
async fn the_address_is_changed_once_both_addresses_have_confirmed_it() {
    let (api, readback) = with_readback(Ports::new().await);
    for (order, from, to) in
        [(["old", "new"], OLD, NEW), (["new", "old"], "bo@school.example", "bo@new.example")]
    {
        let caller = api.applicant(from).await;
        let there = api.sign_in(from).await;
        let asked = change(&caller, to, PASSWORD).await.expect(202);
        assert_eq!(asked.json, json!({"status": "check_email"}));
        let links = [("old", link_to(&api, from).await), ("new", link_to(&api, to).await)];
        let link = |side: &str| &links.iter().find(|(name, _)| *name == side).expect("a side").1;
        let first = api.redeem(link(order[0])).await.expect(200);
        assert_eq!(first.json, json!({"purpose": "change_email", "pending": order[1]}));
        assert_eq!(caller.get(ME).await.text_at("/email"), from, "one confirmation changes nothing");
        api.redeem(link(order[0])).await.problem(400, "token_invalid");
        let last = api.redeem(link(order[1])).await.expect(200);
        assert_eq!(last.json, json!({"purpose": "change_email", "pending": null}));
        for caller in [&caller, &there] {
            assert_eq!(caller.get(ME).await.expect(200).text_at("/email"), to, "sessions stay open");
        }
        signs_in(&api, from, PASSWORD).await.problem(401, "invalid_credentials");
        signs_in(&api, to, PASSWORD).await.expect(201);
        api.run_mail().await;
        assert_eq!(kind_to(&api, from), Some(MailKind::EmailChanged));
        let text = api.inbox().last_to(from).expect("a notice").content.text;
        assert!(text.contains("https://forum.example/auth/restore#token="), "{text}");
        change(&caller, "third@new.example", PASSWORD).await.expect(202);
        let listed = super::own_data::exported(&caller).await.0["email_changes"].take();
        let listed: Vec<_> = listed
            .as_array()
            .expect("a list")
            .iter()
            .map(|change| (change["new_email"].as_str(), change["changed_at"].is_string()))
            .collect();
        assert!(listed.len() == 2 && listed.contains(&(Some(to), true)), "{listed:?}");
        assert!(listed.contains(&(Some("third@new.example"), false)), "{listed:?}");
    }
    let log = readback.audit().await;
    let entries: Vec<_> = log.iter().filter(|entry| entry.action == "user.email_changed").collect();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        assert_eq!((entry.actor_id, &entry.detail), (Some(entry.target_id), &json!({})));
    }
}

#[tokio::test]
async fn a_refused_request_sends_nothing() {
    let api = TestApi::new().await;
    let ana = api.applicant(OLD).await;
    // The current password is checked before the address.
    change(&ana, "no address", "wrong").await.problem(401, "invalid_credentials");
    for (to, error) in [("no address", "invalid_email"), ("ANA@School.example", "same_email")] {
        change(&ana, to, PASSWORD).await.invalid("validation_failed", &[("/email", error)]);
    }
    api.run_mail().await;
    assert_eq!(api.inbox().sent(), []);
}

#[tokio::test]
async fn a_request_gets_the_same_response_for_free_pending_taken_and_reserved_addresses() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant(OLD).await;
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
        let rows = async || [readback.tokens().await, readback.mails().await.len() as u64];
        let before = rows().await;
        seen.push(change(&ana, &email, PASSWORD).await.expect(202).visible());
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
async fn resent_mails_get_the_same_response_and_complete_the_change() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant(OLD).await;
    api.applicant("other@school.example").await;
    change(&ana, NEW, PASSWORD).await.expect(202);
    let first = link_to(&api, NEW).await;
    api.clock().advance(Duration::minutes(59));
    let mut seen = Vec::new();
    for (email, has_change) in
        [("unknown@school.example", false), ("other@school.example", false), (OLD, true), (NEW, true)]
    {
        let before = [readback.tokens().await, readback.mails().await.len() as u64];
        let again = json!({"email": email, "purpose": "change_email"});
        seen.push(api.anonymous().post(RESEND, &again).await.expect(202).visible());
        let after = [readback.tokens().await, readback.mails().await.len() as u64];
        assert_eq!(after, before.map(|rows| rows + 2), "{email}");
        let sent = api.inbox().sent().len();
        api.run_mail().await;
        assert_eq!(api.inbox().sent().len() - sent, if has_change { 2 } else { 0 }, "{email}");
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
    api.clock().advance(Duration::minutes(59));
    api.redeem(&first).await.problem(400, "token_invalid");
    api.redeem(&link_to(&api, NEW).await).await.expect(200);
    let last = api.redeem(&link_to(&api, OLD).await).await.expect(200);
    assert_eq!(last.json["pending"], Value::Null);
}

#[tokio::test]
async fn a_newer_request_and_a_new_password_cancel_a_pending_change() {
    let api = TestApi::new().await;
    let ana = api.applicant(OLD).await;
    change(&ana, NEW, PASSWORD).await.expect(202);
    let replaced = [link_to(&api, OLD).await, link_to(&api, NEW).await];
    change(&ana, "third@new.example", PASSWORD).await.expect(202);
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
    let api = TestApi::new().await;
    let thief = api.applicant(OLD).await;
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
async fn requests_for_the_old_address_mail_the_restore_link() {
    let api = TestApi::new().await;
    let ana = api.applicant(OLD).await;
    change_address(&api, &ana, OLD, NEW).await;
    let link = link_to(&api, OLD).await;
    let sign_up = sign_up_form(OLD);
    let asked = json!({"email": OLD});
    let resend = json!({"email": OLD, "purpose": "verify_email"});
    for (path, body) in [
        ("/api/auth/signup", &sign_up),
        ("/api/auth/recovery", &asked),
        ("/api/auth/codes", &asked),
        (RESEND, &resend),
    ] {
        let sent = api.inbox().sent().len();
        api.anonymous().post(path, body).await.expect(202);
        assert_eq!(link_to(&api, OLD).await, link, "{path}");
        assert_eq!((api.inbox().sent().len(), kind_to(&api, OLD)), (sent + 1, Some(MailKind::EmailChanged)));
    }
    // Afterwards the address is free.
    api.clock().advance(Duration::days(7));
    api.redeem(&link).await.problem(400, "token_invalid");
    api.anonymous().post("/api/auth/signup", &sign_up).await.expect(202);
    let confirmed = api.redeem(&link_to(&api, OLD).await).await.expect(200);
    assert_eq!(confirmed.json["purpose"], "verify_email");
}
