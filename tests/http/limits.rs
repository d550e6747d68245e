//! Rate limits: each limit lets its burst pass and then says when to retry, no user is locked out for good, a limit
//! reveals nothing about an address, and headers show clients the state of their own limits.

use std::sync::Arc;

use forum_domain::headshots::ImageKind;
use forum_domain::limits::RateLimit;
use forum_tests::faults::ExhaustedLimiter;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::memory::{PlainHasher, plain_image};
use http::Method;
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::support::requests::{
    Owner, contact_form, draft, from, home, ids, limited, new_session, post, sign_up_form,
};
use crate::support::sign_in_methods::sign_in_code;

const SESSIONS: &str = "/api/auth/sessions";
const EXPORT: &str = "/api/users/me/export";
const RESEND: &str = "/api/auth/verifications/resend";

/// The operations that a limit besides the one on all requests refuses. Those that mail a submitted address answer as always,
/// and send nothing.
const LIMITED: [&str; 53] = [
    "accept_invitation",
    "begin_authorization",
    "challenge_factor",
    "challenge_passkey",
    "change_email",
    "change_password",
    "change_subscription_preferences",
    "confirm_subscription",
    "create_nonce",
    "create_recovery_codes",
    "create_session",
    "create_session_by_code",
    "create_session_by_factor",
    "create_session_by_id_token",
    "create_session_by_passkey",
    "create_session_by_pkce",
    "create_session_by_wallet",
    "create_wallet_nonce",
    "decide_application",
    "decide_applications",
    "delete_current_user",
    "end_subscription",
    "end_subscription_by_one_click",
    "enrol_factor",
    "export_current_user",
    "finish_authorization",
    "get_subscription_preferences",
    "link_identity",
    "mark_application",
    "preview_decisions",
    "preview_email_template",
    "reauthenticate_session",
    "redeem_verification",
    "refresh_session",
    "remove_factor",
    "rename_factor",
    "report_browser_error",
    "request_changes",
    "resend_user_verification",
    "save_draft",
    "send_contact_message",
    "send_invitation",
    "set_recovery_password",
    "set_selection",
    "submit_application",
    "test_email_template",
    "undo_decision",
    "undo_decisions",
    "unlink_identity",
    "unmark_application",
    "update_current_user",
    "upload_headshot",
    "verify_factor",
];

#[tokio::test]
async fn every_operation_but_health_and_readiness_takes_from_the_limit_on_all_requests() {
    // One request, and the next one after 40 s.
    let factor = 1.0 / f64::from(RateLimit::REQUESTS.burst);
    let api = TestApi::with(Ports::new().await.with(|program| program.limits_factor = factor));
    api.anonymous().get("/api/applications/mine").await.problem(401, "authentication_required");
    let mut unlimited = Vec::new();
    for operation in api.document().operations() {
        let path = operation.path.split('/').map(|part| if part.starts_with('{') { "no-id" } else { part });
        let path = format!("/api{}", path.collect::<Vec<_>>().join("/"));
        let method = operation.method.to_uppercase().parse().expect("a method");
        if api.send(Sent::new(method, &path)).await.status != 429 {
            unlimited.push(operation.id().to_owned());
        }
    }
    assert_eq!(unlimited, ["get_health", "get_readiness"]);
}

#[tokio::test]
async fn operations_that_guess_store_or_send_take_from_a_limit_of_their_own() {
    let calm = TestApi::unchecked().await;
    let owner = Owner::new(&calm, "a").await;
    // The owner has a second factor.
    calm.applicant("ana@school.example").await;
    calm.admin("admin@forum.example").await;
    let limiter = Arc::new(ExhaustedLimiter);
    let api = TestApi::with(calm.ports.clone().with(|program| program.limiter = limiter));
    let signed_in = async |email: &str| new_session(&calm, email).await.text_at("/access_token");
    let admin = api.with_token(&signed_in("admin@forum.example").await);
    let caller = api.with_token(&signed_in("ana@school.example").await);
    let grant = api.with_token(&owner.grant);
    let mut limited = Vec::new();
    for request in owner.requests() {
        let sender = match request.operation {
            "set_recovery_password" => &grant,
            _ if request.path.starts_with("/api/admin") => &admin,
            _ => &caller,
        };
        if request.send(sender).await.status == 429 {
            limited.push(request.operation);
        }
    }
    limited.sort_unstable();
    assert_eq!(limited, LIMITED);
}

