//! Live events for administrators. They are read from the audit log, to which every act adds its entry in the same
//! transaction. So no event is lost, processes on the same database behave alike, and writers never wait for readers.
//! Events contain only ids and statuses.

use std::sync::Arc;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Access, Roles, TokenScope};
use crate::applications::Status;
use crate::audit::AuditLog;
use crate::shared::{Clock, Fault};

/// An idle stream sends a heartbeat at this interval (docs/product.md, 6.5).
pub const HEARTBEAT: Duration = Duration::seconds(25);
/// Maximum delay between an act and its visibility, longer than any request. Readers re-read this period and skip known
/// entries.
pub const OVERLAP: Duration = Duration::seconds(30);
/// A reconnected reader gets the events of this period. Older changes must be read from the lists.
const KEPT: Duration = Duration::DAY;
const BATCH: u32 = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LogPosition {
    /// Time of the act in whole microseconds.
    pub at: OffsetDateTime,
    pub id: Uuid,
}

impl LogPosition {
    pub const fn before(at: OffsetDateTime) -> Self {
        Self { at, id: Uuid::nil() }
    }

    /// The `id` of an event: microseconds since 1970, a hyphen, and the entry's id.
    pub fn as_text(&self) -> String {
        format!("{}-{}", self.at.unix_timestamp_nanos() / 1_000, self.id.simple())
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (micros, id) = text.split_once('-')?;
        let nanos = i128::from(micros.parse::<i64>().ok()?) * 1_000;
        let at = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?;
        Some(Self { at, id: Uuid::try_parse(id).ok()? })
    }
}

/// An entry of the audit log that is announced to administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedAction {
    pub position: LogPosition,
    /// One of [`ACTIONS`](Self::ACTIONS) or [`EDIT`](Self::EDIT).
    pub action: String,
    pub target_id: Uuid,
    pub status: Option<Status>,
    pub note_id: Option<Uuid>,
    /// The user whose roles the act may have changed, with the current roles.
    pub person: Option<(Uuid, Roles)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdminEvent {
    Submitted(Uuid, Status),
    Decided(Uuid, Status),
    /// The application was changed other than by a decision.
    Changed(Uuid, Status),
    /// An administrator marked the application, or took the mark away.
    Marked(Uuid),
    /// The applicant withdrew the application, or deleted the account with it.
    Withdrawn(Uuid),
    RoleChanged(Uuid, Roles),
    EmailFailed(Uuid),
    NoteAdded(Uuid, Uuid),
    NoteChanged(Uuid, Uuid),
}

impl LoggedAction {
    pub const ACTIONS: [&str; 13] = [
        "application.submitted",
        "application.decided",
        "application.decision_undone",
        "application.changes_requested",
        "application.request_taken_back",
        "application.resubmitted",
        "application.withdrawn",
        "application.marked",
        "role.granted",
        "role.revoked",
        "email_message.failed",
        "note.added",
        "note.deleted",
    ];

    /// The edit of a note. It is read from the note, because the audit log has only some of the edits.
    pub const EDIT: &str = "note.updated";

    /// The events of this act for an administrator: none about their own application but their roles. A note whose
    /// application is gone is announced to nobody, because its applicant is unknown.
    pub fn events_for(&self, reader: Uuid) -> Vec<AdminEvent> {
        let applicant = self.person.as_ref().map(|(user_id, _)| *user_id);
        let mut events = self.events();
        events.retain(|event| match event {
            AdminEvent::RoleChanged(..) | AdminEvent::EmailFailed(_) => true,
            AdminEvent::NoteAdded(..) | AdminEvent::NoteChanged(..) | AdminEvent::Marked(_) => {
                applicant.is_some_and(|id| id != reader)
            }
            AdminEvent::Submitted(..)
            | AdminEvent::Decided(..)
            | AdminEvent::Changed(..)
            | AdminEvent::Withdrawn(_) => applicant != Some(reader),
        });
        events
    }

