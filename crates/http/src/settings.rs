//! Settings of the site, which the program reads from its configuration.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::site::Site;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::edge::ContinueTrace;
use crate::request::network::TrustedProxies;
use crate::site::files::SiteFiles;
use crate::site::mailbox::KeyedMailbox;
use crate::site::pages::SecurityTxt;
use crate::traffic::Traffic;

#[derive(Clone)]
pub struct SiteSettings {
    /// The site's origin: scheme, host and port. It is inserted into pages verbatim, so the host must be an IP address
    /// or consist of letters, digits and `-._`.
    pub origin: String,
    /// What is switched on. Operations of other features are 404.
    pub site: Arc<Site>,
    /// The spooled mails, if `/dev/mail` may show them.
    pub mailbox: Option<KeyedMailbox>,
    /// Whether responses have `Strict-Transport-Security`.
    pub hsts: bool,
    pub trusted_proxies: TrustedProxies,
    /// Origins of other sites whose pages may call the API, as browsers send them in `Origin`.
    pub cors_origins: Vec<String>,
    /// Writes `/.well-known/security.txt` (RFC 9116) for each response, because it expires.
    pub security_txt: Option<SecurityTxt>,
    /// The folder of temporary files. They need as much space as the largest export.
    pub temporary_files: PathBuf,
    pub request_deadline: Duration,
    pub upload_deadline: Duration,
    /// How long an upload may stall in total beyond the minimum rate.
    pub upload_patience: Duration,
    /// Polling interval of event streams for the log and their session.
    pub event_pause: Duration,
    /// Cancelled when the program starts to drain, which `/api/ready` reports.
    pub draining: CancellationToken,
    /// Cancelled to end event streams.
    pub stop: CancellationToken,
    /// Runs event streams, so that shutdown waits for them.
    pub tasks: TaskTracker,
    pub files: Arc<dyn SiteFiles>,
    pub traffic: Traffic,
    /// Makes request spans part of a trusted proxy's trace.
    pub continue_trace: Option<ContinueTrace>,
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            origin: "http://127.0.0.1:8080".to_owned(),
            site: Arc::default(),
            mailbox: None,
            hsts: false,
            trusted_proxies: TrustedProxies::default(),
            cors_origins: Vec::new(),
            security_txt: None,
            temporary_files: std::env::temp_dir(),
            request_deadline: Duration::from_secs(10),
            upload_deadline: Duration::from_secs(60),
            upload_patience: Duration::from_secs(10),
            event_pause: Duration::from_secs(1),
            draining: CancellationToken::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            files: Arc::new(()),
            traffic: Traffic::default(),
            continue_trace: None,
        }
    }
}