fn credentials(email: &str, password: &str) -> Value {
    json!({"email": email, "password": password})
}

fn wrong(email: &str) -> Value {
    credentials(email, "Wrong-9-password")
}

fn browser_error() -> Value {
    json!({"kind": "error", "name": "TypeError", "route": "/apply", "frames": ["app.js:1:2"]})
}

fn resend(email: &str) -> Value {
    json!({"email": email, "purpose": "verify_email"})
}

fn posted<'a>(path: &'a str, body: &Value) -> Sent<'a> {
    Sent::new(Method::POST, path).json(body)
}

/// The burst passes, the next request gets the wait, and after it one request passes.
async fn reaches(api: &TestApi, limit: &RateLimit, send: impl AsyncFn(u32) -> Answer) {
    for index in 0..limit.burst {
        let answer = send(index).await;
        assert_ne!(answer.status, 429, "{} after {index}: {}", limit.name, answer.text);
    }
    let refused = send(limit.burst).await.problem(429, "rate_limited");
    let seconds = limit.refill.as_seconds_f64().ceil().to_string();
    assert_eq!(refused.header("retry-after"), seconds, "{}", limit.name);
    api.clock().advance(limit.refill);
    assert_ne!(send(limit.burst + 1).await.status, 429, "{}", limit.name);
    send(limit.burst + 2).await.problem(429, "rate_limited");
}

#[tokio::test]
async fn each_limit_of_a_network_lets_its_burst_pass_and_then_names_the_wait() {
    let api = limited(Ports::new().await);
    let unknown = |index: u32| format!("unknown{index}@school.example");
    let (one, other) = (from(1), from(2));
    let subscription = |index| json!({"email": unknown(index), "form": "home"});
    let (token, refresh) = (json!({"token": "x"}), json!({"refresh_token": "x"}));
    type Row<'a> = (&'a RateLimit, &'a str, &'a dyn Fn(u32) -> Value, u16);
    let table: [Row<'_>; 8] = [
        (&RateLimit::PASSWORDS_FROM_NETWORK, SESSIONS, &|index| wrong(&unknown(index)), 401),
        (&RateLimit::SIGN_UPS, "/api/auth/signup", &|index| sign_up_form(&unknown(index)), 202),
        (&RateLimit::RESENDS, RESEND, &|index| resend(&unknown(index)), 202),
        (&RateLimit::REDEMPTIONS, "/api/auth/verifications", &|_| token.clone(), 400),
        (&RateLimit::REFRESHES, "/api/auth/sessions/refresh", &|_| refresh.clone(), 401),
        (&RateLimit::SUBSCRIPTIONS, "/api/newsletter/subscriptions", &subscription, 202),
        (&RateLimit::SUBSCRIPTION_LINKS, "/api/newsletter/unsubscriptions", &|_| token.clone(), 400),
        (&RateLimit::BROWSER_ERRORS, "/api/errors", &|_| browser_error(), 204),
    ];
    for (limit, path, body, passes) in table {
        reaches(&api, limit, async |index| post(&api, one, path, &body(index)).await).await;
        post(&api, other, path, &body(1_000)).await.expect(passes);
    }

    // The limit on everything else.
    let (third, get) = (from(3), |peer, path| Sent { peer, ..Sent::new(Method::GET, path) });
    reaches(&api, &RateLimit::REQUESTS, async |_| api.send(get(third, "/api/users/me")).await).await;
    let photo = get(third, "/storage/headshots/x/headshot-1.png");
    assert_eq!(api.send(photo).await.status, 429);
    api.send(get(third, "/api/health")).await.expect(200);
    api.send(get(third, "/api/ready")).await.expect(200);
    assert_eq!(api.send(get(third, "/about")).await.status, 200);
    api.send(get(other, "/api/users/me")).await.problem(401, "authentication_required");
}

