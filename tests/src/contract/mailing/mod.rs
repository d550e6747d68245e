//! Contracts of the outbox, the templates and mail senders.

pub mod mail_records;
pub mod mail_sender;
pub mod outbox;
pub mod templates;
pub mod waking;
