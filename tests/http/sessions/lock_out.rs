//! A stranger who knows an address and exhausts its limits cannot lock out its owner and learns nothing about them.

use std::net::IpAddr;

use forum_domain::limits::RateLimit;
use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, PASSWORD, Ports, Sent, TestApi};
use forum_tests::readback::Readback;
use http::Method;
use serde_json::json;

use crate::support::requests::{NEW_PASSWORD, from, home, limited, mail_requests, post, sign_up_form};
use crate::support::sign_in_methods::{code_to, link_to};

const ANA: &str = "ana@school.example";
const SESSIONS: &str = "/api/auth/sessions";
const RECOVERY: &str = "/api/auth/recovery";
const CODES: &str = "/api/auth/codes";
const SIGN_UP: &str = "/api/auth/signup";
/// More than any limit of an address allows at once.
const MANY: u8 = 50;

async fn sign_in(api: &TestApi, peer: IpAddr, email: &str, password: &str) -> Answer {
    post(api, peer, SESSIONS, &json!({"email": email, "password": password})).await
}

async fn mails(readback: &Readback, kind: MailKind, to: &str) -> usize {
    let all = readback.mails().await;
    all.iter().filter(|mail| mail.kind == kind && mail.to == to).count()
}

/// Sends more wrong passwords for the address, each from another network, than are allowed.
async fn exhaust_passwords(api: &TestApi, email: &str) {
    for network in 100..100 + MANY {
        sign_in(api, from(network), email, "Wrong-9-password").await;
    }
}

#[tokio::test]
async fn sign_ups_by_a_stranger_block_neither_recovery_codes_nor_confirmations() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    let requests = mail_requests(ANA);
    for _ in 0..MANY {
        post(&api, from(9), SIGN_UP, &requests[0].1).await;
    }
    for (path, body) in &requests[1..] {
        let before = api.readback().mails().await.len();
        post(&api, from(8), path, body).await.expect(202);
        assert_eq!(api.readback().mails().await.len(), before + 1, "{path}");
    }
    assert_eq!(mails(api.readback(), MailKind::Recovery, ANA).await, 1);
    assert_eq!(mails(api.readback(), MailKind::SignInCode, ANA).await, 1);
}

#[tokio::test]
async fn an_owner_on_a_known_network_gets_mail_after_others_exhaust_the_limit() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    for (path, body) in mail_requests(ANA) {
        for network in 0..MANY {
            post(&api, from(network), path, &body).await;
        }
        for (peer, more) in [(from(8), 0), (home(), 1)] {
            let before = api.readback().mails().await.len();
            post(&api, peer, path, &body).await.expect(202);
            assert_eq!(api.readback().mails().await.len(), before + more, "{path} from {peer}");
        }
    }
}

#[tokio::test]
async fn an_exhausted_password_limit_gives_the_same_response_on_known_and_other_networks() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    exhaust_passwords(&api, ANA).await;
    exhaust_passwords(&api, "unknown@school.example").await;
    let stranger = sign_in(&api, from(8), "unknown@school.example", "Wrong-9-password").await.visible();
    assert_eq!(stranger.0, 429);
    for network in 0..MANY {
        let peer = if network % 2 == 0 { home() } else { from(network) };
        for email in [ANA, "unknown@school.example"] {
            let answer = sign_in(&api, peer, email, "Wrong-9-password").await;
            assert_eq!(answer.visible(), stranger, "{email} from {peer}");
        }
        if network == 20 {
            sign_in(&api, home(), ANA, PASSWORD).await.expect(201);
        }
    }
}

