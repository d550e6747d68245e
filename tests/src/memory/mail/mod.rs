//! The outbox, and a sender that collects mails.

pub(super) mod outbox;
pub(super) mod sender;
