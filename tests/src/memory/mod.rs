//! The in-memory implementation of every port: a database, and simple fakes for mail, hashing, files, images and
//! time. Tests and benchmarks use it; the contract suites hold it to the same rules as PostgreSQL.

pub(crate) mod accounts;
pub(crate) mod applications;
mod audit;
mod database;
mod events;
pub(crate) mod fakes;
mod housekeeping;
mod limits;
pub(crate) mod mail;
mod own_data;
mod readback;
pub(crate) mod seeded_bugs;
mod state;

pub use accounts::account_security::MemoryAccountSecurityStore;
pub use accounts::email_changes::MemoryEmailChangeStore;
pub use accounts::identities::{MemoryIdentityStore, PlainProviders};
pub use accounts::profiles::MemoryProfileStore;
pub use accounts::sessions::MemorySessionStore;
pub use accounts::sign_in_flows::MemorySignInFlows;
pub use accounts::store::MemoryAccountStore;
pub use accounts::users::MemoryUserStore;
pub use applications::drafts::MemoryDraftStore;
pub use applications::headshots::MemoryHeadshotStore;
pub use applications::review::MemoryReviewQueue;
pub use applications::store::MemoryApplicationStore;
pub use audit::MemoryAuditLog;
pub use database::MemoryDatabase;
pub use events::MemoryEventLog;
pub use fakes::clock::FixedClock;
pub use fakes::crypto::{PlainHasher, PlainSecretDeriver, PlainTokenIssuer};
pub use fakes::files::MemoryFileStore;
pub use fakes::images::{PlainImageProcessor, plain_image};
pub use housekeeping::MemoryHousekeepingStore;
pub use limits::{MemoryKnownNetworks, MemoryRateLimiter};
pub use mail::outbox::MemoryOutboxStore;
pub use mail::sender::{MemoryMailSender, PlainComposer, SentMail};
pub use mail::templates::MemoryTemplateStore;
pub use own_data::MemoryOwnDataStore;
pub use readback::MemoryReadback;
pub use seeded_bugs::SeededBug;
