//! Checks that users can continue after a restore.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

use super::fill::{expect, failed, mail_to, text};
use super::{
    ANA, BO, CY, DEE, DIRECTOR, DIRECTORS_PASSWORD, EVE, FAY, FAYS_NEW_ADDRESS, GUS, HAL, SUBJECT, SampleSite,
};
use crate::client::{Client, PASSWORD};
use crate::program::Installation;
use crate::smtp_sink::SmtpSink;

/// In hexadecimal digits.
pub(super) fn digest(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl SampleSite {
    /// Checks that every user can continue. The site serves at `url` and sends its mail to `sink`, which is empty;
    /// `now` is its time.
    pub async fn check(&self, installation: &Installation, url: &str, sink: &SmtpSink, now: OffsetDateTime) {
        let visitor = Client::new(url);
        for photo in &self.photos {
            let served = visitor.fetch(&photo.path, &[]).await;
            assert_eq!(served.status(), StatusCode::OK);
            assert_eq!(digest(&served.bytes().await.expect("the photo")), photo.sha256);
        }
        for (email, token) in &self.sessions {
            let refreshed = visitor.post("/auth/sessions/refresh", json!({"refresh_token": token})).await;
            let session = expect(refreshed, StatusCode::OK).await;
            let own = visitor.with_token(&text(&session, "/access_token")).get("/users/me").await;
            assert_eq!(text(&own, "/email"), *email);
        }
        self.applicants(&visitor, now).await;
        director(&visitor).await;
        self.links(&visitor).await;
        mails(installation, sink).await;
    }

    async fn applicants(&self, visitor: &Client, now: OffsetDateTime) {
        let ana = visitor.sign_in(ANA, PASSWORD).await;
        let id = text(&ana.get("/applications/mine").await, "/items/0/id");
        let application = ana.get(&format!("/applications/{id}")).await;
        assert_eq!(text(&application, "/status"), "pending");
        assert_eq!(text(&application, "/headshot_url"), self.photos[0].path);
        assert_eq!((text(&application, "/city").as_str(), &application["version"]), ("Tampa", &json!(2)));
        assert_eq!(application["change_request"]["message"], "Which city?");
        let bo = self.sign_bo_in(visitor, now).await;
        assert_eq!(text(&bo.get("/applications/mine").await, "/items/0/status"), "approved");
        assert_eq!(bo.get("/users/me").await["roles"], json!(["member"]));
        let cy = visitor.sign_in(CY, PASSWORD).await;
        assert_eq!(text(&cy.get("/applications/mine").await, "/items/0/status"), "rejected");
        let draft = cy.get("/applications/draft").await;
        let fields = json!({"city": "Tampa", "headshot_id": self.photos[1].id});
        assert_eq!((&draft["fields"], &draft["step"]), (&fields, &json!(2)));
    }

    /// Uses the code for the next half minute, because the current one may have been used.
    async fn sign_bo_in(&self, visitor: &Client, now: OffsetDateTime) -> Client {
        let app = &self.app;
        let code = crate::builders::totp(&app.secret, now + Duration::seconds(30));
        let proofs =
            [json!({"factor_id": app.id, "code": code}), json!({"recovery_code": app.recovery_code})];
        let mut session = Value::Null;
        for mut proof in proofs {
            let step = visitor.post("/auth/sessions", json!({"email": BO, "password": PASSWORD})).await;
            let step = expect(step, StatusCode::OK).await;
            proof["challenge_token"] = json!(text(&step, "/challenge_token"));
            session = expect(visitor.post("/auth/sessions/factor", proof).await, StatusCode::CREATED).await;
        }
        visitor.with_token(&text(&session, "/access_token"))
    }

    async fn links(&self, visitor: &Client) {
        for token in [&self.confirmation, &self.recovery, &self.changes[0], &self.changes[1]] {
            let opened = visitor.post("/auth/verifications", json!({"token": token})).await;
            expect(opened, StatusCode::OK).await;
        }
        visitor.sign_in(DEE, PASSWORD).await;
        visitor.sign_in(EVE, PASSWORD).await;
        visitor.sign_in(FAYS_NEW_ADDRESS, PASSWORD).await;
        let old = visitor.post("/auth/sessions", json!({"email": FAY, "password": PASSWORD})).await;
        assert_eq!(old.status(), StatusCode::UNAUTHORIZED);
    }
}

async fn director(visitor: &Client) {
    let director = visitor.sign_in(DIRECTOR, DIRECTORS_PASSWORD).await;
    for (status, email) in [("pending", ANA), ("approved", BO), ("rejected", CY)] {
        let list = director.get(&format!("/admin/applications?status={status}")).await;
        let found = list["items"].as_array().expect("a list").iter();
        assert!(found.clone().any(|item| item["email"] == email), "{list}");
        assert_eq!(list["total"], json!(found.len()), "{status}");
    }
    let found = director.get("/admin/applications?q=bo%40school").await;
    assert_eq!(text(&found, "/items/0/email"), BO);
    let history = director.get(&format!("/admin/applications/{}/history", text(&found, "/items/0/id"))).await;
    assert_eq!(history["items"].as_array().expect("a history").len(), 2, "{history}");
    let template = director.get("/admin/email-templates/application_approved").await;
    assert_eq!((text(&template, "/subject").as_str(), &template["version"]), (SUBJECT, &json!(2)));
}

/// The queued mail is sent once. The dead letter is kept, and is sent when it is retried.
async fn mails(installation: &Installation, sink: &SmtpSink) {
    let count = |email: &str| sink.mails().iter().filter(|mail| mail.to == [email]).count();
    mail_to(sink, HAL, "/auth/confirm#token=", 1).await;
    assert!(failed(installation).await.contains("g***@school.example"));
    assert_eq!(count(GUS), 0);
    let retried = installation.run(&["mail", "retry", "--all-failed"]).await;
    assert_eq!(retried.stdout, "mails queued again: 1\n");
    mail_to(sink, GUS, "/auth/confirm#token=", 1).await;
    assert_eq!((count(HAL), count(GUS)), (1, 1));
}
