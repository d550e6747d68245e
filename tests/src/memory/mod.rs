//! In memory: simple fakes for mail, hashing, files, images, providers and time, and the stores of accounts and of the
//! outbox. The stores are for random walks of thousands of steps and for the mail worker with a swapped clock and sender;
//! the contract suites hold them to the rules of PostgreSQL.

mod accounts;
mod database;
mod fakes;
mod mail;
mod readback;
mod state;

pub use database::MemoryDatabase;
pub use fakes::clock::FixedClock;
pub use fakes::crypto::{PlainHasher, PlainSecretDeriver, PlainTokenIssuer};
pub use fakes::files::MemoryFileStore;
pub use fakes::images::{PlainImageProcessor, plain_image};
pub use fakes::providers::PlainProviders;
pub use mail::sender::{MemoryMailSender, SentMail};
