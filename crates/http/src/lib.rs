//! Educators Forum over HTTP: the API, its published document, and the site. Operations translate between JSON and the
//! domain's use cases and make no decisions.
//!
//! One file per resource (`signup`, `verifications`, `sessions`, `keys`, `users`, `applications`, `headshots`,
//! `review`, `admin_users`, `email_templates`, `email_messages`, `operations`, `browser_errors`). `auth` identifies the caller, `network` where a request comes from, `limits` how often it may; `framing`, `json`, `shape`, `parameters` and `upload` (with `uploads`) read
//! requests; `values` and `list` are the types in them; `answer`, `problem` and `code` define responses. `api` combines
//! all operations, `named` gives what answers its name, `events` (with `event_hub` and `event_stream`) tells administrators what happens; `document` and
//! `docs` publish their description, `methods` knows their HTTP methods. `router` mounts the API, `site` (with
//! `site_files`, `site_texts` and `mail_links`), `mailbox`, `photo_files` and `email_previews`; `gate` answers while there is no
//! database; `edge` wraps everything (`awaited_peer` tells it which side is slow, `cors` which other sites may read, `trace` whose traces are continued, `traffic` what may be counted).
//! `site_service` is the interface of the crate. Only the program calls this crate.

mod api;
mod gate;
mod middleware;
mod openapi;
mod request;
mod response;
mod router;
mod service;
mod site;
mod traffic;

use std::sync::Arc;
use std::time::Duration;

use forum_domain::shared::IdSource;
use poem::EndpointExt;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use api::identities::code_flow::CALLBACK;
pub use api::monitoring::browser_errors::BROWSER_ERRORS;
pub use api::monitoring::probes::{Part, Readiness, ReadinessReport, Reason};
pub use gate::Gate;
pub use middleware::trace::ContinueTrace;
pub use openapi::document::openapi_document;
pub use request::network::{TrustedProxies, network};
pub use router::Services;
pub use service::{ResponseBody, SiteService};
pub use site::files::{EmbeddedFiles, SiteFile, SiteFiles};
pub use site::mailbox::{KeyedMailbox, Mailbox, MailboxEntry, MailboxMessage};
pub use traffic::{Activity, Traffic};

/// Settings of the site.
#[derive(Clone)]
pub struct SiteSettings {
    /// The site's public address: scheme, host and port. It is put into pages verbatim, so a host must consist of
    /// letters, digits and `-._` or be an IP address.
    pub origin: String,
    /// The spooled mails, if they may be shown at `/dev/mail`.
    pub mailbox: Option<KeyedMailbox>,
    /// Whether browsers are told to use https only.
    pub hsts: bool,
    /// Peers whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Origins of other sites whose pages may call the API, each as browsers send it in `Origin`.
    pub cors_origins: Vec<String>,
    /// Time limit of a request.
    pub request_deadline: Duration,
    /// Time limit of an upload.
    pub upload_deadline: Duration,
    /// How long an upload may stall in total, beyond the time that its bytes earn.
    pub upload_patience: Duration,
    /// How often streams of events look at the log and at their session.
    pub event_pause: Duration,
    /// When cancelled, the program is about to stop, and `/api/ready` says so.
    pub draining: CancellationToken,
    /// When cancelled, streams of events end.
    pub stop: CancellationToken,
    /// Runs streams of events, so that shutdown waits for them.
    pub tasks: TaskTracker,
    /// The built frontend.
    pub files: Arc<dyn SiteFiles>,
    /// Told of every response.
    pub traffic: Option<Arc<dyn Traffic>>,
    /// Uploads and streams of events under way.
    pub activity: Activity,
    /// Makes spans of requests part of the trace that a trusted proxy names.
    pub continue_trace: Option<ContinueTrace>,
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            origin: "http://127.0.0.1:8080".to_owned(),
            mailbox: None,
            hsts: false,
            trusted_proxies: TrustedProxies::default(),
            cors_origins: Vec::new(),
            request_deadline: Duration::from_secs(10),
            upload_deadline: Duration::from_secs(60),
            upload_patience: Duration::from_secs(10),
            event_pause: Duration::from_secs(1),
            draining: CancellationToken::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            files: Arc::new(EmbeddedFiles),
            traffic: None,
            activity: Activity::default(),
            continue_trace: None,
        }
    }
}

/// Builds the whole site: the API below `/api`, the pages, and the layers around them.
pub fn build_site(services: Services, settings: SiteSettings) -> SiteService {
    let (site, gate) = build_closed_site(services.ids.clone(), settings);
    gate.open(services);
    site
}

/// Builds the site before there are services: the pages, `/api/health` and `/api/ready` are served, everything else
/// below `/api`, `/storage` and `/dev` returns 503 until the gate is opened. `ids` generates the ids of requests.
pub fn build_closed_site(ids: Arc<dyn IdSource>, settings: SiteSettings) -> (SiteService, Gate) {
    let pages = Arc::new(site::pages::Site::new(
        settings.files,
        settings.origin,
        settings.mailbox.map(site::mailbox::MailboxPages),
    ));
    let traces = settings
        .continue_trace
        .map(|go_on| middleware::trace::Traces { go_on, proxies: settings.trusted_proxies.clone() });
    let api = router::ApiSettings {
        trusted_proxies: settings.trusted_proxies,
        upload_patience: settings.upload_patience,
        event_pause: settings.event_pause,
        draining: settings.draining,
        stop: settings.stop,
        tasks: settings.tasks,
        activity: settings.activity,
        traffic: settings.traffic.clone(),
    };
    let (gated, gate) = gate::closed(pages, api);
    let edge = middleware::edge::Edge {
        ids,
        deadline: settings.request_deadline,
        upload_deadline: settings.upload_deadline,
        hsts: settings.hsts,
        cors: middleware::cors::Cors::new(settings.cors_origins),
        traffic: settings.traffic,
        traces,
    };
    (SiteService::new(gated.with(edge).boxed()), gate)
}
