//! Signing up and confirming an address.

use forum_tests::harness::{Ports, TestApi};
use serde_json::json;

use crate::support::mailed::code_to;
use crate::support::requests::{disable, sign_up_form, with_readback};

const SIGN_UP: &str = "/api/auth/signup";
const REDEEM: &str = "/api/auth/verifications";
const RESEND: &str = "/api/auth/verifications/resend";
const RECOVERY: &str = "/api/auth/recovery";
const CODES: &str = "/api/auth/codes";

/// Neither the response nor the number of rows reveals who owns an address, or whether it has a mail with a code.
#[tokio::test]
async fn requests_for_a_mail_respond_and_write_alike_for_every_kind_of_address() {
    let (api, readback) = with_readback(Ports::new().await);
    api.applicant("taken@school.example").await;
    api.anonymous().post(SIGN_UP, &sign_up_form("pending@school.example")).await.expect(202);

    disable(&readback, &api.applicant("disabled@school.example").await).await;
    api.run_mail().await;

    let addresses = ["new", "pending", "taken", "disabled"].map(|name| format!("{name}@school.example"));
    let rows = async || {
        let (registrations, tokens) = (readback.registrations().await, readback.tokens().await);
        [registrations, tokens, readback.mails().await.len() as u64]
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
            let before = readback.tokens().await;
            let wrong = json!({"email": email, "code": "00000"});
            let answer = api.anonymous().post(path, &wrong).await;
            assert_eq!(answer.code(), code, "{email}");
            assert_eq!(readback.tokens().await, before + 1, "{path} counts a wrong code for {email}");
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
