//! Mail for the domain's ports: contents (minijinja, ammonia, html2text), messages and SMTP (lettre), and the spool folder
//! that replaces a mail server. The composition root constructs the senders from `FORUM__MAIL__URL`.

mod compose;
mod html_policy;
mod mail_url;
mod message;
mod plain_text;
mod reply;
mod smtp;
mod spool;

pub use compose::MiniJinjaComposer;
pub(crate) use compose::ORGANISATION;
pub use mail_url::{Encryption, MailUrl, SmtpServer};
pub use message::FromAddress;
pub use smtp::SmtpMailSender;
pub use spool::{ReadMail, SpoolMailSender, SpooledMail, spooled_mails};
