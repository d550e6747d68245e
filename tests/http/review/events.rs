//! Live events: access, contents, and the end of a stream.

use std::time::Duration;

use forum_domain::accounts::{Role, TokenScope};
use forum_domain::audit::AuditEvent;
use forum_domain::users::UserChange;
use forum_http::ResponseBody;
use forum_tests::builders::{NOON, audit, change_step};
use forum_tests::harness::{Body, Caller, Ports, Sent, TestApi};
use http::{Method, Response};
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const EVENTS: &str = "/api/admin/events";
/// Polling interval of streams, a second in the program.
const PAUSE: Duration = Duration::from_millis(20);
/// A test that waits longer than this fails.
const LONG: Duration = Duration::from_secs(20);

fn quick(ports: Ports) -> (TestApi, CancellationToken) {
    let stop = CancellationToken::new();
    let ports = ports.set(|settings| (settings.event_pause, settings.stop) = (PAUSE, stop.clone()));
    (TestApi::with(ports), stop)
}

struct Stream {
    body: ResponseBody,
    unread: String,
}

impl Stream {
    async fn open(caller: &Caller, last: Option<&str>) -> Self {
        let sent = Sent::new(Method::GET, EVENTS);
        let sent = last.map_or_else(|| sent, |id| Sent::new(Method::GET, EVENTS).header("last-event-id", id));
        let response = begin(caller, sent).await;
        assert_eq!(response.status(), 200);
        for (name, value) in [
            ("content-type", "text/event-stream"),
            ("cache-control", "no-store"),
            ("x-accel-buffering", "no"),
        ] {
            assert_eq!(response.headers()[name], value);
        }
        let mut stream = Self { body: response.into_body(), unread: String::new() };
        assert_eq!(stream.next().await.as_deref(), Some(": open"));
        stream
    }

    /// The next event or comment; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.unread = rest;
                return Some(event);
            }
            let frame = timeout(LONG, self.body.frame()).await.expect("an event in time")?.expect("a frame");
            self.unread += std::str::from_utf8(frame.data_ref().expect("data")).expect("text");
        }
    }

    /// The next event: id, name and data.
    async fn event(&mut self) -> (Option<String>, String, Value) {
        let text = self.next().await.expect("an open stream");
        let line = |name: &str| {
            text.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(": ")?.to_owned()))
        };
        let data = line("data").unwrap_or_else(|| panic!("no event: {text}"));
        (line("id"), line("event").expect("a name"), serde_json::from_str(&data).expect("JSON"))
    }

    async fn named_event(&mut self) -> (String, Value) {
        let (_, name, data) = self.event().await;
        (name, data)
    }
}

async fn begin(caller: &Caller, sent: Sent<'_>) -> Response<ResponseBody> {
    let body: Body = Empty::new().map_err(|never| match never {}).boxed();
    caller.begin(sent, body).await
}

fn status(name: &str, id: &str, status: &str) -> (String, Value) {
    (name.to_owned(), json!({"application_id": id, "status": status}))
}

/// Those about one's own application are left out. The event of each act is in the domain.
#[tokio::test]
async fn the_stream_reports_changes_of_applications_and_roles() {
    let (api, _stop) = quick(Ports::new().await);
    let (admin, ana) = (api.admin("admin@forum.example").await, api.applicant("ana@school.example").await);
    let bo = api.user("bo@forum.example", &[Role::Admin, Role::Applicant]).await;
    let id = bo.apply().await;
    // An unreadable id starts a new stream.
    let mut stream = Stream::open(&admin, Some("yesterday")).await;
    let mut own = Stream::open(&bo, None).await;
    let desk = format!("/api/admin/applications/{id}");
    let note = admin.post(&format!("{desk}/notes"), &json!({"text": "Called."})).await.expect(201);
    let ids = json!({"application_id": id, "note_id": note.json["id"]});
    assert_eq!(stream.named_event().await, ("note.added".to_owned(), ids.clone()));
    let note = format!("{desk}/notes/{}", note.text_at("/id"));
    let edit = Sent::new(Method::PATCH, &note).header("if-match", "*").json(&json!({"text": "Twice."}));
    api.clock().advance(time::Duration::SECOND);
    admin.send(edit).await.expect(200);
    assert_eq!(stream.named_event().await, ("application.changed".to_owned(), ids));
    api.clock().advance(time::Duration::SECOND);
    let mark = format!("{desk}/marks/me");
    admin.send(Sent::new(Method::PUT, &mark).json(&json!({"mark": "yes"}))).await.expect(200);
    let marked = ("application.marked".to_owned(), json!({"application_id": id}));
    assert_eq!(stream.named_event().await, marked);
    let request = json!({"message": "Please."});
    admin.post(&format!("{desk}/change-requests"), &request).await.expect(201);
    assert_eq!(stream.named_event().await, status("application.changed", &id, "pending"));
    bo.call(&format!("/api/applications/{id}/withdrawal")).await.expect(204);
    let withdrawn = json!({"application_id": id, "status": null});
    let withdrawn = ("application.changed".to_owned(), withdrawn);
    // Its applicant is no longer known.
    for stream in [&mut stream, &mut own] {
        assert_eq!(stream.named_event().await, withdrawn);
    }
    let (id, user) = (ana.apply().await, ana.id().await);
    for stream in [&mut stream, &mut own] {
        assert_eq!(stream.named_event().await, status("application.submitted", &id, "pending"));
    }
    let changed = |roles: Value| ("role.changed".to_owned(), json!({"user_id": user, "roles": roles}));
    admin.decide(&id, "approved").await.expect(200);
    assert_eq!(stream.named_event().await, changed(json!(["member"])));
    assert_eq!(stream.named_event().await, status("application.decided", &id, "approved"));
    admin.delete(&format!("/api/admin/users/{user}/roles/member")).await.expect(204);
    assert_eq!(stream.named_event().await, changed(json!([])));
}

