//! `Idempotency-Key` on the POSTs that send mails or change something: a repeated request has no second effect and gets
//! the first response, and a key reveals nothing to other clients.

use std::net::IpAddr;

use forum_domain::limits::RateLimit;
use forum_tests::harness::{Answer, PASSWORD, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{from, limited, mail_requests, post, sign_up_form};
use crate::support::sign_in_methods::id_token;

const ANA: &str = "ana@school.example";
const TEMPLATE: &str = "/api/admin/email-templates/application_approved/test";
const MAILS: [&str; 4] =
    ["/api/auth/signup", "/api/auth/verifications/resend", "/api/auth/recovery", "/api/auth/codes"];

/// A request for a mail to this address. `other` gives another body with the same address.
fn body(path: &str, email: &str, other: bool) -> Value {
    let mut requests = mail_requests(email).into_iter();
    let (_, mut body) = requests.find(|(known, _)| *known == path).expect("a request for a mail");
    match path {
        _ if !other => {}
        "/api/auth/signup" => body["first_name"] = "Eve".into(),
        "/api/auth/verifications/resend" => body["purpose"] = "change_email".into(),
        _ => body["email"] = email.to_uppercase().into(),
    }
    body
}

async fn under(api: &TestApi, peer: IpAddr, key: &str, path: &str, body: &Value) -> Answer {
    api.send(Sent { peer, ..Sent::new(Method::POST, path) }.header("idempotency-key", key).json(body)).await
}

fn is_replay(answer: &Answer) -> bool {
    answer.header("idempotency-replayed") == "true"
}

#[tokio::test]
async fn a_repeated_request_for_a_mail_sends_none_and_gets_the_first_response() {
    let api = TestApi::new().await;
    api.applicant(ANA).await;
    for path in MAILS {
        for email in [ANA, "unknown@school.example"] {
            let wanted = body(path, email, false);
            let first = under(&api, from(1), "k", path, &wanted).await.expect(202);
            let before = api.readback().mails().await.len();
            for _ in 0..2 {
                let again = under(&api, from(1), "k", path, &wanted).await.expect(202);
                assert!(is_replay(&again) && !is_replay(&first), "{path}");
                assert_eq!(again.text, first.text, "{path}");
            }
            let reused = under(&api, from(1), "k", path, &body(path, email, true)).await;
            reused.problem(422, "idempotency_key_reused");
            assert_eq!(api.readback().mails().await.len(), before, "{path}");

            api.clock().advance(Duration::hours(24));
            assert!(!is_replay(&under(&api, from(1), "k", path, &wanted).await.expect(202)), "{path}");
            assert!(api.readback().mails().await.len() > before, "{path}");
        }
    }
}

/// A client elsewhere, or one that asks about another address, neither learns that the key was used nor uses it up.
#[tokio::test]
async fn a_key_belongs_to_one_network_and_address() {
    let api = TestApi::new().await;
    for path in MAILS {
        let wanted = body(path, ANA, false);
        assert!(!is_replay(&under(&api, from(1), "k", path, &wanted).await.expect(202)));
        assert!(!is_replay(&under(&api, from(2), "k", path, &wanted).await.expect(202)), "another network");
        let other = body(path, "bo@school.example", false);
        assert!(!is_replay(&under(&api, from(1), "k", path, &other).await.expect(202)), "another address");
        assert!(is_replay(&under(&api, from(1), "k", path, &wanted).await.expect(202)));
    }
}

/// Each address is asked about from a network of its own, so that complete responses can be compared.
#[tokio::test]
async fn neither_a_replay_nor_a_header_reveals_a_used_up_limit_or_a_known_network() {
    let api = limited(Ports::new().await);
    for name in ["confirmed", "used-up"] {
        api.applicant(&format!("{name}@school.example")).await;
    }
    for network in 100..110 {
        for (path, body) in mail_requests("used-up@school.example") {
            under(&api, from(network), "x", path, &body).await.expect(202);
        }
    }
    let right = json!({"email": "used-up@school.example", "password": PASSWORD});
    post(&api, from(13), "/api/auth/sessions", &right).await.expect(201);
    let sign_up = sign_up_form("unconfirmed@school.example");
    post(&api, from(12), "/api/auth/signup", &sign_up).await.expect(202);
    // The limits of these networks are full again. Those of the address are not.
    api.clock().advance(Duration::minutes(5));
    let mut seen = Vec::new();
    for (network, name) in
        [(10, "unknown"), (11, "confirmed"), (12, "unconfirmed"), (13, "used-up"), (14, "used-up")]
    {
        let email = format!("{name}@school.example");
        let mut answers = Vec::new();
        for path in MAILS {
            for (key, other) in [("k", false), ("k", false), ("k", true), ("l", false), ("l", false)] {
                answers.push(under(&api, from(network), key, path, &body(path, &email, other)).await);
            }
            for _ in 0..3 {
                answers.push(post(&api, from(network), path, &body(path, &email, false)).await);
            }
        }
        let complete = |answer: Answer| {
            let mut headers = answer.headers.clone();
            headers.remove("x-request-id");
            (answer.visible().1, headers)
        };
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).take(6).collect();
        assert_eq!(statuses, [202, 202, 422, 202, 202, 202], "{name}");
        assert!(answers[5].header("ratelimit-policy").starts_with("\"requests\""), "{name}");
        seen.push(answers.into_iter().map(complete).collect::<Vec<_>>());
    }
    for other in &seen[1..] {
        assert_eq!(*other, seen[0]);
    }
}

