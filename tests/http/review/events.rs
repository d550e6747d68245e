//! Live events: access, contents, and the end of a stream.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::Role;
use forum_domain::audit::AuditEvent;
use forum_domain::shared::Clock;
use forum_domain::users::UserChange;
use forum_http::{ResponseBody, SiteSettings};
use forum_tests::builders::{NOON, audit, change_step};
use forum_tests::harness::{Body, Caller, Ports, Sent, TestApi};
use forum_tests::memory::FixedClock;
use futures_util::FutureExt;
use http::{Method, Response};
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::sync::watch;
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
    let settings = SiteSettings { event_pause: PAUSE, stop: stop.clone(), ..ports.settings.clone() };
    (TestApi::with(Ports { settings, ..ports }), stop)
}

struct Stream {
    body: ResponseBody,
    unread: String,
}

impl Stream {
    async fn open(caller: &Caller<'_>, last: Option<&str>) -> Self {
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

async fn begin(caller: &Caller<'_>, sent: Sent<'_>) -> Response<ResponseBody> {
    let body: Body = Empty::new().map_err(|never| match never {}).boxed();
    caller.begin(sent, body).await
}

fn status(name: &str, id: &str, status: &str) -> (String, Value) {
    (name.to_owned(), json!({"application_id": id, "status": status}))
}

#[tokio::test]
async fn the_stream_reports_submissions_decisions_and_role_changes() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    bo.apply().await;
    let mut stream = Stream::open(&admin, None).await;
    // An unreadable id starts a new stream.
    let mut junk = Stream::open(&admin, Some("yesterday")).await;
    let application = ana.apply().await;
    let user = ana.get("/api/users/me").await.text_at("/id");
    for stream in [&mut stream, &mut junk] {
        assert_eq!(stream.named_event().await, status("application.submitted", &application, "pending"));
    }
    admin.get(&format!("/api/applications/{application}")).await.expect(200);
    let notes = format!("/api/admin/applications/{application}/notes");
    let note = admin.post(&notes, &json!({"text": "Called."})).await.expect(201).text_at("/id");
    let ids = json!({"application_id": application, "note_id": note});
    assert_eq!(stream.named_event().await, ("note.added".to_owned(), ids.clone()));
    let path = format!("{notes}/{note}");
    api.clock().advance(time::Duration::seconds(1));
    let edit =
        Sent::new(Method::PATCH, &path).header("if-match", "*").json(&json!({"text": "Called twice."}));
    admin.send(edit).await.expect(200);
    assert_eq!(stream.named_event().await, ("application.changed".to_owned(), ids.clone()));
    api.clock().advance(time::Duration::seconds(1));
    admin.delete(&path).await.expect(204);
    assert_eq!(stream.named_event().await, ("application.changed".to_owned(), ids));
    admin.decide(&application, "approved").await.expect(200);
    let partner = format!("/api/admin/users/{user}/roles/partner");
    let changed = ("role.changed".to_owned(), json!({"user_id": user, "roles": ["member"]}));
    assert_eq!(stream.named_event().await, changed);
    assert_eq!(stream.named_event().await, status("application.decided", &application, "approved"));
    admin.send(Sent::new(Method::PUT, &partner)).await.expect(200);
    let (name, mut data) = stream.named_event().await;
    data["roles"].as_array_mut().expect("roles").sort_by_key(Value::to_string);
    assert_eq!(
        (name.as_str(), data),
        ("role.changed", json!({"user_id": user, "roles": ["member", "partner"]}))
    );
    let pending = bo.get("/api/applications/mine").await.text_at("/items/0/id");
    let asked = format!("/api/admin/applications/{pending}/change-requests");
    let changed = status("application.changed", &pending, "pending");
    let ask = async || {
        api.clock().advance(time::Duration::SECOND);
        admin.post(&asked, &json!({"message": "Please."})).await.expect(201).text_at("/id")
    };
    let request = ask().await;
    assert_eq!(stream.named_event().await, changed);
    api.clock().advance(time::Duration::SECOND);
    admin.delete(&format!("{asked}/{request}")).await.expect(204);
    assert_eq!(stream.named_event().await, changed);
    ask().await;
    assert_eq!(stream.named_event().await, changed);
    api.clock().advance(time::Duration::SECOND);
    let path = format!("/api/applications/{pending}");
    let edit = Sent::new(Method::PUT, &path).header("if-match", "*").json(&Caller::wizard());
    bo.send(edit).await.expect(200);
    assert_eq!(stream.named_event().await, changed);
    bo.post(&format!("/api/applications/{pending}/withdrawal"), &json!({})).await.expect(204);
    let changed = json!({"application_id": pending, "status": null});
    assert_eq!(stream.named_event().await, ("application.changed".to_owned(), changed));
}

#[tokio::test]
async fn the_stream_leaves_out_events_about_ones_own_application() {
    let (api, _stop) = quick(Ports::new().await);
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let admin = api.admin("admin@forum.example").await;
    let mut stream = Stream::open(&both, None).await;
    let own = format!("/api/admin/applications/{}", both.apply().await);
    admin.post(&format!("{own}/notes"), &json!({"text": "Called."})).await.expect(201);
    admin.post(&format!("{own}/change-requests"), &json!({"message": "Please."})).await.expect(201);
    let application = api.applicant("ana@school.example").await.apply().await;
    assert_eq!(stream.named_event().await, status("application.submitted", &application, "pending"));
}

#[tokio::test]
async fn two_processes_stream_the_same_events() {
    let ports = Ports::new().await;
    let second = Ports { database: None, ..ports.clone() };
    let ((api, _one), (elsewhere, _two)) = (quick(ports), quick(second));
    let admin = api.admin("admin@forum.example").await;
    let ana = elsewhere.applicant("ana@school.example").await;
    let mut stream = Stream::open(&admin, None).await;
    let application = ana.apply().await;
    assert_eq!(stream.named_event().await, status("application.submitted", &application, "pending"));
}

/// A transaction may end half a minute after the time of its action, when later actions have been streamed already.
#[tokio::test]
async fn an_action_committed_late_is_streamed() {
    let ports = Ports::new().await;
    let log = ports.program.audit.clone();
    let (api, _stop) = quick(ports);
    let (admin, ana) = (api.admin("admin@forum.example").await, api.applicant("ana@school.example").await);
    let mut stream = Stream::open(&admin, None).await;
    let application = ana.apply().await;
    let (last, _, data) = stream.event().await;
    assert_eq!(data["application_id"], application.as_str());
    let (mail, at) = (Uuid::from_u128(7), api.clock().now() - time::Duration::seconds(29));
    log.record(AuditEvent { at, ..audit("email_message.failed", mail) }).await.expect("a recorded action");
    let failed = ("email.failed".to_owned(), json!({"message_id": mail}));
    assert_eq!(stream.named_event().await, failed);
    let mut resumed = Stream::open(&admin, last.as_deref()).await;
    assert_eq!(resumed.named_event().await, failed);
}

/// No event is lost while the client is disconnected. The client recognizes repeated events.
#[tokio::test]
async fn a_stream_continues_after_the_last_event_id() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let mut ids = Vec::new();
    let mut stream = Stream::open(&admin, None).await;
    for number in 0..4 {
        let ana = api.applicant(&format!("p{number}@school.example")).await;
        ids.push(ana.apply().await);
        api.clock().advance(time::Duration::seconds(1));
    }
    let (first, _, data) = stream.event().await;
    assert_eq!(data["application_id"], ids[0].as_str());
    drop(stream);
    let late = api.applicant("late@school.example").await;
    ids.push(late.apply().await);
    let mut resumed = Stream::open(&admin, first.as_deref()).await;
    for id in &ids[1..] {
        assert_eq!(resumed.named_event().await, status("application.submitted", id, "pending"));
    }
    let after = api.applicant("after@school.example").await.apply().await;
    assert_eq!(resumed.named_event().await, status("application.submitted", &after, "pending"));
}

