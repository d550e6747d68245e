//! The whole site as a function of plain HTTP requests. It hides poem: the program's accept loop and the tests use only
//! the types of the `http` crates.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, RequestParts, Response};

pub type ResponseBody = BoxBody<Bytes, io::Error>;

/// The API and the pages. Cheap to clone.
#[derive(Clone)]
pub struct SiteService(Arc<BoxEndpoint<'static, Response>>);

impl SiteService {
    pub(crate) fn new(site: BoxEndpoint<'static, Response>) -> Self {
        Self(Arc::new(site))
    }

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
