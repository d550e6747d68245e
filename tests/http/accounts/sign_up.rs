//! Signing up, mailed links, and choosing a new password.

use forum_domain::mail::MailKind;
use forum_tests::harness::{PASSWORD, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::sign_up_form;
use crate::support::sign_in_methods::{code_to, id_token, recovery_token_of, sign_in_code};

const SIGN_UP: &str = "/api/auth/signup";
const REDEEM: &str = "/api/auth/verifications";
const RESEND: &str = "/api/auth/verifications/resend";
const RECOVERY: &str = "/api/auth/recovery";
const CODES: &str = "/api/auth/codes";
const ANA: &str = "ana@school.example";
const VERIFY: &str = "/api/auth/verifications";
const RESET: &str = "/api/auth/recovery/password";
const NEW: &str = "Chosen-Meadow-51";
const SESSIONS: &str = "/api/auth/sessions";

/// Neither the response nor the number of rows reveals who owns an address, or whether it has a mail with a code.
#[tokio::test]
async fn requests_for_a_mail_respond_and_write_alike_for_every_kind_of_address() {
    let api = TestApi::new().await;
    api.applicant("taken@school.example").await;
    api.anonymous().post(SIGN_UP, &sign_up_form("pending@school.example")).await.expect(202);

    api.applicant("disabled@school.example").await.disable().await;
    api.run_mail().await;

    let addresses = ["new", "pending", "taken", "disabled"].map(|name| format!("{name}@school.example"));
    let rows = async || {
        let (registrations, tokens) = (api.readback().registrations().await, api.readback().tokens().await);
        [registrations, tokens, api.readback().mails().await.len() as u64]
    };
    let resend = |purpose: &'static str| (RESEND, Some(purpose));
    let operations =
        [(RECOVERY, None), (CODES, None), resend("verify_email"), resend("change_email"), (SIGN_UP, None)];
    for (path, purpose) in operations {
        let added = match (path, purpose) {
            (SIGN_UP, _) => [1, 1, 1],
            (_, Some("change_email")) => [0, 2, 2],
            _ => [0, 1, 1],
        };
        let mut seen = Vec::new();
        for email in &addresses {
            let body = match (path, purpose) {
                (SIGN_UP, _) => sign_up_form(email),
                (_, Some(purpose)) => json!({"email": email, "purpose": purpose}),
                (_, None) => json!({"email": email}),
            };
            let before = rows().await;
            let answer = api.anonymous().post(path, &body).await.expect(202);
            assert_eq!(answer.json, json!({"status": "check_email"}));
            seen.push(answer.visible());
            let after = rows().await;
            assert_eq!([0, 1, 2].map(|row| after[row] - before[row]), added, "{path} {email}");
            let sent = api.inbox().sent().len();
            api.run_mail().await;
            if email == &addresses[0] && path != SIGN_UP {
                assert_eq!(api.inbox().sent().len(), sent, "{path} sends nothing to an unknown address");
            }
        }
        seen.dedup();
        assert_eq!(seen.len(), 1, "{seen:?}");
    }
    for (path, code) in [(REDEEM, "token_invalid"), ("/api/auth/sessions/code", "code_invalid")] {
        for email in &addresses {
            let before = api.readback().tokens().await;
            let wrong = json!({"email": email, "code": "00000"});
            let answer = api.anonymous().post(path, &wrong).await;
            assert_eq!(answer.code(), code, "{email}");
            assert_eq!(api.readback().tokens().await, before + 1, "{path} counts a wrong code for {email}");
        }
    }
}

#[tokio::test]
async fn every_invalid_field_of_the_sign_up_form_is_reported_at_once() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    let all = ["/email", "/first_name", "/last_name", "/password"].map(|field| (field, "required"));
    stranger.post(SIGN_UP, &json!({})).await.invalid("validation_failed", &all);
    let blank = json!({"email": " ", "password": "", "first_name": "", "last_name": " "});
    stranger.post(SIGN_UP, &blank).await.invalid("validation_failed", &all);
    let mut form = sign_up_form("ana@school.example");
    form["password"] = json!("abc1");
    let weak = stranger.post(SIGN_UP, &form).await;
    let answer = weak.invalid("weak_password", &[("/password", "weak_password")]);
    assert_eq!(answer.json["detail"], "Password does not meet complexity requirements");
    assert_eq!(answer.json["reasons"], json!(["length", "characters"]));
    let rules =
        json!({"lowercase": true, "uppercase": false, "number": true, "symbol": false, "length": false});
    assert_eq!(answer.json["rules"], rules);
}

