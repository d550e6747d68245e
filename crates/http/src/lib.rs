//! Educators Forum over HTTP: the API, its published description, and the site. Operations translate between JSON and
//! the domain's use cases and decide nothing. Only the program calls this crate, through [`build_site`] or
//! [`build_closed_site`] and [`SiteService`], which hides poem.
//!
//! A request passes `edge`, then `router`, which answers 503 until the database is open, and then leads to `api` or
//! `site`. `request` reads what operations take, `response` writes what they return, `openapi` describes
//! both.

mod api;
mod edge;
mod openapi;
mod request;
mod response;
mod router;
mod settings;
mod site;
mod traffic;

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use forum_domain::shared::IdSource;
use forum_domain::use_cases::UseCases;
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, EndpointExt, Request, RequestParts, Response};

use crate::edge::Edge;

pub use api::browser_errors::BROWSER_ERRORS;
pub use api::identities::authorize::CALLBACK;
pub use api::probes::{Readiness, ReadinessReport, Reason};
pub use edge::ContinueTrace;
pub use openapi::openapi_document;
pub use request::network::{TrustedProxies, network};
pub use router::Gate;
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
    let (gated, gate) = router::closed(pages, settings.clone());
    (SiteService(Arc::new(Edge::new(gated, ids, settings).boxed())), gate)
}

pub type ResponseBody = BoxBody<Bytes, io::Error>;

/// The whole site as a function of plain HTTP requests, so that the program's accept loop and the tests use only the types of the
/// `http` crates. Cheap to clone.
#[derive(Clone)]
pub struct SiteService(Arc<BoxEndpoint<'static, Response>>);

impl SiteService {
    /// The response to a request received over a connection from `peer`.
    pub async fn answer<B>(self, request: http::Request<B>, peer: SocketAddr) -> http::Response<ResponseBody>
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + 'static,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (parts, body) = request.into_parts();
        let peer = RemoteAddr(Addr::SocketAddr(peer));
        let parts = RequestParts::from((parts, LocalAddr::default(), peer, Scheme::HTTP));
        let body: ResponseBody = body.map_err(io::Error::other).boxed();
        self.0.get_response(Request::from_parts(parts, body.into())).await.into()
    }
}
