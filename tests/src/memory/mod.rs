//! In memory: simple fakes for mail, hashing, files, images, providers and time, and the rows of the mail worker.

mod fakes;
mod mail;

pub use fakes::{FixedClock, MemoryFileStore, PlainHasher, PlainImageProcessor, PlainProviders, plain_image};
pub use mail::{MailRow, MemoryMailSender, MemoryOutbox, SentMail};