/// Otherwise a stranger could guess in one network and see in another whether it counted.
#[tokio::test]
async fn wrong_passwords_count_the_same_on_known_and_other_networks() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    api.applicant("disabled@school.example").await.disable().await;
    let pending = sign_up_form("pending@school.example");
    post(&api, from(1), SIGN_UP, &pending).await.expect(202);
    let mut answers = Vec::new();
    for name in ["ana", "unknown", "pending", "disabled"] {
        let email = &format!("{name}@school.example");
        for _ in 0..5 {
            sign_in(&api, home(), email, "Wrong-9-password").await.problem(401, "invalid_credentials");
        }
        let mut of_address = Vec::new();
        for network in 100..100 + MANY {
            let answer = sign_in(&api, from(network), email, "Wrong-9-password").await;
            of_address.push((answer.status, answer.header("retry-after").to_owned()));
        }
        answers.push(of_address);
    }
    assert!(answers[0].iter().any(|(status, _)| *status == 429));
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[tokio::test]
async fn an_owner_on_a_known_network_signs_in_although_the_network_is_limited() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    for index in 0..101 {
        sign_in(&api, home(), &format!("unknown{index}@school.example"), "Wrong-9-password").await;
    }
    let refused =
        sign_in(&api, home(), "unknown@school.example", PASSWORD).await.problem(429, "rate_limited");
    let wrong = sign_in(&api, home(), ANA, "Wrong-9-password").await.problem(429, "rate_limited");
    assert_eq!(wrong.visible(), refused.visible());
    sign_in(&api, home(), ANA, PASSWORD).await.expect(201);
}

#[tokio::test]
async fn an_attempt_refused_by_one_limit_takes_no_token_of_another() {
    let api = limited(Ports::new().await);
    let ask = |email: &str| json!({"email": email});
    for _ in 0..MANY {
        post(&api, from(9), RECOVERY, &ask(ANA)).await;
    }
    post(&api, from(9), RECOVERY, &ask("bo@school.example")).await.expect(202);
    // A limited network uses up no address.
    for index in 0..RateLimit::RECOVERIES.burst {
        post(&api, from(7), RECOVERY, &ask(&format!("other{index}@school.example"))).await.expect(202);
    }
    api.applicant("cy@school.example").await;
    for _ in 0..MANY {
        post(&api, from(7), RECOVERY, &ask("cy@school.example")).await.problem(429, "rate_limited");
    }
    post(&api, from(8), RECOVERY, &ask("cy@school.example")).await.expect(202);
    assert_eq!(mails(api.readback(), MailKind::Recovery, "cy@school.example").await, 1);
}

/// Recovery that an attacker cannot block.
#[tokio::test]
async fn a_new_password_works_on_the_network_where_it_was_chosen_despite_the_limit() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    exhaust_passwords(&api, ANA).await;
    sign_in(&api, from(8), ANA, PASSWORD).await.problem(429, "rate_limited");
    post(&api, from(8), RECOVERY, &json!({"email": ANA})).await.expect(202);
    let token = link_to(&api, ANA).await;
    let granted = post(&api, from(8), "/api/auth/verifications", &json!({"token": token})).await.expect(200);
    let grant = granted.text_at("/recovery_token");
    let set = Sent { peer: from(8), ..Sent::new(Method::PUT, "/api/auth/recovery/password") };
    let set = set.header("authorization", format!("Bearer {grant}"));
    api.send(set.json(&json!({"password": NEW_PASSWORD}))).await.expect(204);
    sign_in(&api, from(7), ANA, NEW_PASSWORD).await.problem(429, "rate_limited");
    sign_in(&api, from(8), ANA, NEW_PASSWORD).await.expect(201);
}

/// Tokens cannot be given back, and networks cannot be stored.
const BOOKKEEPING_FAILS: &str = "
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no bookkeeping today'; end $$;
    create trigger refuse before update on rate_limits for each row when (new.full_at < old.full_at)
        execute function refuse();
    create trigger refuse before insert or update on known_networks for each row execute function refuse()";

#[tokio::test]
async fn a_success_is_reported_although_updating_the_limits_fails() {
    let api = TestApi::unchecked().await;
    api.applicant(ANA).await;
    api.anonymous().post(CODES, &json!({"email": ANA})).await.expect(202);
    sqlx::raw_sql(BOOKKEEPING_FAILS).execute(api.ports.pool()).await.expect("created triggers");
    sign_in(&api, home(), ANA, PASSWORD).await.expect(201);
    let body = json!({"email": ANA, "code": code_to(&api, ANA).await});
    post(&api, home(), "/api/auth/sessions/code", &body).await.expect(201);
    let weak = json!({"email": ANA, "password": "weak", "first_name": "Ida", "last_name": "Ek"});
    post(&api, home(), SIGN_UP, &weak).await.problem(422, "weak_password");
}