#[tokio::test]
async fn messages_are_limited_for_a_network_for_an_address_and_in_all() {
    let api = limited(Ports::new().await);
    let write = async |network: u8, email: &str| {
        post(&api, from(network), "/api/contact-messages", &contact_form(email)).await
    };
    let other = |index: u32| format!("writer{index}@school.example");
    reaches(&api, &RateLimit::CONTACT_FROM_NETWORK, async |index| write(1, &other(index)).await).await;
    let same = "writer@school.example";
    reaches(&api, &RateLimit::CONTACT_OF_ADDRESS, async |index| write(10 + index as u8, same).await).await;
    api.clock().advance(Duration::DAY + Duration::DAY);
    reaches(&api, &RateLimit::CONTACT_MESSAGES, async |index| {
        write(20 + (index / 10) as u8, &other(1_000 + index)).await
    })
    .await;
    assert_eq!(shown(&write(99, "x@school.example").await.problem(429, "rate_limited")), ("", ""));
}

#[tokio::test]
async fn each_limit_of_an_address_counts_all_networks_together() {
    let api = limited(Ports::new().await);
    let network = |index: u32| from(u8::try_from(index).expect("a small index"));
    let ana = |index: u32| if index.is_multiple_of(2) { "ana@school.example" } else { "Ana@School.example" };
    reaches(&api, &RateLimit::PASSWORDS_OF_ADDRESS, async |index| {
        post(&api, network(index), SESSIONS, &wrong(ana(index))).await
    })
    .await;
    let in_one = async |email: &str| post(&api, from(99), SESSIONS, &wrong(email)).await;
    let bo = "bo@school.example";
    reaches(&api, &RateLimit::PASSWORDS_IN_NETWORK, async |_| in_one(bo).await).await;
    in_one("cy@school.example").await.problem(401, "invalid_credentials");
}

