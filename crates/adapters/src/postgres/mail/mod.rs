//! The outbox, its report, the state of the mail host, and the templates.

pub(crate) mod host;
mod messages;
pub(crate) mod outbox;
pub(crate) mod report;
mod templates;
