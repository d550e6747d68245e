//! The in-memory implementation of every port: a database, and simple fakes for mail, hashing, files, images and
//! time. Tests and benchmarks use it; the contract suites hold it to the same rules as PostgreSQL.

pub(crate) mod accounts;
pub(crate) mod applications;
mod audit;
mod database;
mod events;
pub(crate) mod fakes;
mod housekeeping;
mod idempotency;
mod limits;
pub(crate) mod mail;
mod own_data;
mod readback;
pub(crate) mod seeded_bugs;
mod state;

pub use accounts::identities::PlainProviders;
pub use database::MemoryDatabase;
pub use fakes::clock::FixedClock;
pub use fakes::crypto::{PlainHasher, PlainSecretDeriver, PlainTokenIssuer};
pub use fakes::files::MemoryFileStore;
pub use fakes::images::{PlainImageProcessor, plain_image};
pub use mail::outbox::MemoryOutboxStore;
pub use mail::sender::{MemoryMailSender, PlainComposer, SentMail};
pub use seeded_bugs::SeededBug;
