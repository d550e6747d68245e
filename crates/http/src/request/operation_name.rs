//! The name of what answers a request: the id of an operation, or a word for what is none. The edge reports it with the
//! response, and traces have a span of that name, below which are the calls of the use case.

use poem::{Endpoint, IntoResponse, Request, Response, Result};
use tracing::Instrument;

/// Where no name is known: nothing here answers such a request.
pub(crate) const UNKNOWN_OPERATION: &str = "none";

/// The name, as data of responses and errors.
#[derive(Clone, Copy)]
pub(crate) struct OperationName(pub(crate) &'static str);

/// An endpoint with a name.
pub(crate) struct NamedOperation<E>(pub(crate) &'static str, pub(crate) E);

impl<E: Endpoint> Endpoint for NamedOperation<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        with_operation_name(self.0, self.1.call(request)).await
    }
}

/// Does the work under a name. The span is for traces alone: it is disabled unless they are sent somewhere.
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
