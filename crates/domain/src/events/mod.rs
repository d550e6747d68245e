//! Live events for administrators. They are read from the audit log, to which every act adds its entry in the same
//! transaction. So no event is lost, processes on the same database behave alike, and writers never wait for readers.

mod event_log;
mod logged_action;
mod service;

pub use event_log::EventLog;
pub use logged_action::{AdminEvent, LogPosition, LoggedAction};
pub use service::{Events, HEARTBEAT, OVERLAP};
