//! One step of the mail worker: it composes a leased mail and hands it to the mail host.

mod composer;
mod dispatch;
mod mail_sender;
mod one_time_links;
mod panics;

pub use composer::{ComposeError, Composer};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use mail_sender::{Envelope, MailSender, SendError};
pub use one_time_links::{OneTimeLinks, OneTimeSecrets, TokenState};
