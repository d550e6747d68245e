//! Users, audit log, mail templates and sent mails for administrators.

pub(crate) mod audit;
pub(crate) mod audit_events;
pub(crate) mod email_messages;
pub(crate) mod email_templates;
pub(crate) mod users;
