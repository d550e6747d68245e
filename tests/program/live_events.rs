//! Live events from two programs on one database, and across a restart.

use std::time::Duration;

use forum_tests::harness::Caller;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::smtp_sink::SmtpSink;
use private_postgres::PrivateCluster;
use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;

use crate::client::Client;

const EMAIL: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

struct Stream {
    response: Response,
    unread: String,
}

impl Stream {
    async fn open(client: &Client, last: &str) -> Self {
        let response = client.begin("/admin/events", &[("last-event-id", last)]).await;
        assert_eq!(response.status(), 200);
        Self { response, unread: String::new() }
    }

    /// The id and data of the next event that has data; `None` at the end.
    async fn next(&mut self) -> Option<(String, Value)> {
        // Heartbeats are not events.
        timeout(Duration::from_secs(60), self.event()).await.expect("an event within a minute")
    }

    async fn event(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some((event, rest)) = self.unread.split_once("\n\n") {
                let line =
                    |name: &str| event.lines().find_map(|line| Some(line.strip_prefix(name)?.to_owned()));
                let found = line("id: ").zip(line("data: "));
                self.unread = rest.to_owned();
                if let Some((id, data)) = found {
                    return Some((id, serde_json::from_str(&data).expect("JSON")));
                }
            }
            let piece = self.response.chunk().await.expect("a clean stop")?;
            self.unread += std::str::from_utf8(&piece).expect("text");
        }
    }
}

#[tokio::test]
async fn two_programs_send_the_same_events_and_a_restart_loses_none() {
    let sink = SmtpSink::start().await;
    let mail = format!("smtp://{}", sink.address());
    let installation = Installation::new().with("FORUM__MAIL__URL", &mail);
    let first = installation.serve().await;
    installation.create_admin(EMAIL, PASSWORD).await;
    let options = cluster_options(&installation.path().join("data"));
    let database = PrivateCluster::attach(&options).await.expect("an address").expect("a running cluster");
    let beside = Installation::new()
        .with("FORUM__MAIL__URL", &mail)
        .with("FORUM__KEYS__DIR", installation.path().join("data/keys").display().to_string())
        .with("DATABASE_URL", database.url());
    let second = beside.serve().await;

    let visitor = Client::new(&first.url);
    let admin = visitor.sign_in(EMAIL, PASSWORD).await;
    let (ana, bo) = (
        visitor.applicant("ana@school.example", &sink, 1).await,
        visitor.applicant("bo@school.example", &sink, 2).await,
    );
    let submit = async |client: &Client| -> Value {
        let answer = client.post("/applications", Caller::wizard()).await;
        let application: Value = answer.json().await.expect("an application");
        application["id"].clone()
    };
    let mut stream = Stream::open(&admin.at(&second.url), "").await;
    let application = submit(&ana).await;
    let (last, data) = stream.next().await.expect("an event");
    assert_eq!(data["application_id"], application);

    // The stream ends with its program. A new stream resumes after the last event id.
    second.end().await;
    while stream.next().await.is_some() {}
    let missed = submit(&bo).await;
    let second = beside.serve().await;
    let mut resumed = Stream::open(&admin.at(&second.url), &last).await;
    let (_, data) = resumed.next().await.expect("an event");
    assert_eq!(data["application_id"], missed);
    drop(resumed);
    second.end().await;
    first.end().await;
}
