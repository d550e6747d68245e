//! Mail as administrators and the command line see it: editing, previewing and testing the stored templates, and the log
//! of mails with another try for those that failed.

mod messages;
mod templates;

pub use messages::EmailMessages;
pub use templates::{EmailTemplates, PREVIEW_LIFETIME, Previewed, TemplateRequest};
