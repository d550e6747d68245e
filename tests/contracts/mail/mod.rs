//! The outbox, the templates, and the mail senders.

mod messages;
pub(crate) mod outbox;
mod sender;
mod smtp;
mod templates;
mod waking;