#[tokio::test]
async fn an_address_can_be_confirmed_by_a_code_and_all_wrong_secrets_get_the_same_response() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    let email = "ana@school.example";
    stranger.post(SIGN_UP, &sign_up_form(email)).await.expect(202);
    // A single sign-up keeps its password however often the mail is sent.
    api.clock().advance(time::Duration::SECOND);
    let again = json!({"email": email, "purpose": "verify_email"});
    stranger.post("/api/auth/verifications/resend", &again).await.expect(202);
    let code = code_to(&api, email).await;
    let other = if code == "000000" { "000001" } else { "000000" };

    let wrong = [
        json!({"token": "x"}),
        json!({"token": ""}),
        json!({"token": "A".repeat(64)}),
        json!({"email": email, "code": other}),
        json!({"email": "unknown@school.example", "code": code}),
        json!({"email": "no address", "code": code}),
    ];
    let mut seen = Vec::new();
    for body in wrong {
        seen.push(stranger.post(REDEEM, &body).await.problem(400, "token_invalid").json["detail"].clone());
    }
    seen.dedup();
    assert_eq!(seen.len(), 1);

    stranger.post(REDEEM, &json!({"email": email.to_uppercase(), "code": code})).await.expect(200);
    api.sign_in(email).await.get("/api/users/me").await.expect(200);
}

#[tokio::test]
async fn a_verification_needs_either_the_token_or_the_address_with_the_code() {
    let api = TestApi::new().await;
    for (body, code, field, field_code) in [
        (json!({}), "validation_failed", "/token", "required"),
        (json!({"email": "a@school.example"}), "validation_failed", "/code", "required"),
        (json!({"code": "123456"}), "validation_failed", "/email", "required"),
        (json!({"token": "x", "code": null}), "unknown_field", "/code", "unknown_field"),
    ] {
        api.anonymous().post(REDEEM, &body).await.invalid(code, &[(field, field_code)]);
    }
}

/// Opens every page that a link can lead to and the operations that take its token, as scanners do: without the
/// fragment, which is never sent, and with the token in the query, for mail programs that rewrite links.
async fn scan(api: &TestApi, token: &str) {
    for page in ["/auth/confirm", "/auth/reset", "/account", VERIFY, RESET] {
        let with_token = format!("{page}?token={token}");
        let coded = format!("{page}?email={ANA}&code=000000");
        let slashed = format!("{page}/?token={token}");
        for path in [page, &with_token, &coded, &slashed] {
            for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
                for _ in 0..2 {
                    let is_page = !path.starts_with("/api") && !path.contains("/?");
                    let agent = Sent::new(method.clone(), path).header("user-agent", "Link-Scanner/1.0");
                    let answer = api.with_token(token).send(agent).await;
                    if is_page && method != Method::OPTIONS {
                        answer.expect(200);
                    } else {
                        assert!((300..500).contains(&answer.status), "{method} {path}: {}", answer.status);
                    }
                }
            }
        }
    }
}

/// The address and token of the link in the newest mail to Ana.
async fn link(api: &TestApi) -> (String, String) {
    api.run_mail().await;
    let text = api.inbox().last_to(ANA).expect("a mail").content.text;
    let link = text.split_whitespace().find(|word| word.starts_with("https://")).expect("a link");
    let (address, token) = link.split_once("#token=").expect("a token in the fragment");
    (address.to_owned(), token.to_owned())
}

fn credentials(password: &str) -> Value {
    json!({"email": ANA, "password": password})
}

#[tokio::test]
async fn a_link_or_grant_that_was_opened_by_a_scanner_can_still_be_used() {
    let api = TestApi::new().await;
    api.anonymous().post("/api/auth/signup", &sign_up_form(ANA)).await.expect(202);
    let (address, token) = link(&api).await;
    assert_eq!(address, "https://forum.example/auth/confirm");
    scan(&api, &token).await;
    let refused = api.anonymous().post("/api/auth/sessions", &credentials(PASSWORD)).await;
    refused.problem(403, "email_not_verified");
    assert!(api.readback().audit().await.is_empty(), "nothing happened");
    let confirmed = api.redeem(&token).await.expect(200);
    assert_eq!(confirmed.json, json!({"purpose": "verify_email", "verified": true, "email": ANA}));

    api.clock().advance(time::Duration::SECOND);
    api.anonymous().post("/api/auth/recovery", &json!({"email": ANA})).await.expect(202);
    let (address, token) = link(&api).await;
    assert_eq!(address, "https://forum.example/auth/reset");
    scan(&api, &token).await;
    let grant = api.redeem(&token).await.expect(200).text_at("/recovery_token");
    scan(&api, &grant).await;
    api.with_token(&grant).put(RESET, &json!({"password": "Chosen-Meadow-51"})).await.expect(204);
    api.anonymous().post("/api/auth/sessions", &credentials("Chosen-Meadow-51")).await.expect(201);
}

