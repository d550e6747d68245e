//! `/admin/events`: live events for administrators, the contents of a stream, and when it ends.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use forum_domain::events::{AdminEvent, HEARTBEAT, LogPosition, LoggedAction, OVERLAP};
use futures_util::stream;
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::param::Header;
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::sync::{Semaphore, broadcast, mpsc};
use uuid::Uuid;

use crate::api::review::event_hub::EventHub;
use crate::api::tag::Tag;
use crate::request::auth::Reading;
use crate::request::keyed_limit::KeyedLimit;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::response;
use crate::response::schema_types::{AnyKind, Text};

const EVENT_STREAM: &str = "text/event-stream";
const LAST_EVENT_ID: &str = "Last-Event-ID";
/// Maximum number of streams per administrator, and `Retry-After` of another one.
const MAX_PER_USER: usize = 8;
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);
/// Maximum number of streams in this process.
const MAX_RUNNING: usize = 200;

pub(crate) struct EventStream(Body);

impl IntoResponse for EventStream {
    fn into_response(self) -> Response {
        Response::builder()
            .content_type(EVENT_STREAM)
            // Keeps proxies from buffering.
            .header("x-accel-buffering", "no")
            .body(self.0)
    }
}

impl ApiResponse for EventStream {
    fn meta() -> MetaResponses {
        let schema = MetaSchemaRef::Inline(Box::new(MetaSchema::new("string")));
        let content = vec![MetaMediaType { content_type: EVENT_STREAM, schema }];
        MetaResponses { responses: vec![response(200, "An open-ended event stream.", content)] }
    }

    fn register(_registry: &mut Registry) {}
}

error_codes!(StreamCodes: [], SIGNED_IN, ADMIN);

pub(crate) struct EventsApi {
    hub: Arc<EventHub>,
    streams: Arc<Semaphore>,
    of_user: KeyedLimit<Uuid>,
}

impl EventsApi {
    /// `of_user` counts open streams.
    pub(crate) fn new(hub: Arc<EventHub>, of_user: KeyedLimit<Uuid>) -> Self {
        Self { hub, streams: Arc::new(Semaphore::new(MAX_RUNNING)), of_user }
    }
}

#[OpenApi(prefix_path = "/admin/events", tag = "Tag::Events")]
impl EventsApi {
    /// Stream events
    ///
    /// Server-sent events. Read them with `fetch`, which can send the access token. They contain only ids and statuses:
    ///
    /// | event | data |
    /// |---|---|
    /// | `application.submitted`, `application.decided` | `{"application_id", "status"}` |
    /// | `application.marked` | `{"application_id"}` |
    /// | `note.added` | `{"application_id", "note_id"}` |
    /// | `application.changed` | `{"application_id", "status"}`: a decision was undone, changes were requested, taken back or made, or the application was withdrawn and `status` is null; or `{"application_id", "note_id"}`: the note was changed or deleted |
    /// | `role.changed` | `{"user_id", "roles"}`, the roles of the user now |
    /// | `email.failed` | `{"message_id"}`, the `id` in the list of emails: the mail will not be retried |
    ///
    /// ```
    /// event: role.changed
    /// data: {"user_id": "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d", "roles": ["member"]}
    ///
    /// id: 1772719800000000-5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d
    /// event: application.decided
    /// data: {"application_id": "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d", "status": "approved"}
    /// ```
    ///
    /// There are no events about your own application.
    ///
    /// If an action causes several events, only the last one has an `id`: keep the previous `id` until then. A comment
    /// every 25 seconds keeps the stream alive. The stream ends when the token expires or is revoked, the session ends, you
    /// lose the administrator role, the server shuts down, or you read too slowly. Reconnect with the last received `id` as
    /// `Last-Event-ID`. No event of the last day is missed, but recent events may be repeated. Older events are not sent
    /// again: after a longer pause, read the lists.
    #[oai(path = "/", method = "get", operation_id = "stream_events")]
    async fn stream_events(
        &self,
        Reading(reader): Reading,
        request: &Request,
        /// Continues after this event. Without a known id the stream starts now.
        #[oai(name = "Last-Event-ID")]
        _last: Header<Option<Text<AnyKind>>>,
    ) -> Result<EventStream, ApiError<StreamCodes>> {
        let token = request.header(header::AUTHORIZATION).and_then(|value| value.split_once(' '));
        let token = token.map(|(_, token)| token.trim().to_owned()).unwrap_or_default();
        let last = request.header(LAST_EVENT_ID).and_then(LogPosition::parse);
        let reader = Listener { id: reader.id(), token };
        let of_user = self.of_user.begin(reader.id, 1, MAX_PER_USER);
        let of_user = of_user.ok_or_else(|| Problem::from(Code::RateLimited).retry_after(RETRY_AFTER))?;
        let permit = self.streams.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        let actions = self.hub.listen().await?;
        let (sender, pieces) = mpsc::channel::<Bytes>(WAITING);
        self.hub.tasks.spawn(run(self.hub.clone(), actions, last, reader, sender));
        let body = stream::unfold((pieces, of_user, permit), |(mut pieces, of_user, permit)| async move {
            let piece = pieces.recv().await?;
            Some((Ok::<_, std::io::Error>(piece), (pieces, of_user, permit)))
        });
        Ok(EventStream(Body::from_bytes_stream(body)))
    }
}

