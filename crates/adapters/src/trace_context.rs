//! The trace context of a span as text (`traceparent` of W3C Trace Context), so that later work, perhaps in another process,
//! becomes part of the same trace.

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

const TRACEPARENT: &str = "traceparent";

/// The context of the current span. `None`, at little cost, unless traces are sent.
pub(crate) fn current() -> Option<String> {
    let context = Span::current().context();
    if !context.span().span_context().is_valid() {
        return None;
    }
    let mut headers = HashMap::new();
    TraceContextPropagator::new().inject_context(&context, &mut headers);
    headers.remove(TRACEPARENT)
}

/// Makes a new span a child of the span in `traceparent`. No effect if `traceparent` is malformed or no traces are sent.
pub fn continue_trace(span: &Span, traceparent: &str) {
    let headers = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    let parent = TraceContextPropagator::new().extract(&headers);
    if parent.span().span_context().is_valid() {
        // Fails only if no traces are sent.
        let _ = span.set_parent(parent);
    }
}