#[tokio::test]
async fn a_link_whose_fragment_was_encoded_leads_to_its_page_and_is_not_used() {
    let api = TestApi::new().await;
    api.anonymous().post("/api/auth/signup", &sign_up_form(ANA)).await.expect(202);
    let (_, token) = link(&api).await;
    let stored = api.readback().tokens().await;
    for method in [Method::GET, Method::HEAD] {
        let moved = api.send(Sent::new(method, &format!("/auth/restore%23token={token}"))).await.expect(303);
        assert_eq!(moved.header("location"), format!("/auth/restore#token={token}"));
        assert_eq!(moved.header("referrer-policy"), "no-referrer");
        assert_eq!((moved.header("cache-control"), moved.text.as_str()), ("no-store", ""));
    }
    for path in
        ["/about%23token=a", "/nowhere%23token=a", "//evil.example%23token=a", "/auth/reset%22token=a"]
    {
        assert_eq!(api.send(Sent::new(Method::GET, path)).await.expect(404).header("location"), "", "{path}");
    }
    assert_eq!(api.readback().tokens().await, stored, "nothing was written");
    api.redeem(&token).await.expect(200);
}

#[tokio::test]
async fn a_new_password_ends_every_session_and_the_old_password() {
    let (api, signed_in) = TestApi::with_applicant().await;
    let (second, bo) = (api.sign_in(ANA).await, api.applicant("bo@school.example").await);
    let identity = id_token(&api, "1", None).await;
    signed_in.post("/api/users/me/identities", &identity).await.expect(201);
    let grant = recovery_token_of(&api, ANA).await;
    api.with_token(&grant).put(RESET, &json!({"password": NEW})).await.expect(204);
    for caller in [&signed_in, &second] {
        caller.get("/api/users/me").await.problem(401, "session_revoked");
    }
    bo.get("/api/users/me").await.expect(200);
    let stranger = api.anonymous();
    stranger.post(SESSIONS, &credentials(PASSWORD)).await.problem(401, "invalid_credentials");
    stranger.post(SESSIONS, &credentials(NEW)).await.expect(201);
    assert!(api.readback().audit_actions().await.contains(&"password.reset".to_owned()));
    let mails = api.readback().mails().await;
    let notice = mails.iter().find(|mail| mail.kind == MailKind::PasswordChanged).expect("a notice");
    assert_eq!(notice.items.len(), 1, "the identity, with which an attacker could still sign in");
}

#[tokio::test]
async fn without_a_valid_grant_nothing_else_is_checked() {
    let (api, signed_in) = TestApi::with_applicant().await;
    let session = api.anonymous().post(SESSIONS, &credentials(PASSWORD)).await.expect(201);
    let bad = json!({"unknown": 1});
    api.anonymous().put(RESET, &bad).await.problem(401, "authentication_required");
    for caller in [&api.with_token("junk"), &signed_in, &api.with_token(&session.text_at("/refresh_token"))] {
        let answer = caller.put(RESET, &bad).await.problem(401, "recovery_expired");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    let query = Sent::new(Method::PUT, "/api/auth/recovery/password?unknown=1");
    api.with_token("junk").send(query).await.problem(401, "recovery_expired");
}

#[tokio::test]
async fn a_code_is_single_use_and_every_other_one_gets_the_same_response() {
    let api = TestApi::new().await;
    let (email, code) = sign_in_code(&api, ANA).await;
    let other = if code == "000000" { "000001" } else { "000000" };
    let mut seen = Vec::new();
    for (email, code) in [
        (email.as_str(), other),
        ("unknown@school.example", code.as_str()),
        ("no address", code.as_str()),
        (email.as_str(), "12345"),
    ] {
        let body = json!({"email": email, "code": code});
        let answer = api.anonymous().post("/api/auth/sessions/code", &body).await;
        seen.push(answer.problem(401, "code_invalid").visible());
    }
    seen.dedup();
    assert_eq!(seen.len(), 1);
    let body = json!({"email": email.to_uppercase(), "code": code});
    let session = api.anonymous().post("/api/auth/sessions/code", &body).await.expect(201);
    assert_eq!((session.text_at("/user/email").as_str(), session.methods()), (ANA, vec!["code"]));
    assert_eq!(session.text_at("/aal"), "aal1");
    api.anonymous().post("/api/auth/sessions/code", &body).await.problem(401, "code_invalid");
}