/// Maximum number of chunks that wait for a slow reader. Beyond it the stream ends, and the client resumes it.
const WAITING: usize = 64;

/// The administrator or the machine that reads the stream.
struct Listener {
    id: Uuid,
    token: String,
}

/// Sends events until the client disconnects or is too slow, its token expires or is revoked, its session ends, it loses the
/// administrator role, or shutdown starts. Dropping the sender ends the response.
async fn run(
    hub: Arc<EventHub>,
    actions: broadcast::Receiver<Arc<LoggedAction>>,
    resumed: Option<LogPosition>,
    reader: Listener,
    pieces: mpsc::Sender<Bytes>,
) {
    let stop = hub.stop.clone();
    let left = pieces.clone();
    tokio::select! {
        () = stop.cancelled() => {}
        () = left.closed() => {}
        () = refused(&hub, &reader.token) => {}
        _ = send_events(&hub, actions, resumed, reader.id, pieces) => {}
    }
}

/// Waits until the caller may no longer listen. Runs beside the events, because a slow reader can block them.
async fn refused(hub: &EventHub, token: &str) {
    while hub.events.may_listen(token).await {
        tokio::time::sleep(hub.pause).await;
    }
}

/// `None` once the stream must end.
async fn send_events(
    hub: &EventHub,
    mut actions: broadcast::Receiver<Arc<LoggedAction>>,
    resumed: Option<LogPosition>,
    reader: Uuid,
    pieces: mpsc::Sender<Bytes>,
) -> Option<()> {
    let mut last_sent_at = hub.events.now();
    pieces.send(Bytes::from_static(b": open\n\n")).await.ok()?;
    let replayed = match resumed {
        Some(last) => replay(hub, last, reader, &pieces).await?,
        None => HashSet::new(),
    };
    let mut tick = tokio::time::interval(hub.pause);
    loop {
        tokio::select! {
            action = actions.recv() => {
                // A stream that lags behind ends too.
                let action = action.ok()?;
                if !replayed.contains(&action.position.id)
                    && let Some(piece) = piece(&action, reader)
                {
                    pieces.try_send(piece).ok()?;
                    last_sent_at = hub.events.now();
                }
            }
            _ = tick.tick() => {
                if is_silent(last_sent_at, hub.events.now()) {
                    pieces.try_send(Bytes::from_static(b": heartbeat\n\n")).ok()?;
                    last_sent_at = hub.events.now();
                }
            }
        }
    }
}

