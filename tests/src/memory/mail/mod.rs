//! The outbox, templates, and a sender that collects mails.

pub(crate) mod outbox;
pub(crate) mod sender;
pub(crate) mod templates;
