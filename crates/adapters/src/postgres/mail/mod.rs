//! The outbox, the state of the mail host, and the templates.

pub(crate) mod host;
pub(crate) mod messages;
pub(crate) mod outbox;
mod templates;