/// Sends the events after `last` at the client's rate. Returns the actions that the hub may announce again.
async fn replay(
    hub: &EventHub,
    last: LogPosition,
    reader: Uuid,
    pieces: &mpsc::Sender<Bytes>,
) -> Option<HashSet<Uuid>> {
    let recent = hub.events.now() - OVERLAP;
    let mut replayed = HashSet::new();
    let mut position = hub.events.resumed(last);
    loop {
        let batch = hub.events.after(position).await.ok()?;
        position = match batch.last() {
            Some(action) => action.position,
            None => return Some(replayed),
        };
        for action in batch.iter().filter(|action| action.position.id != last.id) {
            if let Some(piece) = piece(action, reader) {
                pieces.send(piece).await.ok()?;
            }
            if action.position.at >= recent {
                replayed.insert(action.position.id);
            }
        }
    }
}

fn is_silent(last_sent_at: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - last_sent_at >= HEARTBEAT
}

/// The events of an action, if it has any for the reader. Only the last carries the id, so that a client that misses one
/// receives all of them again.
fn piece(action: &LoggedAction, reader: Uuid) -> Option<Bytes> {
    let events = action.events_for(reader);
    let mut text = String::new();
    for (number, event) in (1..).zip(&events) {
        let (name, data) = described(event);
        if number == events.len() {
            text.push_str(&format!("id: {}\n", action.position.as_text()));
        }
        text.push_str(&format!("event: {name}\ndata: {data}\n\n"));
    }
    (!text.is_empty()).then(|| text.into())
}

fn described(event: &AdminEvent) -> (&'static str, Value) {
    match event {
        AdminEvent::Submitted(id, status) => {
            ("application.submitted", json!({"application_id": id, "status": status.as_str()}))
        }
        AdminEvent::Decided(id, status) => {
            ("application.decided", json!({"application_id": id, "status": status.as_str()}))
        }
        AdminEvent::Changed(id, status) => {
            ("application.changed", json!({"application_id": id, "status": status.as_str()}))
        }
        AdminEvent::Marked(id) => ("application.marked", json!({"application_id": id})),
        AdminEvent::Withdrawn(id) => ("application.changed", json!({"application_id": id, "status": null})),
        AdminEvent::RoleChanged(id, roles) => {
            let roles: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
            ("role.changed", json!({"user_id": id, "roles": roles}))
        }
        AdminEvent::EmailFailed(id) => ("email.failed", json!({"message_id": id})),
        AdminEvent::NoteAdded(id, note) => ("note.added", json!({"application_id": id, "note_id": note})),
        AdminEvent::NoteChanged(id, note) => {
            ("application.changed", json!({"application_id": id, "note_id": note}))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forum_domain::accounts::{Role, Roles};
    use forum_domain::applications::Status;
    use time::Duration;

    #[test]
    fn an_approval_is_two_events_and_the_last_one_has_the_id() {
        let (target_id, user_id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let action = LoggedAction {
            position: LogPosition { at: OffsetDateTime::UNIX_EPOCH, id: Uuid::from_u128(3) },
            action: "application.decided".to_owned(),
            target_id,
            status: Some(Status::Approved),
            note_id: None,
            person: Some((user_id, Roles::from_iter([Role::Member]))),
        };
        let expected = format!(
            "event: role.changed\ndata: {{\"user_id\":\"{user_id}\",\"roles\":[\"member\"]}}\n\n\
             id: 0-00000000000000000000000000000003\n\
             event: application.decided\ndata: {{\"application_id\":\"{target_id}\",\"status\":\"approved\"}}\n\n"
        );
        assert_eq!(piece(&action, Uuid::nil()), Some(expected.into()));
        assert!(piece(&LoggedAction { status: None, ..action }, Uuid::nil()).is_none());
    }

    #[test]
    fn a_stream_is_silent_after_25_seconds() {
        let now = OffsetDateTime::UNIX_EPOCH;
        assert!(!is_silent(now, now + Duration::milliseconds(24_999)));
        assert!(is_silent(now, now + Duration::seconds(25)));
    }
}