#[tokio::test]
async fn each_limit_of_a_user_counts_only_that_user() {
    let api = limited(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let bo = api.applicant("bo@school.example").await;
    let (boss, chief) = (api.admin("boss@forum.example").await, api.admin("chief@forum.example").await);
    let texts = json!({"subject": "Hello", "html_content": "<p>Hello</p>"});
    let template = "/api/admin/email-templates/application_approved";
    let [preview, test] = ["preview", "test"].map(|act| format!("{template}/{act}"));
    let ask = format!("/api/admin/applications/{}/change-requests", Uuid::nil());
    let confirm = format!("/api/admin/users/{}/verification-mail", Uuid::nil());
    let name = |index| json!({"first_name": format!("Ana{index}")});
    let (users, admins) = ([&ana, &bo], [&boss, &chief]);
    type Row<'a> = (&'a RateLimit, [&'a Caller; 2], &'a dyn Fn(u32) -> Sent<'a>, u16);
    let table: [Row<'_>; 8] = [
        (&RateLimit::SUBMISSIONS, users, &|_| posted("/api/applications", &Caller::wizard()), 201),
        (
            &RateLimit::UPLOADS,
            users,
            &|_| Sent::new(Method::POST, "/api/headshots").photo("me.png", b"none"),
            415,
        ),
        (
            &RateLimit::DRAFTS,
            users,
            &|_| Sent::new(Method::PUT, "/api/applications/draft").header("if-match", "*").json(&draft()),
            409,
        ),
        (&RateLimit::EMAIL_PREVIEWS, admins, &|_| posted(&preview, &texts), 200),
        (&RateLimit::TEST_EMAILS, admins, &|_| posted(&test, &texts), 202),
        (&RateLimit::CHANGE_REQUESTS, admins, &|_| posted(&ask, &json!({"message": "Which city?"})), 404),
        (&RateLimit::CONFIRMATIONS_AGAIN, admins, &|_| Sent::new(Method::POST, &confirm), 404),
        (
            &RateLimit::RENAMES,
            users,
            &|index| Sent::new(Method::PATCH, "/api/users/me").json(&name(index)),
            200,
        ),
    ];
    for (limit, [one, other], request, passes) in table {
        reaches(&api, limit, async |index| one.send(request(index)).await).await;
        other.send(request(0)).await.expect(passes);
    }
    // Everything that asks for the current password counts together, right or wrong.
    let try_password = async |caller: &Caller, index: u32| {
        let new = format!("new{index}@school.example");
        match index % 3 {
            0 => change_email(caller, &new, "wrong").await,
            1 => {
                let body = json!({"current_password": "wrong", "password": "Quiet-Brook-43"});
                caller.put("/api/users/me/password", &body).await
            }
            _ => {
                let request = Sent::new(Method::DELETE, "/api/users/me");
                caller.send(request.json(&json!({"current_password": "wrong"}))).await
            }
        }
    };
    reaches(&api, &RateLimit::PASSWORDS_OF_USER, async |index| try_password(&ana, index).await).await;
    for index in 0..3 {
        try_password(&bo, index).await.problem(401, "invalid_credentials");
    }
    change_email(&ana, "new@school.example", PASSWORD).await.problem(429, "rate_limited");
    // The waits outlast the access tokens.
    let ana = api.sign_in("ana@school.example").await;
    reaches(&api, &RateLimit::EXPORTS, async |_| ana.get(EXPORT).await).await;
    let bo = api.sign_in("bo@school.example").await;
    bo.get(EXPORT).await.expect(200);
}

#[tokio::test]
async fn a_repeated_request_is_answered_although_its_limit_is_reached() {
    let api = limited(Ports::new().await);
    let (ana, boss) = (api.applicant("ana@school.example").await, api.admin("boss@forum.example").await);
    let (image, wizard) = (plain_image(ImageKind::Png, 64, 64), Caller::wizard());
    let decision = json!({"ids": [Uuid::nil()], "decision": "approved"});
    let (photos, desk) = ("/api/headshots", "/api/admin/applications/decisions");
    let sent = |key: &str| Sent::new(Method::POST, photos).header("idempotency-key", key);
    let upload = async |key: &str| ana.send(sent(key).photo("me.png", &image)).await;
    let submit = async |key: &str| ana.keyed(key, "/api/applications", &wizard).await;
    let decide = async |key: &str| boss.keyed(key, desk, &decision).await;
    api.anonymous().post("/api/auth/signup", &sign_up_form("bo@school.example")).await.expect(202);
    let unverified = boss.get("/api/admin/users?state=unverified").await.expect(200);
    let confirm = format!("/api/admin/users/{}/verification-mail", ids(&unverified.json)[0]);
    let confirm =
        async |key: &str| boss.send(Sent::new(Method::POST, &confirm).header("idempotency-key", key)).await;
    let all = async |key: &str| [upload(key).await, submit(key).await, decide(key).await, confirm(key).await];
    let first = all("k").await;
    for index in 1..=RateLimit::BULK_DECISIONS.burst {
        all(&index.to_string()).await;
    }
    for refused in all("new").await {
        refused.problem(429, "rate_limited");
    }
    for (again, first) in all("k").await.iter().zip(&first) {
        assert_eq!((again.status, again.header("idempotency-replayed")), (first.status, "true"));
        assert_eq!(again.json, first.json);
    }
}

async fn change_email(caller: &Caller, to: &str, password: &str) -> Answer {
    caller.put("/api/users/me/email", &json!({"email": to, "current_password": password})).await
}

/// The limit counts the mails to an address from all accounts.
#[tokio::test]
async fn a_change_of_address_counts_as_a_mail_to_the_new_one() {
    let api = limited(Ports::new().await);
    api.applicant("ana@school.example").await;
    api.applicant("bo@school.example").await;
    let wanted = "wanted@school.example";
    reaches(&api, &RateLimit::CHANGE_MAILS, async |index| {
        // Access tokens expire while the bucket refills.
        let email = if index.is_multiple_of(2) { "ana@school.example" } else { "bo@school.example" };
        change_email(&api.sign_in(email).await, wanted, PASSWORD).await
    })
    .await;
    let ana = api.sign_in("ana@school.example").await;
    change_email(&ana, "another@school.example", PASSWORD).await.expect(202);
}

#[tokio::test]
async fn password_guesses_from_many_networks_are_limited_and_the_owner_still_signs_in() {
    let hasher = Arc::new(PlainHasher::default());
    let counting = hasher.clone();
    let api = limited(Ports::new().await.with(|program| program.hasher = counting));
    // The owner is known on the network of the harness by a password, and on another one by a code.
    let (email, code) = sign_in_code(&api, "ana@school.example").await;
    post(&api, from(5), "/api/auth/sessions/code", &json!({"email": email, "code": code})).await.expect(201);
    let before = hasher.calls();
    let wrong = wrong(&email);
    let guess = async || {
        let mut refused = 0;
        for index in 0..200_u8 {
            let answer = post(&api, from(10 + index), SESSIONS, &wrong).await;
            refused += u32::from(answer.status == 429);
        }
        refused
    };
    assert_eq!(guess().await, 200 - RateLimit::PASSWORDS_OF_ADDRESS.burst);
    assert_eq!(hasher.calls() - before, RateLimit::PASSWORDS_OF_ADDRESS.burst as usize);
    let right = credentials(&email, PASSWORD);
    for (network, status) in [(from(9), 429), (home(), 201), (from(5), 201)] {
        post(&api, network, SESSIONS, &right).await.expect(status);
    }
    // A network is known for 90 days.
    api.clock().advance(Duration::days(90));
    guess().await;
    post(&api, home(), SESSIONS, &right).await.problem(429, "rate_limited");
}

#[tokio::test]
async fn right_passwords_and_invalid_sign_ups_do_not_count() {
    let api = limited(Ports::new().await);
    api.applicant("ana@school.example").await;
    let signs_in = async || post(&api, from(1), SESSIONS, &credentials("ana@school.example", PASSWORD)).await;
    // The applicant has signed in once.
    for _ in 0..RateLimit::SIGN_INS.burst - 1 {
        signs_in().await.expect(201);
    }
    signs_in().await.problem(429, "rate_limited");
    let mut form = sign_up_form("bo@school.example");
    form["password"] = json!("weak");
    for _ in 0..2 * RateLimit::SIGN_UPS.burst {
        post(&api, from(1), "/api/auth/signup", &form).await.expect(422);
    }
    form["password"] = json!(PASSWORD);
    post(&api, from(1), "/api/auth/signup", &form).await.expect(202);
}

fn shown(answer: &Answer) -> (&str, &str) {
    (answer.header("ratelimit-policy"), answer.header("ratelimit"))
}

#[tokio::test]
async fn a_response_shows_the_tightest_limit_of_the_network_or_account() {
    let api = limited(Ports::new().await);
    let keys = async || api.send(Sent { peer: from(1), ..Sent::new(Method::GET, "/api/auth/keys") }).await;
    assert_eq!(shown(&keys().await.expect(200)), ("\"requests\";q=2000;w=40", "\"requests\";r=1999;t=1"));
    assert_eq!(shown(&keys().await.expect(200)), ("\"requests\";q=2000;w=40", "\"requests\";r=1998;t=1"));

    let report = async || post(&api, from(1), "/api/errors", &browser_error()).await;
    assert_eq!(shown(&report().await.expect(204)).1, "\"browser-errors\";r=19;t=30");
    for _ in 1..RateLimit::BROWSER_ERRORS.burst {
        report().await.expect(204);
    }
    // Without a token, the time is that of the next one.
    let refused = report().await.problem(429, "rate_limited");
    assert_eq!(shown(&refused), ("\"browser-errors\";q=20;w=600", "\"browser-errors\";r=0;t=30"));
    assert_eq!(refused.header("retry-after"), "30");
    // Other refusals show no limit.
    let mut invalid = sign_up_form("x@school.example");
    invalid["password"] = json!("weak");
    let answer = post(&api, from(1), "/api/auth/signup", &invalid).await.problem(422, "weak_password");
    assert_eq!(shown(&answer), ("", ""), "only successes and 429");

    let ana = api.applicant("ana@school.example").await;
    // Its token was returned.
    let right = credentials("ana@school.example", PASSWORD);
    let signed_in = post(&api, from(1), SESSIONS, &right).await.expect(201);
    assert_eq!(shown(&signed_in).1, "\"passwords-from-network\";r=100;t=0");
    let renamed = ana.patch("/api/users/me", &json!({"first_name": "Anna"})).await;
    assert_eq!(shown(&renamed.expect(200)), ("\"renames\";q=30;w=3600", "\"renames\";r=29;t=120"));
    api.clock().advance(Duration::minutes(1));
    let health = api.send(Sent::new(Method::GET, "/api/health")).await.expect(200);
    assert_eq!(shown(&health), ("", ""), "it has no limit");
}

#[tokio::test]
async fn a_refusal_by_a_limit_on_an_address_shows_no_limit_of_which_requests_are_left() {
    let api = limited(Ports::new().await);
    api.applicant("ana@school.example").await;
    let mut refused = 0;
    for email in ["ana@school.example", "unknown@school.example"] {
        for _ in 0..RateLimit::PASSWORDS_IN_NETWORK.burst + 2 {
            let answer = post(&api, home(), SESSIONS, &wrong(email)).await;
            if answer.status == 429 {
                refused += 1;
                assert_eq!(shown(&answer), ("", ""));
            }
        }
    }
    assert_eq!(refused, 4);
}
