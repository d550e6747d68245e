//! Continues traces that a trusted proxy names in `traceparent` (W3C Trace Context). The header is ignored from other
//! peers, which must not choose trace ids or sampling.

use poem::Request;
use tracing::Span;

use crate::request::network::{TrustedProxies, peer};

const TRACEPARENT: &str = "traceparent";

/// Makes a span part of the trace in a `traceparent` header. No effect on an invalid header.
pub type ContinueTrace = fn(&Span, &str);

#[derive(Clone)]
pub(crate) struct Traces {
    pub(crate) continue_trace: ContinueTrace,
    pub(crate) proxies: TrustedProxies,
}

impl Traces {
    /// Makes the span of a request part of the proxy's trace.
    pub(crate) fn extend(&self, request: &Request, span: &Span) {
        if let Some(parent) = request.header(TRACEPARENT)
            && peer(request).is_some_and(|peer| self.proxies.contains(peer))
        {
            (self.continue_trace)(span, parent);
        }
    }
}
