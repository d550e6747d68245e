//! The contents of one event stream, and when it ends.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use forum_domain::events::{AdminEvent, HEARTBEAT, LogPosition, LoggedAction, OVERLAP};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::sync::{broadcast, mpsc};
use uuid::Uuid;

use crate::api::review::event_hub::EventHub;

/// Maximum number of chunks that wait for a slow reader. Beyond it the stream ends, and the client resumes it.
pub(crate) const WAITING: usize = 64;

/// The administrator who reads the stream.
pub(crate) struct Reader {
    pub(crate) user_id: Uuid,
    pub(crate) access_token: String,
}

/// Sends events until the client disconnects or is too slow, its token expires, its session ends, it loses the
/// administrator role, or shutdown starts. Dropping the sender ends the response.
pub(crate) async fn run(
    hub: Arc<EventHub>,
    actions: broadcast::Receiver<Arc<LoggedAction>>,
    resumed: Option<LogPosition>,
    reader: Reader,
    pieces: mpsc::Sender<Bytes>,
) {
    let stop = hub.stop.clone();
    let left = pieces.clone();
    tokio::select! {
        () = stop.cancelled() => {}
        () = left.closed() => {}
        () = refused(&hub, &reader.access_token) => {}
        _ = send_events(&hub, actions, resumed, reader.user_id, pieces) => {}
    }
}

/// Waits until the caller may no longer listen. Runs beside the events, because a slow reader can block them.
async fn refused(hub: &EventHub, access_token: &str) {
    while hub.events.may_listen(access_token).await {
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
