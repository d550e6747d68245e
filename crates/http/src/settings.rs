//! Settings of the site, which the program reads from its configuration.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::middleware::trace::ContinueTrace;
use crate::request::network::TrustedProxies;
use crate::site::files::{EmbeddedFiles, SiteFiles};
use crate::site::mailbox::KeyedMailbox;
use crate::traffic::{Activity, Traffic};

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
    pub files: Arc<dyn SiteFiles>,
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
