//! The ports behind a test of use cases or a [`TestApi`](super::TestApi). The program's ports are named fields, so that
//! a test can replace one and keep the others.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::site::{Feature, Giving, Season, Site};
use forum_domain::use_cases::UseCases;
use forum_http::{Readiness, ReadinessReport, SiteFile, SiteFiles, SiteSettings};

use time::macros::date;

use crate::stores::Stores;

/// The stores and the other ports of the program, and the settings of the site.
#[derive(Clone)]
pub struct Ports {
    pub stores: Stores,
    pub settings: SiteSettings,
    pub readiness: Arc<dyn Readiness>,
}

impl Deref for Ports {
    type Target = Stores;

    fn deref(&self) -> &Stores {
        &self.stores
    }
}

pub const ORIGIN: &str = "https://forum.example";

impl Ports {
    pub fn use_cases(&self) -> UseCases {
        educators_forum::use_cases(self.program.clone(), ORIGIN)
    }

    /// The same with some of the program's ports replaced.
    pub fn with(mut self, replace: impl FnOnce(&mut forum_domain::use_cases::Ports)) -> Self {
        replace(&mut self.stores.program);
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

    pub fn on(mut stores: Stores) -> Self {
        let site = Arc::new(everything());
        stores.program.site = site.clone();
        let settings =
            SiteSettings { files: Arc::new(StaticFiles::default()), site, ..SiteSettings::default() };
        let readiness = Arc::new(StubReadiness(ReadinessReport::default()));
        Self { stores, settings, readiness }
    }
}

/// A site on which every feature is on but `private_photos`, which only changes the addresses of photos.
pub fn everything() -> Site {
    let provider = |kind: &str| format!("https://give.example/{kind}?amount={{amount}}");
    Site {
        features: Feature::ALL.into_iter().filter(|feature| *feature != Feature::PrivatePhotos).collect(),
        contact_email: "hello@forum.example".to_owned(),
        giving: Some(Giving {
            one_time: provider("once"),
            monthly: provider("monthly"),
            sponsor_teacher: provider("teacher"),
            sponsor_forum: provider("forum"),
        }),
        shop_url: Some("https://shop.example".to_owned()),
        season: Season { closes_on: Some(date!(2027 - 03 - 31)), decides_by: Some(date!(2027 - 05 - 15)) },
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
            {"path": "/newsletter/confirm", "file": "app-shell.html", "feature": "newsletter"},
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
