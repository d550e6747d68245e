//! `/admin/events`: live events for administrators.

use std::sync::Arc;

use bytes::Bytes;
use forum_domain::events::LogPosition;
use futures_util::stream;
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::param::Header;
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use tokio::sync::{Semaphore, mpsc};
use uuid::Uuid;

use crate::api::review::event_hub::EventHub;
use crate::api::review::event_stream::{self, Reader, WAITING};
use crate::api::tag::Tag;
use crate::request::auth::Admin;
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
    /// every 25 seconds keeps the stream alive. The stream ends when the access token expires, the session ends, you lose
    /// the administrator role, the server shuts down, or you read too slowly. Reconnect with the last received `id` as
    /// `Last-Event-ID`. No event of the last day is missed, but recent events may be repeated. Older events are not sent
    /// again: after a longer pause, read the lists.
    #[oai(path = "/", method = "get", operation_id = "stream_events")]
    async fn stream_events(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Continues after this event. Without a known id the stream starts now.
        #[oai(name = "Last-Event-ID")]
        _last: Header<Option<Text<AnyKind>>>,
    ) -> Result<EventStream, ApiError<StreamCodes>> {
        let token = request.header(header::AUTHORIZATION).and_then(|value| value.split_once(' '));
        let access_token = token.map(|(_, token)| token.trim().to_owned()).unwrap_or_default();
        let last = request.header(LAST_EVENT_ID).and_then(LogPosition::parse);
        let user_id = admin.caller().user.id;
        let reader = Reader { user_id, access_token };
        let of_user = self.of_user.begin(user_id, 1, MAX_PER_USER);
        let of_user = of_user.ok_or_else(|| Problem::from(Code::RateLimited).retry_after(RETRY_AFTER))?;
        let permit = self.streams.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        let actions = self.hub.listen().await?;
        let (sender, pieces) = mpsc::channel::<Bytes>(WAITING);
        self.hub.tasks.spawn(event_stream::run(self.hub.clone(), actions, last, reader, sender));
        let body = stream::unfold((pieces, of_user, permit), |(mut pieces, of_user, permit)| async move {
            let piece = pieces.recv().await?;
            Some((Ok::<_, std::io::Error>(piece), (pieces, of_user, permit)))
        });
        Ok(EventStream(Body::from_bytes_stream(body)))
    }
}
