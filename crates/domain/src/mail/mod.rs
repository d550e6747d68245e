//! Outgoing mail. The worker of the program calls [`MailDispatcher`]; an [`Act`](crate::act::Act) makes the mails.

mod delivery;
mod outbox;
mod templates;
#[cfg(test)]
pub(crate) mod testing;

pub use delivery::*;
pub use outbox::*;
pub use templates::*;
