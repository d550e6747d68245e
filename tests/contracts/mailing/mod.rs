//! Contracts of the outbox, the templates and mail senders.

pub(crate) mod mail_records;
pub(crate) mod mail_sender;
pub(crate) mod outbox;
pub(crate) mod templates;
pub(crate) mod waking;
