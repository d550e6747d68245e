//! What stands behind a test of use cases or a [`TestApi`](super::TestApi): every port by name, so that a test replaces one and keeps
//! the others.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use async_trait::async_trait;
use educators_forum::UseCases;
use forum_adapters::postgres::{
    PgAccountStore, PgApplicationStore, PgAuditLog, PgHeadshotStore, PgHousekeepingStore, PgOutboxStore,
    PgPool, PgReviewQueue, PgSessionStore,
};
use forum_adapters::system::RandomIds;
use forum_domain::accounts::{AccountStore, PasswordHasher, SecretDeriver, SessionStore, TokenIssuer};
use forum_domain::applications::{ApplicationStore, ReviewQueue};
use forum_domain::audit::AuditLog;
use forum_domain::headshots::{FileStore, HeadshotStore, ImageProcessor};
use forum_domain::housekeeping::{HousekeepingStore, Retention};
use forum_domain::mail::{Composer, MailSender, OutboxStore};
use forum_http::{Readiness, ReadinessReport, SiteFile, SiteFiles, SiteSettings};

use crate::memory::{
    FixedClock, MemoryAccountStore, MemoryApplicationStore, MemoryAuditLog, MemoryDatabase, MemoryFileStore,
    MemoryHeadshotStore, MemoryHousekeepingStore, MemoryMailSender, MemoryOutboxStore, MemoryReviewQueue,
    MemorySessionStore, PlainComposer, PlainHasher, PlainImageProcessor, PlainSecretDeriver,
    PlainTokenIssuer,
};

/// Every port and the settings of the site.
pub struct Ports {
    /// Users and registrations.
    pub accounts: Arc<dyn AccountStore>,
    /// Sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Applications.
    pub applications: Arc<dyn ApplicationStore>,
    /// The review list.
    pub queue: Arc<dyn ReviewQueue>,
    /// Photos.
    pub headshots: Arc<dyn HeadshotStore>,
    /// Their files.
    pub files: Arc<dyn FileStore>,
    /// What makes photos anew.
    pub images: Arc<dyn ImageProcessor>,
    /// The outbox.
    pub outbox: Arc<dyn OutboxStore>,
    /// The audit log.
    pub audit: Arc<dyn AuditLog>,
    /// What is kept for a time only.
    pub leftovers: Arc<dyn HousekeepingStore>,
    /// For how long.
    pub retention: Retention,
    /// Password hashes.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Access tokens.
    pub issuer: Arc<dyn TokenIssuer>,
    /// Links, codes and refresh tokens.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Texts of account mails.
    pub composer: Arc<dyn Composer>,
    /// Where mails go; `None` keeps them in the test.
    pub sender: Option<Arc<dyn MailSender>>,
    /// Mails that were kept.
    pub inbox: Arc<MemoryMailSender>,
    /// Time.
    pub clock: Arc<FixedClock>,
    /// Whether the program can work.
    pub readiness: Arc<dyn Readiness>,
    /// How the site is served.
    pub settings: SiteSettings,
}

/// The origin in the links of mails.
pub const ORIGIN: &str = "https://forum.example";

impl Ports {
    /// The use cases over these ports, as the program builds them.
    pub fn use_cases(&self) -> UseCases {
        let inbox: Arc<dyn MailSender> = self.inbox.clone();
        let ports = educators_forum::Ports {
            accounts: self.accounts.clone(),
            sessions: self.sessions.clone(),
            applications: self.applications.clone(),
            queue: self.queue.clone(),
            headshots: self.headshots.clone(),
            files: self.files.clone(),
            images: self.images.clone(),
            outbox: self.outbox.clone(),
            audit: self.audit.clone(),
            leftovers: self.leftovers.clone(),
            retention: self.retention,
            hasher: self.hasher.clone(),
            issuer: self.issuer.clone(),
            secrets: self.secrets.clone(),
            composer: self.composer.clone(),
            sender: self.sender.clone().unwrap_or(inbox),
            clock: self.clock.clone(),
            timer: self.clock.clone(),
            ids: Arc::new(RandomIds),
            readiness: self.readiness.clone(),
        };
        UseCases::new(ports, ORIGIN)
    }

