//! Educators Forum over HTTP: the API, its published description, and the site. Operations translate between JSON and
//! the domain's use cases and decide nothing. Only the program calls this crate, through [`build_site`] or
//! [`build_closed_site`] and [`SiteService`], which hides poem.
//!
//! A request passes `middleware`, then `gate` (which answers 503 until the database is open), then `router`, which leads
//! to `api` or `site`. `request` reads what operations take, `response` writes what they return, `openapi` describes
//! both.

mod api;
mod gate;
mod middleware;
mod openapi;
mod readiness;
mod request;
mod response;
mod router;
mod service;
mod settings;
mod site;
mod traffic;

use std::sync::Arc;

use forum_domain::shared::IdSource;
use forum_domain::use_cases::UseCases;
use poem::EndpointExt;

use crate::middleware::edge::Edge;

pub use api::identities::authorize::CALLBACK;
pub use api::monitoring::browser_errors::BROWSER_ERRORS;
pub use gate::Gate;
pub use middleware::edge::ContinueTrace;
pub use openapi::document::openapi_document;
pub use readiness::{Readiness, ReadinessReport, Reason};
pub use request::network::{TrustedProxies, network};
pub use service::{ResponseBody, SiteService};
pub use settings::SiteSettings;
pub use site::files::{SiteFile, SiteFiles};
pub use site::mailbox::{KeyedMailbox, Mailbox, MailboxEmail};
pub use site::pages::SecurityTxt;
pub use traffic::{Label, Traffic};

/// Builds the whole site: the API below `/api`, the pages, and the layers around them.
pub fn build_site(
    use_cases: &UseCases,
    readiness: Arc<dyn Readiness>,
    settings: SiteSettings,
) -> SiteService {
    let (site, gate) = build_closed_site(use_cases.ids.clone(), settings);
    gate.open(use_cases, readiness);
    site
}

/// Builds the site before there are use cases. Until the gate is opened, pages, `/api/health` and `/api/ready` are
/// served, and all other paths below `/api`, `/storage` and `/dev` return 503. `ids` generates request ids.
pub fn build_closed_site(ids: Arc<dyn IdSource>, settings: SiteSettings) -> (SiteService, Gate) {
    let pages = Arc::new(site::pages::Site::new(&settings));
    let (gated, gate) = gate::closed(pages, settings.clone());
    (SiteService::new(Edge::new(gated, ids, settings).boxed()), gate)
}
