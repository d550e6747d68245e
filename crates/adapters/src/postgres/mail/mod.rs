//! The outbox, its report, the state of the mail host, and the templates.

pub(crate) mod host;
pub(crate) mod outbox;
pub(crate) mod outbox_report;
pub(crate) mod records;
pub(crate) mod templates;
