//! Outgoing mail. The worker of the program calls [`MailDispatcher`]; every context that queues mails takes an [`Act`].

mod act;
mod delivery;
mod outbox;
mod templates;
#[cfg(test)]
pub(crate) mod testing;

pub use act::{Act, Acts};
pub use delivery::*;
pub use outbox::*;
pub use templates::*;
