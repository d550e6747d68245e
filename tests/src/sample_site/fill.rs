//! Fills a site as its users do.

use std::time::Duration;

use forum_domain::headshots::ImageKind;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::{
    ANA, App, BO, CY, DEE, DIRECTOR, DIRECTORS_PASSWORD, EVE, FAY, FAYS_NEW_ADDRESS, GUS, HAL, Photo,
    SUBJECT, SampleSite,
};
use crate::builders::totp;
use crate::client::{Client, PASSWORD};
use crate::harness::Caller;
use crate::photos;
use crate::program::Installation;
use crate::smtp_sink::{Answer, SmtpSink, Step};

/// Timeout for a mail, far longer than it needs.
const PATIENCE: Duration = Duration::from_secs(120);

impl SampleSite {
    /// Fills an empty site that serves at `url` and sends its mail to `sink`. At the end the mail host refuses all
    /// recipients, so that a mail stays queued. `now` is the time of the site.
    pub async fn fill(installation: &Installation, url: &str, sink: &SmtpSink, now: OffsetDateTime) -> Self {
        installation.create_admin(DIRECTOR, DIRECTORS_PASSWORD).await;
        let visitor = Client::new(url);
        let director = visitor.sign_in(DIRECTOR, DIRECTORS_PASSWORD).await;
        for email in [ANA, BO, CY, EVE, FAY] {
            visitor.sign_up(email).await;
            let token = link(sink, email, CONFIRM, 1).await;
            expect(visitor.post("/auth/verifications", json!({"token": token})).await, StatusCode::OK).await;
        }
        let mut photos = Vec::new();
        for (email, decision) in [(ANA, None), (BO, Some("approved")), (CY, Some("rejected"))] {
            let applicant = visitor.sign_in(email, PASSWORD).await;
            let mut answers = Caller::wizard();
            if email == ANA {
                photos.push(upload(&applicant, ImageKind::Jpeg).await);
                answers["headshot_id"] = json!(photos[0].id);
            }
            // Its response is kept for a day.
            let once = [("idempotency-key", "application-of-this-year")];
            let application = applicant.send(Method::POST, "/applications", answers, &once).await;
            let application = expect(application, StatusCode::CREATED).await;
            if email == ANA {
                edit(&director, &applicant, &text(&application, "/id"), &photos[0]).await;
            }
            if let Some(decision) = decision {
                let path = format!("/admin/applications/{}/decision", text(&application, "/id"));
                let decision = json!({"decision": decision, "note": "Read twice."});
                expect(director.post(&path, decision).await, StatusCode::OK).await;
            }
        }
        let cy = visitor.sign_in(CY, PASSWORD).await;
        photos.push(upload(&cy, ImageKind::Png).await);
        let draft = json!({"fields": {"city": "Tampa", "headshot_id": photos[1].id}, "step": 2});
        expect(cy.put("/applications/draft", draft, &[]).await, StatusCode::OK).await;
        edit_template(&director).await;

        let (mut sessions, mut bo) = (Vec::new(), String::new());
        for email in [ANA, BO, CY, EVE, FAY] {
            let session = visitor.post("/auth/sessions", json!({"email": email, "password": PASSWORD})).await;
            let session = expect(session, StatusCode::CREATED).await;
            sessions.push((email.to_owned(), text(&session, "/refresh_token")));
            if email == BO {
                bo = text(&session, "/access_token");
            }
        }
        // The first factor ends every other session.
        let app = enrol(&visitor.with_token(&bo), now).await;
        request_links(&visitor, &visitor.sign_in(FAY, PASSWORD).await).await;
        let confirmation = link(sink, DEE, CONFIRM, 1).await;
        let recovery = link(sink, EVE, RESET, 1).await;
        // The first one confirmed the sign-up.
        let changes = [link(sink, FAY, CONFIRM, 2).await, link(sink, FAYS_NEW_ADDRESS, CONFIRM, 1).await];
        leave_mails(installation, &visitor, sink).await;
        Self { sessions, photos, confirmation, recovery, changes, app }
    }
}

