//! Live events for administrators. They are read from the audit log, to which every act adds its entry in its own
//! transaction: so no event is lost, several processes on one database behave as one, and writers wait for nobody.

mod act;
mod event_log;
mod service;

pub use act::{Act, News, Place};
pub use event_log::EventLog;
pub use service::{Events, HEARTBEAT, OVERLAP};
