//! The outbox, and mail sent by SMTP.

pub(crate) mod messages;
pub(crate) mod outbox;
mod smtp;
mod waking;
