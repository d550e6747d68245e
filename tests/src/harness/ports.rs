//! The ports behind a test of use cases or a [`TestApi`](super::TestApi). The program's ports are named fields, so that
//! a test can replace one and keep the others.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::postgres::ConnectionPool;
use forum_domain::use_cases::UseCases;
use forum_http::{Readiness, ReadinessReport, SiteFile, SiteFiles, SiteSettings};

use crate::memory::{FixedClock, MemoryMailSender};
use crate::postgres::PostgresDatabase;
use crate::readback::Readback;
use crate::stores::Stores;

/// The ports of the program, the test's own handles on them, and the settings of the site.
#[derive(Clone)]
pub struct Ports {
    /// The use cases are built on these.
    pub program: forum_domain::use_cases::Ports,
    /// Reads the rows of the stores.
    pub readback: Readback,
    /// The program's sender, unless it is replaced.
    pub inbox: Arc<MemoryMailSender>,
    /// The program's clock, unless it is replaced.
    pub clock: Arc<FixedClock>,
    pub settings: SiteSettings,
    pub readiness: Arc<dyn Readiness>,
    /// Removed with these ports.
    pub database: Option<Arc<PostgresDatabase>>,
}

pub const ORIGIN: &str = "https://forum.example";

impl Ports {
    /// The use cases on these ports, built as the program builds them.
    pub fn use_cases(&self) -> UseCases {
        educators_forum::use_cases(self.program.clone(), ORIGIN)
    }

    /// The same with some of the program's ports replaced.
    pub fn with(mut self, replace: impl FnOnce(&mut forum_domain::use_cases::Ports)) -> Self {
        replace(&mut self.program);
        self
    }

    /// The same with other settings of the site.
    pub fn set(mut self, change: impl FnOnce(&mut SiteSettings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// Stores on a new PostgreSQL database, all other ports in memory.
    pub async fn new() -> Self {
        Self::on(Stores::checked().await)
    }

    /// Stores on PostgreSQL, all other ports in memory.
    pub fn postgres(pool: &ConnectionPool) -> Self {
        Self::on(Stores::on(pool))
    }

    /// These stores, all other ports in memory.
    pub fn on(stores: Stores) -> Self {
        let Stores { program, inbox, clock, readback, database } = stores;
        let settings = SiteSettings { files: Arc::new(StaticFiles::default()), ..SiteSettings::default() };
        let readiness = Arc::new(StubReadiness(ReadinessReport::default()));
        Self { program, readback, inbox, clock, settings, readiness, database }
    }
}

pub struct StubReadiness(pub ReadinessReport);

#[async_trait]
impl Readiness for StubReadiness {
    async fn check(&self) -> ReadinessReport {
        self.0.clone()
    }
}

/// A frontend of a few files defined in the test.
pub struct StaticFiles(pub HashMap<&'static str, &'static str>);

impl Default for StaticFiles {
    fn default() -> Self {
        let routes = r#"[{"path": "/", "file": "app-shell.html"}, {"path": "/about", "file": "about/index.html"},
            {"path": "/auth", "file": "app-shell.html", "noindex": true},
            {"path": "/auth/finish", "file": "app-shell.html", "noindex": true, "referrer": "no-referrer"},
            {"path": "/auth/confirm", "file": "app-shell.html", "noindex": true, "referrer": "no-referrer"},
            {"path": "/auth/reset", "file": "app-shell.html", "noindex": true, "referrer": "no-referrer"},
            {"path": "/auth/restore", "file": "app-shell.html", "noindex": true, "referrer": "no-referrer"},
            {"path": "/account", "file": "app-shell.html", "noindex": true}]"#;
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
}