/// The reserve serves the owner nevertheless, and a replay would reveal that.
#[tokio::test]
async fn a_request_refused_by_the_limit_of_the_network_is_not_replayed() {
    let api = limited(Ports::new().await);
    api.applicant(ANA).await;
    let right = json!({"email": ANA, "password": PASSWORD});
    post(&api, from(13), "/api/auth/sessions", &right).await.expect(201);
    let recover =
        async |email: &str| under(&api, from(13), "k", "/api/auth/recovery", &json!({"email": email})).await;
    for index in 0..RateLimit::RECOVERIES.burst {
        recover(&format!("other-{index}@school.example")).await.expect(202);
    }
    let emails = [ANA, "unknown@school.example"];
    for email in emails {
        recover(email).await.problem(429, "rate_limited");
    }
    api.clock().advance(Duration::minutes(15));
    for email in emails {
        assert!(!is_replay(&recover(email).await.expect(202)), "{email}");
    }
}

#[tokio::test]
async fn a_repeated_act_of_an_administrator_has_no_second_effect() {
    let (api, boss) = TestApi::with_admin().await;
    let ana = api.applicant(ANA).await;
    let id = ana.apply().await;
    let decision = format!("/api/admin/applications/{id}/decision");
    let approved = json!({"decision": "approved", "note": "Called."});
    let texts = json!({"subject": "Hello", "html_content": "<p>Hello</p>"});
    for (path, body, other) in [
        (&*decision, &approved, json!({"decision": "rejected"})),
        (TEMPLATE, &texts, json!({"subject": "Bye", "html_content": "<p>Bye</p>"})),
    ] {
        let first = boss.keyed("k", path, body).await;
        assert!([200, 202].contains(&first.status), "{}", first.text);
        let rows = async || (api.readback().mails().await.len(), api.readback().audit().await.len());
        let before = rows().await;
        let again = boss.keyed("k", path, body).await.expect(first.status);
        assert!(is_replay(&again) && !is_replay(&first), "{path}");
        assert_eq!((&again.text, again.media_type()), (&first.text, first.media_type()), "{path}");
        boss.keyed("k", path, &other).await.problem(422, "idempotency_key_reused");
        assert_eq!(rows().await, before, "{path}");
    }
    // Another administrator has other keys.
    let other = api.admin("other@forum.example").await;
    other.keyed("k", &decision, &approved).await.problem(409, "application_already_decided");
    ana.keyed("k", &decision, &approved).await.problem(403, "forbidden");
}

#[tokio::test]
async fn an_identity_is_linked_once_under_a_key() {
    let (api, ana) = TestApi::with_applicant().await;
    let token = id_token(&api, "1", None).await;
    let proof = json!({"provider": "school", "id_token": token["id_token"], "nonce": token["nonce"]});
    let path = "/api/users/me/identities";
    let first = ana.keyed("k", path, &proof).await.expect(201);
    let mails = api.readback().mails().await.len();
    // Without the key, the nonce is used up.
    ana.post(path, &proof).await.problem(401, "id_token_invalid");
    let again = ana.keyed("k", path, &proof).await.expect(201);
    assert!(is_replay(&again));
    assert_eq!(again.text, first.text);
    assert_eq!(api.readback().mails().await.len(), mails);
    let other = json!({"provider": "school", "id_token": token["id_token"], "nonce": "other"});
    ana.keyed("k", path, &other).await.problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_refused_request_keeps_no_record() {
    let api = TestApi::new().await;
    let weak = json!({"email": ANA, "password": "weak", "first_name": "Ana", "last_name": "Li"});
    under(&api, from(1), "k", MAILS[0], &weak).await.problem(422, "weak_password");
    under(&api, from(1), "k", MAILS[0], &sign_up_form(ANA)).await.expect(202);
}
