//! The name under which a request is reported: the operation id, or a word such as `page` for other routes. The edge
//! reports it with the response, and traces have a span of that name above the spans of the use case.

use poem::{Endpoint, IntoResponse, Request, Response, Result};
use tracing::Instrument;

pub(crate) const UNKNOWN_OPERATION: &str = "none";

/// Attached as data to requests, responses and errors.
#[derive(Clone, Copy)]
pub(crate) struct OperationName(pub(crate) &'static str);

pub(crate) struct NamedOperation<E>(pub(crate) &'static str, pub(crate) E);

impl<E: Endpoint> Endpoint for NamedOperation<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        with_operation_name(self.0, self.1.call(request)).await
    }
}

/// Runs the work in a span, which is disabled unless traces are exported.
pub(crate) async fn with_operation_name<R: IntoResponse>(
    name: &'static str,
    work: impl Future<Output = Result<R>>,
) -> Result<Response> {
    let span = tracing::debug_span!(target: "forum::operation", "operation", otel.name = name);
    let mut outcome = work.instrument(span).await.map(IntoResponse::into_response);
    match &mut outcome {
        Ok(response) => response.set_data(OperationName(name)),
        Err(error) => error.set_data(OperationName(name)),
    }
    outcome
}