    /// Everything in memory, over a fresh database.
    pub fn memory() -> Self {
        Self::memory_on(&MemoryDatabase::new())
    }

    /// Everything in memory, over this database.
    pub fn memory_on(database: &MemoryDatabase) -> Self {
        let clock: Arc<FixedClock> = Arc::default();
        Self {
            accounts: Arc::new(MemoryAccountStore::new(database.clone())),
            sessions: Arc::new(MemorySessionStore::new(database.clone())),
            applications: Arc::new(MemoryApplicationStore::new(database.clone())),
            queue: Arc::new(MemoryReviewQueue::new(database.clone())),
            headshots: Arc::new(MemoryHeadshotStore::new(database.clone())),
            files: Arc::new(MemoryFileStore::new(clock.clone())),
            images: Arc::new(PlainImageProcessor),
            outbox: Arc::new(MemoryOutboxStore::new(database.clone())),
            audit: Arc::new(MemoryAuditLog::new(database.clone())),
            leftovers: Arc::new(MemoryHousekeepingStore::new(database.clone())),
            retention: Retention::default(),
            hasher: Arc::new(PlainHasher::default()),
            issuer: Arc::new(PlainTokenIssuer),
            secrets: Arc::new(PlainSecretDeriver::new(7)),
            composer: Arc::new(PlainComposer),
            sender: None,
            inbox: Arc::default(),
            clock,
            readiness: Arc::new(StubReadiness(ReadinessReport::READY)),
            settings: SiteSettings { files: Arc::new(StaticFiles::default()), ..SiteSettings::default() },
        }
    }

    /// The stores on PostgreSQL, all else in memory.
    pub fn postgres(pool: &PgPool) -> Self {
        Self {
            accounts: Arc::new(PgAccountStore::new(pool.clone())),
            sessions: Arc::new(PgSessionStore::new(pool.clone())),
            applications: Arc::new(PgApplicationStore::new(pool.clone())),
            queue: Arc::new(PgReviewQueue::new(pool.clone())),
            headshots: Arc::new(PgHeadshotStore::new(pool.clone())),
            outbox: Arc::new(PgOutboxStore::new(pool.clone())),
            audit: Arc::new(PgAuditLog::new(pool.clone())),
            leftovers: Arc::new(PgHousekeepingStore::new(pool.clone())),
            ..Self::memory()
        }
    }
}

/// Answers what it was told to.
pub struct StubReadiness(pub ReadinessReport);

#[async_trait]
impl Readiness for StubReadiness {
    async fn check(&self) -> ReadinessReport {
        self.0.clone()
    }
}

/// A browser side of a few files that stand in the test.
pub struct StaticFiles(pub HashMap<&'static str, &'static str>);

impl Default for StaticFiles {
    fn default() -> Self {
        let routes = r#"[{"path": "/", "file": "app-shell.html"}, {"path": "/about", "file": "about/index.html"},
            {"path": "/auth", "file": "app-shell.html", "noindex": true},
            {"path": "/auth/confirm", "file": "app-shell.html", "noindex": true, "referrer": "no-referrer"}]"#;
        Self(HashMap::from([
            ("routes.json", routes),
            ("app-shell.html", "<!doctype html><title>shell</title>"),
            ("app-shell.html.br", "shell in br"),
            ("not-found.html", "<!doctype html><title>not found</title>"),
            ("about/index.html", "<!doctype html><title>about</title>"),
            ("assets/main-4f2a.js", "console.log(1)"),
            ("assets/main-4f2a.js.br", "js in br"),
            ("assets/main-4f2a.js.gz", "js in gzip"),
            ("robots.txt", "User-agent: *"),
        ]))
    }
}

impl SiteFiles for StaticFiles {
    fn read(&self, path: &str) -> Option<SiteFile> {
        self.0.get(path).map(|text| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&hasher.finish().to_be_bytes());
            SiteFile { data: Cow::Borrowed(text.as_bytes()), hash }
        })
    }

    fn paths(&self) -> Vec<Cow<'static, str>> {
        self.0.keys().copied().map(Cow::Borrowed).collect()
    }
}
