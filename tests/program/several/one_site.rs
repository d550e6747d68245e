//! What one process does applies at the others: keys, sessions, factors, roles, applications, photos, previews and limits.

use forum_adapters::system::SystemClock;
use forum_domain::headshots::ImageKind;
use forum_domain::limits::RateLimit;
use forum_domain::shared::Clock;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use forum_tests::harness::Caller;
use forum_tests::photos;
use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::{ADMIN, ORIGIN, Shared, status_at};
use crate::client::{Client, PASSWORD};

const ANA: &str = "ana@school.example";
const NEXT_PASSWORD: &str = "Saddle-93-orchard";

type Urls<'a> = [&'a str; 3];

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_else(|| panic!("{member} in {value}"))
}

/// A client for a new session. [`Client::at`] sets the address of a process.
fn client_of(session: &Value) -> Client {
    Client::new("").with_token(text(session, "access_token"))
}

async fn statuses(urls: Urls<'_>, person: &Client) -> Vec<String> {
    join_all(urls.map(|url| status_at(url, person))).await
}

#[tokio::test]
async fn three_processes_that_start_at_once_on_an_empty_database_behave_like_one() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__LIMITS__FACTOR", "1");
    let programs = shared.three().await;
    let urls = programs.each_ref().map(|program| program.url.as_str());
    let migrations =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations")).expect("a folder");
    let applied = shared.number("select count(*) from _sqlx_migrations where success").await;
    assert_eq!(usize::try_from(applied).expect("a number"), migrations.count());
    let keys = join_all(urls.map(async |url| Client::new(url).get("/auth/keys").await)).await;
    assert_eq!(keys[0]["items"].as_array().expect("keys").len(), 1);
    assert!(keys.iter().all(|set| *set == keys[0]), "{keys:?}");

    let ana = shared.applicant(urls[0], ANA).await;
    let bo = shared.applicant(urls[1], "bo@school.example").await;
    let admin = shared.admin(urls[0]).await;
    assert_eq!(statuses(urls, &admin).await, ["ok"; 3]);
    a_repeated_submission_gets_the_first_response(&shared, urls, [&ana, &bo]).await;
    a_photo_in_a_shared_folder_is_served_by_every_process(urls, &ana).await;
    a_preview_is_shown_by_every_process(urls, &admin).await;
    a_session_is_used_and_refreshed_elsewhere_and_ends_at_all(urls).await;
    changes_of_password_role_and_account_apply_from_the_next_request(urls, &admin, &ana).await;
    an_app_is_enrolled_and_used_at_several_processes(urls, &bo).await;
    a_passkey_challenge_from_one_process_signs_in_at_another(urls, &admin).await;
    a_limit_reached_at_two_processes_is_reached_at_every_process(urls).await;
    shared.end(programs).await;
}

/// Returns the created resource and whether the response is a replay.
async fn created(answer: reqwest::Result<Response>) -> (Value, bool) {
    let answer = answer.expect("a response");
    assert_eq!(answer.status(), 201);
    let is_replay = answer.headers().contains_key("idempotency-replayed");
    (answer.json().await.expect("JSON"), is_replay)
}

async fn a_repeated_submission_gets_the_first_response(
    shared: &Shared,
    urls: Urls<'_>,
    [ana, bo]: [&Client; 2],
) {
    let submit = async |client: &Client, url| {
        created(client.at(url).post_under("submission 1", "/applications", Caller::wizard()).await).await
    };
    let (first, is_replay) = submit(ana, urls[0]).await;
    assert!(!is_replay);
    assert_eq!(submit(ana, urls[1]).await, (first, true));
    let answers = join_all(urls.map(|url| submit(bo, url))).await;
    assert!(answers.iter().all(|(application, _)| *application == answers[0].0));
    assert_eq!(answers.iter().filter(|(_, is_replay)| !is_replay).count(), 1);
    assert_eq!(shared.number("select count(*) from applications").await, 2);
}

async fn a_photo_in_a_shared_folder_is_served_by_every_process(urls: Urls<'_>, ana: &Client) {
    let photo = photos::photo(ImageKind::Png, 64, 48);
    let upload = async |url| created(ana.at(url).upload_under("photo 1", "me.png", &photo).await).await;
    let (photo, _) = upload(urls[0]).await;
    assert_eq!(upload(urls[1]).await, (photo.clone(), true));
    let path = text(&photo, "headshot_url");
    let statuses = async || {
        join_all(urls.map(async |url| Client::new(url).fetch(path, &[]).await.status().as_u16())).await
    };
    assert_eq!(statuses().await, [200, 200, 200]);
    let own = format!("/headshots/{}", text(&photo, "id"));
    ana.at(urls[2]).call(Method::DELETE, &own, &Value::Null, 204).await;
    assert_eq!(statuses().await, [404, 404, 404]);
}

async fn a_preview_is_shown_by_every_process([_, two, three]: Urls<'_>, admin: &Client) {
    let texts = json!({ "subject": "Hello {{first_name}}", "html_content": "<p>Dear {{first_name}}</p>" });
    let preview = "/admin/email-templates/application_approved/preview";
    let preview = admin.at(two).call(Method::POST, preview, &texts, 200).await;
    let page = Client::new(three).fetch(text(&preview, "preview_url"), &[]).await;
    assert_eq!(page.status(), 200);
    assert!(page.text().await.expect("a page").contains("Dear Dana"));
}

