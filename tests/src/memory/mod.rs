//! The in-memory implementation of every port: a database, and simple fakes for mail, hashing, files, images and
//! time. Tests and benchmarks use it; the contract suites hold it to the same rules as PostgreSQL.

mod accounts;
mod applications;
mod audit;
mod crypto;
mod database;
mod drafts;
mod email_changes;
mod files;
mod headshots;
mod housekeeping;
mod images;
mod limits;
mod mail;
mod outbox;
mod own_data;
mod planted;
mod profiles;
mod readback;
mod review;
mod sessions;
mod state;
mod system;
mod users;

pub use accounts::MemoryAccountStore;
pub use applications::MemoryApplicationStore;
pub use audit::MemoryAuditLog;
pub use crypto::{PlainHasher, PlainSecretDeriver, PlainTokenIssuer};
pub use database::MemoryDatabase;
pub use drafts::MemoryDraftStore;
pub use email_changes::MemoryEmailChangeStore;
pub use files::MemoryFileStore;
pub use headshots::MemoryHeadshotStore;
pub use housekeeping::MemoryHousekeepingStore;
pub use images::{PlainImageProcessor, plain_image};
pub use limits::{MemoryKnownNetworks, MemoryRateLimiter};
pub use mail::{MemoryMailSender, PlainComposer, SentMail};
pub use outbox::MemoryOutboxStore;
pub use own_data::MemoryOwnDataStore;
pub use planted::Planted;
pub use profiles::MemoryProfileStore;
pub use readback::MemoryReadback;
pub use review::MemoryReviewQueue;
pub use sessions::MemorySessionStore;
pub use system::FixedClock;
pub use users::MemoryUserStore;