/// A transaction may end half a minute after the time of its action, when later actions have been streamed already.
#[tokio::test]
async fn an_action_committed_late_is_streamed() {
    let (api, _stop) = quick(Ports::new().await);
    let (admin, ana) = (api.admin("admin@forum.example").await, api.applicant("ana@school.example").await);
    let mut stream = Stream::open(&admin, None).await;
    let application = ana.apply().await;
    let (last, _, data) = stream.event().await;
    assert_eq!(data["application_id"], application.as_str());
    let (mail, at) = (Uuid::from_u128(7), api.now() - time::Duration::seconds(29));
    api.ports
        .audit
        .record(AuditEvent { at, ..audit("email_message.failed", mail) })
        .await
        .expect("a recorded action");
    let failed = ("email.failed".to_owned(), json!({"message_id": mail}));
    assert_eq!(stream.named_event().await, failed);
    let mut resumed = Stream::open(&admin, last.as_deref()).await;
    assert_eq!(resumed.named_event().await, failed);
}

#[tokio::test]
async fn a_stream_continues_after_the_last_event_id_at_most_a_day_back() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let mut stream = Stream::open(&admin, None).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(api.applicant(&format!("p{number}@school.example")).await.apply().await);
        api.clock().advance(time::Duration::seconds(1));
    }
    let (first, ..) = stream.event().await;
    drop(stream);
    // In the end the third application is exactly a day old.
    for (wait, resumed) in [(time::Duration::ZERO, 1), (time::Duration::DAY - time::Duration::seconds(2), 2)]
    {
        api.clock().advance(wait);
        let admin = api.sign_in("admin@forum.example").await;
        let mut stream = Stream::open(&admin, first.as_deref()).await;
        for id in &ids[resumed..] {
            assert_eq!(stream.named_event().await, status("application.submitted", id, "pending"));
        }
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_token_session_and_role() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("one@forum.example").await;
    let other = api.admin("two@forum.example").await;
    let witness = api.admin("three@forum.example").await;
    let mut open = Stream::open(&witness, None).await;
    let mut revoked = Stream::open(&admin, None).await;
    admin.delete("/api/auth/sessions").await.expect(204);
    assert_eq!(revoked.next().await, None);
    let refused = begin(&admin, Sent::new(Method::GET, EVENTS)).await;
    assert_eq!(refused.status(), 401);

    let mut demoted = Stream::open(&other, None).await;
    let me = other.id().await.parse().expect("an id");
    api.ports
        .users
        .change(me, change_step(UserChange::Revoke(Role::Admin), None, NOON))
        .await
        .expect("a revoked role");
    let machine = api.machine("live", TokenScope::Read).await;
    let mut of_machine = Stream::open(&machine, None).await;
    api.machine_tokens().revoke("live").await.expect("a token");
    while of_machine.next().await.is_some() {}
    // It may still receive the change of its own role.
    while demoted.next().await.is_some() {}
    assert_eq!(begin(&other, Sent::new(Method::GET, EVENTS)).await.status(), 403);

    // The stream of the third administrator has stayed open.
    assert_eq!(open.event().await.1, "role.changed");
    let id = api.applicant("ana@school.example").await.apply().await;
    assert_eq!(open.named_event().await, status("application.submitted", &id, "pending"));

    api.clock().advance(time::Duration::minutes(15));
    while open.next().await.is_some() {}
}

#[tokio::test]
async fn the_log_is_polled_only_while_there_is_a_stream() {
    let (api, _stop) = quick(Ports::new().await);
    let tasks = &api.ports.settings.tasks;
    let admin = api.admin("admin@forum.example").await;
    let stream = Stream::open(&admin, None).await;
    assert!(!tasks.is_empty());
    drop(stream);
    tasks.close();
    timeout(LONG, tasks.wait()).await.expect("the end of the polls");
    let mut stream = Stream::open(&admin, None).await;
    let id = api.applicant("ana@school.example").await.apply().await;
    assert_eq!(stream.named_event().await, status("application.submitted", &id, "pending"));
}

#[tokio::test]
async fn a_silent_stream_sends_a_heartbeat_every_25_seconds() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let mut stream = Stream::open(&admin, None).await;
    for _ in 0..3 {
        api.clock().advance(time::Duration::seconds(25));
        assert_eq!(stream.next().await.as_deref(), Some(": heartbeat"));
    }
}

#[tokio::test]
async fn an_administrator_has_at_most_eight_streams_and_shutdown_ends_them() {
    let (api, stop) = quick(Ports::new().await);
    let (admin, other) = (api.admin("one@forum.example").await, api.admin("two@forum.example").await);
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(Stream::open(&admin, None).await);
    }
    admin.get(EVENTS).await.problem(429, "rate_limited");
    open.push(Stream::open(&other, None).await);
    open.remove(0);
    open.push(Stream::open(&admin, None).await);
    stop.cancel();
    for stream in &mut open {
        assert_eq!(stream.next().await, None);
    }
}
