//! Mail for administrators and the command line: editing, previewing and testing the stored templates, listing mails, and
//! retrying or discarding those that failed.

mod messages;
mod templates;

pub use messages::EmailMessages;
pub use templates::{EmailTemplates, PREVIEW_LIFETIME, Previewed, TemplateRequest};
