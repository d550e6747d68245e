//! Whose traces are continued: those that a trusted proxy names in `traceparent` (W3C Trace Context). From anybody else
//! the header is ignored: strangers must not choose the ids under which operators look up requests, nor what is sampled.

use poem::Request;
use tracing::Span;

use crate::request::network::{TrustedProxies, peer};

const TRACEPARENT: &str = "traceparent";

/// Makes a span part of the trace that the value of a `traceparent` header names; no effect if it names none.
pub type ContinueTrace = fn(&Span, &str);

/// Continues traces of trusted proxies.
#[derive(Clone)]
pub(crate) struct Traces {
    pub(crate) go_on: ContinueTrace,
    pub(crate) proxies: TrustedProxies,
}

impl Traces {
    /// Makes the span of a request part of the trace of the proxy that sent it.
    pub(crate) fn continue_of(&self, request: &Request, span: &Span) {
        if let Some(parent) = request.header(TRACEPARENT)
            && peer(request).is_some_and(|peer| self.proxies.contains(peer))
        {
            (self.go_on)(span, parent);
        }
    }
}