    /// The events of this act. An approval, or its undoing, changes the roles of the applicant too.
    pub fn events(&self) -> Vec<AdminEvent> {
        let Self { action, target_id, status, person, note_id, .. } = self;
        let note_event = |event: fn(Uuid, Uuid) -> AdminEvent| note_id.map(|note| event(*target_id, note));
        let role_changed = || person.clone().map(|(user_id, roles)| AdminEvent::RoleChanged(user_id, roles));
        match (action.as_str(), *status) {
            ("application.submitted", Some(status)) => vec![AdminEvent::Submitted(*target_id, status)],
            ("application.decided", Some(status)) => {
                let roles = role_changed().filter(|_| status == Status::Approved);
                roles.into_iter().chain([AdminEvent::Decided(*target_id, status)]).collect()
            }
            // The status is that of the undone decision.
            ("application.decision_undone", Some(status)) => {
                let roles = role_changed().filter(|_| status == Status::Approved);
                roles.into_iter().chain([AdminEvent::Changed(*target_id, Status::Pending)]).collect()
            }
            (
                "application.changes_requested"
                | "application.request_taken_back"
                | "application.resubmitted",
                _,
            ) => vec![AdminEvent::Changed(*target_id, Status::Pending)],
            ("application.withdrawn", _) => vec![AdminEvent::Withdrawn(*target_id)],
            ("application.marked", _) => vec![AdminEvent::Marked(*target_id)],
            ("role.granted" | "role.revoked", _) => role_changed().into_iter().collect(),
            ("email_message.failed", _) => vec![AdminEvent::EmailFailed(*target_id)],
            ("note.added", _) => note_event(AdminEvent::NoteAdded).into_iter().collect(),
            ("note.deleted" | Self::EDIT, _) => note_event(AdminEvent::NoteChanged).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

pub struct Events {
    pub log: Arc<dyn AuditLog>,
    pub access: Arc<Access>,
    pub clock: Arc<dyn Clock>,
}

impl Events {
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The next batch of acts after `position`, oldest first; empty at the end of the log.
    pub async fn after(&self, position: LogPosition) -> Result<Vec<LoggedAction>, Fault> {
        self.log.after(position, BATCH).await
    }

    /// The position from which a reader that has read up to `last` continues: [`OVERLAP`] earlier, because acts become
    /// visible out of order.
    pub fn resumed(&self, last: LogPosition) -> LogPosition {
        LogPosition::before((last.at - OVERLAP).max(self.now() - KEPT))
    }

    /// Whether the token currently belongs to an administrator, or to a machine that reads. `false` after a fault, because
    /// the client reconnects.
    pub async fn may_listen(&self, token: &str) -> bool {
        let holder = self.access.holder(token).await;
        holder.is_ok_and(|holder| holder.check_reader(TokenScope::Read).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use proptest::prelude::*;

    use super::*;
    use crate::accounts::roles::Role;

    #[test]
    fn a_position_round_trips_and_malformed_text_is_refused() {
        let position = LogPosition { at: datetime!(2026-11-20 12:00:00.123456 UTC), id: Uuid::from_u128(7) };
        assert_eq!(LogPosition::parse(&position.as_text()), Some(position));
        let long = format!("{}-{}", i64::MAX, Uuid::nil());
        for text in ["", "x", "1", "-", "1-", "1-x", "x-00000000000000000000000000000007", &long] {
            assert_eq!(LogPosition::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_announced_action_has_its_events() {
        let (target_id, user_id, note) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        let roles = Roles::from_iter([Role::Member]);
        let role_changed = AdminEvent::RoleChanged(user_id, roles.clone());
        let pending = AdminEvent::Changed(target_id, Status::Pending);
        let submitted = AdminEvent::Submitted(target_id, Status::Pending);
        let decided = |status| AdminEvent::Decided(target_id, status);
        let (approved, rejected) = (Some(Status::Approved), Some(Status::Rejected));
        let approval = vec![role_changed.clone(), decided(Status::Approved)];
        let table = [
            ("application.submitted", Some(Status::Pending), vec![submitted]),
            ("application.decided", approved, approval),
            ("application.decided", rejected, vec![decided(Status::Rejected)]),
            ("application.decision_undone", approved, vec![role_changed.clone(), pending.clone()]),
            ("application.decision_undone", rejected, vec![pending.clone()]),
            ("application.changes_requested", None, vec![pending.clone()]),
            ("application.request_taken_back", None, vec![pending.clone()]),
            ("application.resubmitted", None, vec![pending]),
            ("application.withdrawn", None, vec![AdminEvent::Withdrawn(target_id)]),
            ("application.marked", None, vec![AdminEvent::Marked(target_id)]),
            ("role.granted", None, vec![role_changed.clone()]),
            ("role.revoked", None, vec![role_changed]),
            ("email_message.failed", None, vec![AdminEvent::EmailFailed(target_id)]),
            ("note.added", None, vec![AdminEvent::NoteAdded(target_id, note)]),
            ("note.deleted", None, vec![AdminEvent::NoteChanged(target_id, note)]),
            (LoggedAction::EDIT, None, vec![AdminEvent::NoteChanged(target_id, note)]),
        ];
        for action in LoggedAction::ACTIONS {
            assert!(table.iter().any(|row| row.0 == action), "{action}");
        }
        for (action, status, expected) in table {
            let position = LogPosition::before(OffsetDateTime::UNIX_EPOCH);
            let person = Some((user_id, roles.clone()));
            let note_id = Some(note);
            let act =
                LoggedAction { position, action: action.to_owned(), target_id, status, note_id, person };
            let both = (act.events(), act.events_for(target_id));
            assert_eq!(both, (expected.clone(), expected.clone()), "{action}");
            let others = |event: &AdminEvent| {
                !matches!(event, AdminEvent::RoleChanged(..) | AdminEvent::EmailFailed(_))
            };
            assert!(!act.events_for(user_id).iter().any(others), "{action}: of one's own application");
            let gone = LoggedAction { person: None, ..act }.events_for(user_id);
            let is_hidden =
                action.starts_with("note.") || action.starts_with("role.") || action == "application.marked";
            assert_eq!(gone.is_empty(), expected.is_empty() || is_hidden, "{action}");
        }
    }

    proptest! {
        #[test]
        fn every_position_since_1970_round_trips_and_parsing_never_panics(
            micros in 0..253_402_300_800_000_000_i64, id in any::<u128>(), junk in "(?s)-?[0-9+]{1,24}-[0-9a-f-]{30,36}|.{0,60}",
        ) {
            let at = OffsetDateTime::UNIX_EPOCH + Duration::microseconds(micros);
            let position = LogPosition { at, id: Uuid::from_u128(id) };
            prop_assert_eq!(LogPosition::parse(&position.as_text()), Some(position));
            if let Some(read) = LogPosition::parse(&junk) {
                prop_assert_eq!(LogPosition::parse(&read.as_text()), Some(read));
            }
        }
    }
}