#[tokio::test]
async fn a_stream_resumes_at_most_a_day_back() {
    let (api, _stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let mut stream = Stream::open(&admin, None).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(api.applicant(&format!("p{number}@school.example")).await.apply().await);
        api.clock().advance(time::Duration::seconds(1));
    }
    let (first, ..) = stream.event().await;
    // Then the third application is exactly a day old.
    api.clock().advance(time::Duration::DAY - time::Duration::seconds(2));
    let admin = api.sign_in("admin@forum.example").await;
    let mut long_away = Stream::open(&admin, first.as_deref()).await;
    for id in &ids[2..] {
        assert_eq!(long_away.named_event().await, status("application.submitted", id, "pending"));
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_token_session_and_role() {
    let ports = Ports::new().await;
    let users = ports.program.users.clone();
    let (api, _stop) = quick(ports);
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
    let me = other.get("/api/users/me").await.text_at("/id").parse().expect("an id");
    users.change(me, change_step(UserChange::Revoke(Role::Admin), None, NOON)).await.expect("a revoked role");
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

/// Counts how often the time was read.
struct CountingClock(Arc<FixedClock>, watch::Sender<usize>);

impl Clock for CountingClock {
    fn now(&self) -> OffsetDateTime {
        self.1.send_modify(|reads| *reads += 1);
        self.0.now()
    }
}

impl CountingClock {
    /// Waits for a hundred more reads: several of every poll, because each reads the time up to three times.
    async fn polls(&self) {
        let enough = *self.1.borrow() + 100;
        let mut reads = self.1.subscribe();
        timeout(LONG, reads.wait_for(|reads| *reads >= enough)).await.expect("polls").expect("a clock");
    }
}

#[tokio::test]
async fn the_log_is_polled_only_while_there_is_a_stream() {
    let ports = Ports::new().await;
    let tasks = ports.settings.tasks.clone();
    let (api, _stop) = quick(ports);
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
    let ports = Ports::new().await;
    let clock = Arc::new(CountingClock(ports.clock.clone(), watch::Sender::default()));
    let (api, _stop) = quick(ports.with(|program| program.clock = clock.clone()));
    let admin = api.admin("admin@forum.example").await;
    let mut stream = Stream::open(&admin, None).await;
    for _ in 0..3 {
        api.clock().advance(time::Duration::seconds(24));
        clock.polls().await;
        assert!(stream.next().now_or_never().is_none(), "an early heartbeat");
        api.clock().advance(time::Duration::seconds(1));
        assert_eq!(stream.next().await.as_deref(), Some(": heartbeat"));
    }
    clock.polls().await;
    assert!(stream.next().now_or_never().is_none(), "a repeated heartbeat");
}

#[tokio::test]
async fn an_administrator_has_at_most_eight_streams() {
    let (api, _stop) = quick(Ports::new().await);
    let (admin, other) = (api.admin("one@forum.example").await, api.admin("two@forum.example").await);
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(Stream::open(&admin, None).await);
    }
    admin.get(EVENTS).await.problem(429, "rate_limited");
    Stream::open(&other, None).await;
    open.pop();
    Stream::open(&admin, None).await;
}

#[tokio::test]
async fn shutdown_ends_every_stream() {
    let (api, stop) = quick(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let (mut one, mut two) = (Stream::open(&admin, None).await, Stream::open(&admin, None).await);
    stop.cancel();
    assert_eq!((one.next().await, two.next().await), (None, None));
}
