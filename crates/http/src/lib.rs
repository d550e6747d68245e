//! Educators Forum over HTTP: the API, its published document, and the site. Operations translate between
//! JSON and the use cases of the domain and decide nothing themselves.
//!
//! One file a resource (`signup`, `verifications`, `sessions`, `keys`, `users`, `applications`, `headshots`,
//! `review`, `operations`); `auth` says who calls, `framing`, `json`, `shape`, `parameters` and `upload` read requests,
//! `values` and `list` are what they hold, `answer`, `problem` and `code` what goes back. `api` is all operations, `document` and
//! `docs` publish what they are, `methods` says which methods they have. `router` puts API, `site` (with `site_files` and
//! `site_texts`), `mailbox` and `photo_files` in their places, `gate` answers while there is no database, and `edge` is around
//! everything (`awaited_peer` tells it who is slow, `cors` which other sites may read). `site_service` is all that leaves the crate. Only the program calls this crate.

mod answer;
mod api;
mod application_view;
mod applications;
mod auth;
mod awaited_peer;
mod code;
mod cors;
mod device;
mod docs;
mod document;
mod edge;
mod encoding;
mod framing;
mod gate;
mod headshots;
mod idempotency;
mod json;
mod keys;
mod list;
mod mailbox;
mod markup;
mod methods;
mod operations;
mod parameters;
mod photo_files;
mod problem;
mod respond;
mod review;
mod router;
mod session_views;
mod sessions;
mod shape;
mod signup;
mod site;
mod site_files;
mod site_service;
mod site_texts;
mod tag;
mod upload;
mod users;
mod values;
mod verifications;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::shared::IdSource;
use poem::EndpointExt;

pub use document::openapi_document;
pub use gate::Gate;
pub use mailbox::{KeyedMailbox, Mailbox, MailboxEntry, MailboxMessage};
pub use operations::{Part, Readiness, ReadinessReport, Reason};
pub use router::Services;
pub use site_files::{EmbeddedFiles, SiteFile, SiteFiles};
pub use site_service::{ResponseBody, SiteService};

/// How the site is served.
#[derive(Clone)]
pub struct SiteSettings {
    /// Where people reach the site: scheme, host and port. It is put into pages as it is, so a host must be of letters,
    /// digits and `-._` or an IP address.
    pub origin: String,
    /// The spooled mails, where they may be shown at `/dev/mail`.
    pub mailbox: Option<KeyedMailbox>,
    /// Whether browsers are told to come back by https only.
    pub hsts: bool,
    /// Peers whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins of other sites whose pages may call the API, each as browsers send it in `Origin`.
    pub cors_origins: Vec<String>,
    /// The longest a request may take.
    pub request_deadline: Duration,
    /// The longest an upload may take.
    pub upload_deadline: Duration,
    /// The built browser side.
    pub files: Arc<dyn SiteFiles>,
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            origin: "http://127.0.0.1:8080".to_owned(),
            mailbox: None,
            hsts: false,
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            request_deadline: Duration::from_secs(10),
            upload_deadline: Duration::from_secs(60),
            files: Arc::new(EmbeddedFiles),
        }
    }
}

/// The API below `/api` and the site beside it, with everything around them.
pub fn build_site(services: Services, settings: SiteSettings) -> SiteService {
    let (site, gate) = build_closed_site(services.ids.clone(), settings);
    gate.open(services);
    site
}

/// The same before there are services: the pages, `/api/health` and `/api/ready` answer, everything else of `/api`, `/storage`
/// and `/dev` is 503 until the gate is opened. `ids` names requests.
pub fn build_closed_site(ids: Arc<dyn IdSource>, settings: SiteSettings) -> (SiteService, Gate) {
    let pages = Arc::new(site::Site::new(
        settings.files,
        settings.origin,
        settings.mailbox.map(mailbox::MailboxPages),
    ));
    let (gated, gate) = gate::closed(pages, settings.trusted_proxies);
    let edge = edge::Edge {
        ids,
        deadline: settings.request_deadline,
        upload_deadline: settings.upload_deadline,
        hsts: settings.hsts,
        cors: cors::Cors::new(settings.cors_origins),
    };
    (SiteService::new(gated.with(edge).boxed()), gate)
}