async fn a_session_is_used_and_refreshed_elsewhere_and_ends_at_all(urls: Urls<'_>) {
    let [one, two, three] = urls;
    let credentials = json!({ "email": ADMIN, "password": PASSWORD });
    let session = Client::new(one).call(Method::POST, "/auth/sessions", &credentials, 201).await;
    assert_eq!(statuses(urls, &client_of(&session)).await, ["ok"; 3]);
    let refresh = async |url| {
        let body = json!({ "refresh_token": session["refresh_token"] });
        Client::new(url).call(Method::POST, "/auth/sessions/refresh", &body, 200).await
    };
    let refreshed = refresh(two).await;
    let person = client_of(&refreshed);
    assert_eq!(statuses(urls, &person).await, ["ok"; 3]);
    // The response was lost, and the client sends the same token to another process.
    assert_eq!(refresh(three).await["refresh_token"], refreshed["refresh_token"]);
    person.at(three).call(Method::DELETE, "/auth/sessions?scope=local", &Value::Null, 204).await;
    assert_eq!(statuses(urls, &person).await, ["session_revoked"; 3]);
}

async fn changes_of_password_role_and_account_apply_from_the_next_request(
    urls: Urls<'_>,
    admin: &Client,
    ana: &Client,
) {
    let [one, two, three] = urls;
    let elsewhere = Client::new(three).sign_in(ANA, PASSWORD).await;
    assert_eq!(statuses(urls, ana).await, ["ok"; 3]);
    assert_eq!(status_at(two, &elsewhere).await, "ok");
    let change = json!({ "current_password": PASSWORD, "password": NEXT_PASSWORD });
    ana.at(one).call(Method::PUT, "/users/me/password", &change, 204).await;
    assert_eq!([status_at(two, ana).await, status_at(two, &elsewhere).await], ["ok", "session_revoked"]);

    let me = ana.at(two).get("/users/me").await;
    let path = format!("/admin/users/{}", text(&me, "id"));
    let queue = async |url, status| {
        ana.at(url).call(Method::GET, "/admin/applications", &Value::Null, status).await;
    };
    queue(three, 403).await;
    let (role, why) = (format!("{path}/roles/admin"), json!({ "reason": "a colleague" }));
    admin.at(two).call(Method::PUT, &role, &why, 200).await;
    queue(three, 200).await;
    admin.at(three).call(Method::DELETE, &format!("{role}?reason=left"), &Value::Null, 204).await;
    queue(one, 403).await;
    queue(two, 403).await;

    admin.at(three).call(Method::POST, &format!("{path}/disable"), &why, 204).await;
    assert_eq!(statuses(urls, ana).await, ["session_revoked"; 3]);
}

async fn an_app_is_enrolled_and_used_at_several_processes([one, two, three]: Urls<'_>, bo: &Client) {
    let app = bo.at(one).call(Method::POST, "/auth/factors", &json!({ "factor_type": "totp" }), 201).await;
    let factor = format!("/auth/factors/{}", text(&app, "id"));
    let challenges = format!("{factor}/challenges");
    let challenge = bo.at(two).call(Method::POST, &challenges, &Value::Null, 201).await;
    let code = totp(text(&app, "secret"), SystemClock.now());
    let answer = json!({ "challenge_id": challenge["id"], "code": code });
    let verified = bo.at(three).call(Method::POST, &format!("{factor}/verifications"), &answer, 200).await;

    // The second step uses a recovery code, because the app's code for this half minute has already been used.
    let password = json!({ "email": "bo@school.example", "password": PASSWORD });
    let step = Client::new(two).call(Method::POST, "/auth/sessions", &password, 200).await;
    let code = &verified["recovery_codes"][0];
    let answer = json!({ "challenge_token": step["challenge_token"], "recovery_code": code });
    let session = Client::new(one).call(Method::POST, "/auth/sessions/factor", &answer, 201).await;
    assert_eq!(status_at(three, &client_of(&session)).await, "ok");
}

async fn a_passkey_challenge_from_one_process_signs_in_at_another(
    [one, two, three]: Urls<'_>,
    admin: &Client,
) {
    let conduct = Conduct { origin: ORIGIN.to_owned(), ..Conduct::default() };
    let begun = json!({ "factor_type": "passkey", "friendly_name": "Laptop" });
    let begun = admin.at(one).call(Method::POST, "/auth/factors", &begun, 201).await;
    let factor = format!("/auth/factors/{}", text(&begun, "id"));
    let (mut passkey, credential) = SoftPasskey::create(&begun["options"], &conduct);
    let answer = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    admin.at(two).call(Method::POST, &format!("{factor}/verifications"), &answer, 200).await;

    let challenge = Client::new(two).call(Method::POST, "/auth/passkeys/challenges", &Value::Null, 201).await;
    let answer = json!({ "credential": passkey.answer(&challenge["options"], &conduct) });
    let session = Client::new(three).call(Method::POST, "/auth/sessions/passkey", &answer, 201).await;
    assert_eq!(status_at(one, &client_of(&session)).await, "ok");
}

async fn a_limit_reached_at_two_processes_is_reached_at_every_process(urls: Urls<'_>) {
    let wrong = json!({ "email": "cy@school.example", "password": "Wrong-9-password" });
    let guess = async |url| Client::new(url).post("/auth/sessions", wrong.clone()).await.status().as_u16();
    for (_, url) in (0..RateLimit::PASSWORDS_IN_NETWORK.burst).zip(urls[..2].iter().cycle()) {
        assert_eq!(guess(*url).await, 401);
    }
    for url in urls {
        assert_eq!(guess(url).await, 429);
    }
}
