//! Operations for administrators on users, the audit log, mail templates and sent mails.

pub(crate) mod audit;
pub(crate) mod email_messages;
pub(crate) mod email_templates;
pub(crate) mod invitations;
pub(crate) mod users;
