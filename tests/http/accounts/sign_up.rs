//! Signing up and confirming an address.

use forum_tests::builders::NOON;
use forum_tests::harness::{PASSWORD, Ports, TestApi};
use serde_json::json;
use time::Duration;

use crate::support::mailed::{code_to, link_to};
use crate::support::requests::{sign_up_form, with_readback};

const SIGN_UP: &str = "/api/auth/signup";
const REDEEM: &str = "/api/auth/verifications";
const RESEND: &str = "/api/auth/verifications/resend";
const RECOVERY: &str = "/api/auth/recovery";
const CODES: &str = "/api/auth/codes";

/// The link's token and the code in the last mail to an address.
async fn secrets(api: &TestApi, email: &str) -> (String, String) {
    (link_to(api, email).await, code_to(api, email).await)
}

/// Neither the response nor the number of rows reveals who owns an address, or whether it has a mail with a code.
#[tokio::test]
async fn requests_for_a_mail_respond_and_write_alike_for_every_kind_of_address() {
    let (api, readback) = with_readback(Ports::new().await);
    api.applicant("taken@school.example").await;
    api.anonymous().post(SIGN_UP, &sign_up_form("pending@school.example")).await.expect(202);

    let disabled = api.applicant("disabled@school.example").await.get("/api/users/me").await.text_at("/id");
    readback.disable(disabled.parse().expect("an id"), NOON).await;

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
    let all = [
        ("/email", "required"),
        ("/first_name", "required"),
        ("/last_name", "required"),
        ("/password", "required"),
    ];
    let missing = stranger.post(SIGN_UP, &json!({})).await.problem(422, "validation_failed");
    assert_eq!(missing.field_errors(), all);
    let blank = json!({"email": " ", "password": "", "first_name": "", "last_name": " "});
    let blank = stranger.post(SIGN_UP, &blank).await.problem(422, "validation_failed");
    assert_eq!(blank.field_errors(), all);

    let wrong = json!({"email": "unknown", "password": PASSWORD, "last_name": "x".repeat(101)});
    let wrong = stranger.post(SIGN_UP, &wrong).await.problem(422, "validation_failed");
    let expected = [("/email", "invalid_email"), ("/first_name", "required"), ("/last_name", "too_long")];
    assert_eq!(wrong.field_errors(), expected);

    let mut controls = sign_up_form("ana@school.example");
    controls["first_name"] = json!("A\u{0}na");
    let answer = stranger.post(SIGN_UP, &controls).await.problem(422, "invalid_text");
    assert_eq!(answer.field_errors(), [("/first_name", "invalid_text")]);
    controls["first_name"] = json!("www.school.example");
    let answer = stranger.post(SIGN_UP, &controls).await.problem(422, "validation_failed");
    assert_eq!(answer.field_errors(), [("/first_name", "url_in_name")]);
}

#[tokio::test]
async fn a_weak_password_is_refused_with_reasons_rules_and_the_message_of_the_form() {
    let api = TestApi::new().await;
    let mut body = sign_up_form("ana@school.example");
    body["password"] = json!("abc1");
    let answer = api.anonymous().post(SIGN_UP, &body).await.problem(422, "weak_password");
    assert_eq!(answer.json["detail"], "Password does not meet complexity requirements");
    assert_eq!(answer.json["reasons"], json!(["length", "characters"]));
    let rules =
        json!({"lowercase": true, "uppercase": false, "number": true, "symbol": false, "length": false});
    assert_eq!(answer.json["rules"], rules);
    assert_eq!(answer.field_errors(), [("/password", "weak_password")]);
}

#[tokio::test]
async fn an_address_can_be_confirmed_by_a_code_and_all_wrong_secrets_get_the_same_response() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    let email = "ana@school.example";
    stranger.post(SIGN_UP, &sign_up_form(email)).await.expect(202);
    let (_, code) = secrets(&api, email).await;
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
async fn five_wrong_codes_block_codes_for_a_day_however_many_mails_are_requested() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    let email = "ana@school.example";
    let resend = async || {
        api.clock().advance(Duration::SECOND);
        stranger.post(RESEND, &json!({"email": email, "purpose": "verify_email"})).await.expect(202);
        secrets(&api, email).await
    };
    let types = async |code: &str| stranger.post(REDEEM, &json!({"email": email, "code": code})).await;
    stranger.post(SIGN_UP, &sign_up_form(email)).await.expect(202);
    let mut newest = secrets(&api, email).await;
    for _ in 0..5 {
        let wrong = if newest.1 == "000000" { "000001" } else { "000000" };
        types(wrong).await.problem(400, "token_invalid");
        newest = resend().await;
    }
    let (link, code) = newest;
    types(&code).await.problem(400, "token_invalid");
    api.clock().advance(Duration::days(1) + Duration::minutes(11));
    let (_, code) = resend().await;
    types(&code).await.expect(200);
    stranger.post(REDEEM, &json!({"token": link})).await.problem(400, "token_invalid");
}

#[tokio::test]
async fn a_verification_needs_either_the_token_or_the_address_with_the_code() {
    let api = TestApi::new().await;
    let table = [
        (json!({}), "validation_failed", "/token", "required"),
        (json!({"email": "a@school.example"}), "validation_failed", "/code", "required"),
        (json!({"code": "123456"}), "validation_failed", "/email", "required"),
        (json!({"token": "x", "code": "123456"}), "unknown_field", "/code", "unknown_field"),
        (json!({"token": "x", "code": null}), "unknown_field", "/code", "unknown_field"),
        (
            json!({"token": "x", "email": "a@school.example", "code": "123456"}),
            "unknown_field",
            "/token",
            "unknown_field",
        ),
    ];
    for (body, code, field, field_code) in table {
        let answer = api.anonymous().post(REDEEM, &body).await.problem(422, code);
        assert_eq!(answer.field_errors(), [(field, field_code)], "{body}");
    }
}

#[tokio::test]
async fn requesting_another_mail_checks_the_address_and_the_purpose() {
    let api = TestApi::new().await;
    let table = [
        (json!({"email": "x", "purpose": "verify_email"}), "/email", "invalid_email"),
        (json!({"purpose": "verify_email"}), "/email", "required"),
        (json!({"email": "a@school.example"}), "/purpose", "required"),
        (json!({"email": "a@school.example", "purpose": "recovery"}), "/purpose", "invalid_choice"),
    ];
    for (body, field, code) in table {
        let answer = api.anonymous().post(RESEND, &body).await.problem(422, "validation_failed");
        assert_eq!(answer.field_errors(), [(field, code)], "{body}");
    }
}