/// The text of the `count`th mail to an address that contains `part`.
pub(super) async fn mail_to(sink: &SmtpSink, email: &str, part: &str, count: usize) -> String {
    let arrived = async {
        loop {
            let mails = sink.mails().into_iter().filter(|mail| mail.to == [email]);
            let mut texts = mails.map(|mail| mail.read().text).filter(|text| text.contains(part));
            if let Some(text) = texts.nth(count - 1) {
                return text;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let arrived = tokio::time::timeout(PATIENCE, arrived).await;
    arrived.unwrap_or_else(|_| panic!("never {count} mails with {part} to {email}"))
}

const CONFIRM: &str = "/auth/confirm#token=";
const RESET: &str = "/auth/reset#token=";

/// The token in the link in a mail.
async fn link(sink: &SmtpSink, email: &str, before: &str, count: usize) -> String {
    let text = mail_to(sink, email, before, count).await;
    let token = text.split(before).nth(1).expect("a link");
    token.split_whitespace().next().expect("a token").to_owned()
}

pub(super) async fn expect(answer: reqwest::Response, status: StatusCode) -> Value {
    let (url, found) = (answer.url().clone(), answer.status());
    let body = answer.text().await.expect("a body");
    assert_eq!(found, status, "{url}: {body}");
    serde_json::from_str(&body).unwrap_or_default()
}

pub(super) fn text(value: &Value, pointer: &str) -> String {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("{pointer} in {value}")).to_owned()
}

async fn upload(client: &Client, kind: ImageKind) -> Photo {
    let uploaded = client.upload("me", &photos::photo(kind, 96, 64)).await;
    let uploaded = expect(uploaded, StatusCode::CREATED).await;
    let path = text(&uploaded, "/headshot_url");
    let content = client.fetch(&path, &[]).await.bytes().await.expect("the photo");
    Photo { id: text(&uploaded, "/id"), path, sha256: super::check::digest(&content) }
}

/// Asks for another city, which the applicant enters, and then for another one.
async fn edit(director: &Client, applicant: &Client, id: &str, photo: &Photo) {
    let path = format!("/admin/applications/{id}/change-requests");
    let asked = json!({"message": "Which city?", "fields": ["city"]});
    expect(director.post(&path, asked.clone()).await, StatusCode::CREATED).await;
    let mut answers = Caller::wizard();
    (answers["city"], answers["headshot_id"]) = (json!("Tampa"), json!(photo.id));
    let edited = applicant.put(&format!("/applications/{id}"), answers, &[("if-match", "\"1\"")]).await;
    expect(edited, StatusCode::OK).await;
    expect(director.post(&path, asked).await, StatusCode::CREATED).await;
}

/// Creates another version of a template, a preview, and a mail whose content is stored nowhere else.
async fn edit_template(director: &Client) {
    const APPROVED: &str = "/admin/email-templates/application_approved";
    let texts = json!({"subject": SUBJECT, "html_content": "<p>Dear {{first_name}}</p>"});
    expect(director.put(APPROVED, texts.clone(), &[("if-match", "\"1\"")]).await, StatusCode::OK).await;
    expect(director.post(&format!("{APPROVED}/preview"), texts.clone()).await, StatusCode::OK).await;
    let tested = director.post(&format!("{APPROVED}/test"), texts).await;
    assert!(tested.status().is_success(), "{}", tested.status());
}

/// Sets up an authenticator app.
async fn enrol(bo: &Client, now: OffsetDateTime) -> App {
    let enrolled = bo.post("/auth/factors", json!({"factor_type": "totp"})).await;
    let enrolled = expect(enrolled, StatusCode::CREATED).await;
    let (id, secret) = (text(&enrolled, "/id"), text(&enrolled, "/secret"));
    let challenge = bo.post(&format!("/auth/factors/{id}/challenges"), json!({})).await;
    let challenge = text(&expect(challenge, StatusCode::CREATED).await, "/id");
    let answer = json!({"challenge_id": challenge, "code": totp(&secret, now)});
    let verified = bo.post(&format!("/auth/factors/{id}/verifications"), answer).await;
    let verified = expect(verified, StatusCode::OK).await;
    begin_to_sign_in(bo).await;
    App { id, secret, recovery_code: text(&verified, "/recovery_codes/0") }
}

/// Creates an unanswered challenge for a second factor and one for a passkey.
async fn begin_to_sign_in(visitor: &Client) {
    let response = visitor.post("/auth/sessions", json!({"email": BO, "password": PASSWORD})).await;
    expect(response, StatusCode::OK).await;
    expect(visitor.post("/auth/passkeys/challenges", json!({})).await, StatusCode::CREATED).await;
}

/// Begins a sign-up, a recovery and a change of address, and confirms none of them.
async fn request_links(visitor: &Client, fay: &Client) {
    visitor.sign_up(DEE).await;
    expect(visitor.post("/auth/recovery", json!({"email": EVE})).await, StatusCode::ACCEPTED).await;
    let change = json!({"email": FAYS_NEW_ADDRESS, "current_password": PASSWORD});
    let response = fay.put("/users/me/email", change, &[]).await;
    assert!(response.status().is_success(), "{}", response.status());
}

/// Creates one mail that the host refuses, and one that stays queued.
async fn leave_mails(installation: &Installation, visitor: &Client, sink: &SmtpSink) {
    sink.answer(Step::Recipient, Some(Answer::Code(550)));
    visitor.sign_up(GUS).await;
    while failed(installation).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    sink.answer(Step::Recipient, Some(Answer::Code(451)));
    visitor.sign_up(HAL).await;
}

/// The dead letters, as the command line lists them.
pub(super) async fn failed(installation: &Installation) -> String {
    installation.run(&["mail", "list", "--state", "failed"]).await.success()
}
