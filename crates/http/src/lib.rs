//! Educators Forum over HTTP: the API, its published document, and the site. Operations translate between
//! JSON and the use cases of the domain and decide nothing themselves.
//!
//! One file a resource (`signup`, `verifications`, `sessions`, `keys`, `users`, `applications`, `headshots`,
//! `review`, `operations`); `auth` says who calls, `framing`, `json`, `shape` and `upload` read requests, `answer` and
//! `problem` are what goes back, `edge` is around everything (`awaited_peer` tells it who is slow), `gate` answers while there is
//! no database, `docs` publishes the document, `site` (with `site_files` and `site_texts`), `mailbox` and `photo_files`
//! are the pages and files, `site_service` is what leaves the crate. Only the program calls this crate.

mod answer;
mod api;
mod application_view;
mod applications;
mod auth;
mod awaited_peer;
mod device;
mod docs;
mod edge;
mod encoding;
mod framing;
mod gate;
mod headshots;
mod idempotency;
mod json;
mod keys;
mod mailbox;
mod markup;
mod operations;
mod photo_files;
mod problem;
mod review;
mod session_views;
mod sessions;
mod shape;
mod signup;
mod site;
mod site_files;
mod site_service;
mod site_texts;
mod upload;
mod users;
mod verifications;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::{Access, Sessions, SignUp, Verification};
use forum_domain::applications::{Review, SubmitApplication};
use forum_domain::headshots::Headshots;
use forum_domain::shared::IdSource;
use poem::{EndpointExt, Route};

pub use api::openapi_document;
pub use gate::Gate;
pub use mailbox::{KeyedMailbox, Mailbox, MailboxEntry, MailboxMessage};
pub use operations::{Part, Readiness, ReadinessReport, Reason};
pub use site_files::{EmbeddedFiles, SiteFile, SiteFiles};
pub use site_service::{ResponseBody, SiteService};

/// The use cases behind the API.
#[derive(Clone)]
pub struct Services {
    /// Signing up.
    pub sign_up: Arc<SignUp>,
    /// Confirming an address.
    pub verification: Arc<Verification>,
    /// Signing in and out.
    pub sessions: Arc<Sessions>,
    /// Who calls.
    pub access: Arc<Access>,
    /// Submitting applications.
    pub applications: Arc<SubmitApplication>,
    /// Reading and deciding applications.
    pub review: Arc<Review>,
    /// Photos.
    pub headshots: Arc<Headshots>,
    /// Ids of requests.
    pub ids: Arc<dyn IdSource>,
    /// Whether the program can work.
    pub readiness: Arc<dyn Readiness>,
}

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
    let SiteSettings { origin, mailbox, hsts, trusted_proxies, request_deadline, upload_deadline, files } =
        settings;
    let pages = Arc::new(site::Site::new(files, origin, mailbox.map(mailbox::MailboxPages)));
    let (gated, gate) = gate::closed(pages, trusted_proxies);
    let site = gated.with(edge::Edge { ids, deadline: request_deadline, upload_deadline, hsts }).boxed();
    (SiteService::new(site), gate)
}

/// The whole site within the edge.
fn whole_site(services: Services, pages: Arc<site::Site>, trusted_proxies: Vec<IpAddr>) -> gate::Inner {
    let Services {
        sign_up, verification, sessions, access, applications, review, headshots, readiness, ..
    } = services;
    let api: api::Api = (
        signup::SignUpApi { sign_up },
        verifications::VerificationsApi { verification },
        sessions::SessionsApi { sessions },
        keys::KeysApi { access: access.clone() },
        users::UsersApi,
        applications::ApplicationsApi { applications, review: review.clone() },
        review::ReviewApi { review },
        headshots::HeadshotsApi { headshots: headshots.clone() },
        operations::OperationsApi { readiness },
    );
    Route::new()
        .at(docs::DOCUMENT, docs::document())
        .at(docs::PAGES, docs::pages())
        .nest(api::BASE, api::service(api))
        .at("/storage/*path", photo_files::PhotoFiles::new(headshots))
        .at("/", pages.clone())
        .at("/*path", pages)
        .data(access)
        .data(upload::UploadMemory::new())
        .data(device::TrustedProxies(trusted_proxies))
        .boxed()
}
