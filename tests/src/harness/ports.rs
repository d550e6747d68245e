//! The ports behind a test of use cases or a [`TestApi`](super::TestApi). Each is a named field, so that a test can
//! replace one and keep the others.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use async_trait::async_trait;
use educators_forum::UseCases;
use forum_adapters::postgres::PgPool;
use forum_adapters::system::RandomIds;
use forum_domain::accounts::{AccountStore, PasswordHasher, SecretDeriver, SessionStore, TokenIssuer};
use forum_domain::applications::{ApplicationStore, ReviewQueue};
use forum_domain::audit::AuditLog;
use forum_domain::headshots::{FileStore, HeadshotStore, ImageProcessor};
use forum_domain::housekeeping::{HousekeepingStore, Retention};
use forum_domain::mail::{Composer, MailSender, OutboxStore};
use forum_http::{Readiness, ReadinessReport, SiteFile, SiteFiles, SiteSettings};

use crate::contract::{Backend, Readback, Stores};
use crate::memory::{
    FixedClock, MemoryDatabase, MemoryFileStore, MemoryMailSender, PlainComposer, PlainHasher,
    PlainImageProcessor, PlainSecretDeriver, PlainTokenIssuer,
};

/// All ports, and the settings of the site.
pub struct Ports {
    pub accounts: Arc<dyn AccountStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub applications: Arc<dyn ApplicationStore>,
    pub queue: Arc<dyn ReviewQueue>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub files: Arc<dyn FileStore>,
    pub images: Arc<dyn ImageProcessor>,
    pub outbox: Arc<dyn OutboxStore>,
    pub audit: Arc<dyn AuditLog>,
    pub leftovers: Arc<dyn HousekeepingStore>,
    /// How long expired data is kept.
    pub retention: Retention,
    /// Reads what the stores actually hold.
    pub readback: Arc<dyn Readback>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub issuer: Arc<dyn TokenIssuer>,
    /// Derives links, codes and refresh tokens.
    pub secrets: Arc<dyn SecretDeriver>,
    pub composer: Arc<dyn Composer>,
    /// Sends mails; `None` keeps them in `inbox`.
    pub sender: Option<Arc<dyn MailSender>>,
    pub inbox: Arc<MemoryMailSender>,
    pub clock: Arc<FixedClock>,
    pub readiness: Arc<dyn Readiness>,
    pub settings: SiteSettings,
}

pub const ORIGIN: &str = "https://forum.example";

impl Ports {
    /// The use cases on these ports, built as the program builds them.
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

    /// All ports in memory, on a fresh database.
    pub fn memory() -> Self {
        Self::memory_on(&MemoryDatabase::new())
    }

    /// All ports in memory, on this database.
    pub fn memory_on(database: &MemoryDatabase) -> Self {
        Self::on(database.stores())
    }

    /// Stores on PostgreSQL, all other ports in memory.
    pub fn postgres(pool: &PgPool) -> Self {
        Self::on(crate::postgres::stores(pool))
    }

    /// These stores, all other ports in memory.
    pub fn on(stores: Stores) -> Self {
        let clock: Arc<FixedClock> = Arc::default();
        let Stores { accounts, sessions, applications, queue, headshots, outbox, audit, leftovers, readback } =
            stores;
        Self {
            accounts,
            sessions,
            applications,
            queue,
            headshots,
            files: Arc::new(MemoryFileStore::new(clock.clone())),
            images: Arc::new(PlainImageProcessor),
            outbox,
            audit,
            leftovers,
            retention: Retention::default(),
            readback,
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
}

/// Returns a fixed readiness report.
pub struct StubReadiness(pub ReadinessReport);

#[async_trait]
impl Readiness for StubReadiness {
    async fn check(&self) -> ReadinessReport {
        self.0.clone()
    }
}

/// A browser side of a few files defined in the test.
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
