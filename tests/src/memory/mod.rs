//! In memory: simple fakes for mail, hashing, files, images, providers and time, and the rows of the mail worker.

mod fakes;
mod outbox;
mod sender;

pub use fakes::clock::FixedClock;
pub use fakes::files::MemoryFileStore;
pub use fakes::hasher::PlainHasher;
pub use fakes::images::{PlainImageProcessor, plain_image};
pub use fakes::providers::PlainProviders;
pub use outbox::{MailRow, MemoryOutbox};
pub use sender::{MemoryMailSender, SentMail};
