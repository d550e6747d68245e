//! What all operations have: a name in the log, the request limit per network, and no undocumented query parameters, because
//! a filter with a typo must not list everything.

use std::collections::HashMap;
use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response, Result};
use poem_openapi::OpenApi;
use poem_openapi::registry::{MetaApi, MetaOperation, MetaParamIn, Registry};
use tracing::Instrument;

use crate::request::limits;
use crate::response::code::Code;
use crate::response::problem::{Problem, unknown};

pub(crate) const CALLBACK_OPERATION: &str = "finish_authorization";

/// Maximum length of a name in an error, in characters.
pub(crate) const NAME_SHOWN: usize = 64;

/// The names that an operation documents, passed to it as request data.
#[derive(Clone)]
struct Known(Arc<[String]>);

/// Refuses parameters that the operation does not document.
pub(crate) fn check(request: &Request) -> Result<()> {
    let Some(Known(known)) = request.data() else { return Ok(()) };
    let given: Vec<(String, String)> = request.params().unwrap_or_default();
    let Some((name, _)) = given.into_iter().find(|(name, _)| !known.contains(name)) else { return Ok(()) };
    let shown: String = name.chars().take(NAME_SHOWN).collect();
    Err(Problem::from(unknown(Code::UnknownParameter, "", &shown)).into())
}

/// The operations of `T` with the request limit and the check of query parameters. Public operations check at once,
/// others in `auth` once the caller is known, so that unauthenticated callers always get 401.
pub(crate) struct Checked<T>(pub(crate) T);

type Routes = HashMap<String, HashMap<Method, BoxEndpoint<'static>>>;

impl<T: OpenApi> OpenApi for Checked<T> {
    fn meta() -> Vec<MetaApi> {
        T::meta()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn add_routes(self, routes: &mut Routes) {
        let mut own = Routes::new();
        self.0.add_routes(&mut own);
        let operations = T::meta().into_iter().flat_map(|api| api.paths).flat_map(|path| {
            let at = shape(&path.path);
            path.operations
                .into_iter()
                .map(move |operation| ((at.clone(), operation.method.clone()), operation))
        });
        let operations: HashMap<_, MetaOperation> = operations.collect();
        for (path, methods) in own {
            for (method, mut endpoint) in methods {
                if let Some(operation) = operations.get(&(shape(&path), method.clone())) {
                    let known = known_names(operation);
                    let public = operation.security.is_empty();
                    let checked = operation.operation_id != Some(CALLBACK_OPERATION);
                    let responses = &operation.responses.responses;
                    let limited = responses.iter().any(|response| response.status == Some(429));
                    let name = operation.operation_id.unwrap_or(UNKNOWN_OPERATION);
                    let public = public && checked;
                    endpoint = CheckedEndpoint { endpoint, name, known, public, limited }.boxed();
                }
                routes.entry(path.clone()).or_default().insert(method, endpoint);
            }
        }
    }
}

/// A path without parameter names: `{id}` in the description, `:param0` in the routes.
fn shape(path: &str) -> String {
    let segments = path.split('/').map(|segment| if segment.starts_with(['{', ':']) { "*" } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

fn known_names(operation: &MetaOperation) -> Known {
    let queries = operation.params.iter().filter(|parameter| parameter.in_type == MetaParamIn::Query);
    Known(queries.map(|parameter| parameter.name.clone()).collect())
}

struct CheckedEndpoint {
    endpoint: BoxEndpoint<'static>,
    name: &'static str,
    known: Known,
    /// Whether its parameters are checked here.
    public: bool,
    /// Whether it documents 429.
    limited: bool,
}

impl Endpoint for CheckedEndpoint {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        request.set_data(self.known.clone());
        request.set_data(OperationName(self.name));
        let work = async {
            if self.limited {
                limits::request(&request)?;
            }
            if self.public {
                check(&request)?;
            }
            self.endpoint.call(request).await
        };
        with_operation_name(self.name, work).await
    }
}

pub(crate) const UNKNOWN_OPERATION: &str = "none";

/// The name under which a request is reported: the operation id, or a word such as `page` for other routes. Attached as data
/// to requests, responses and errors. Traces have a span of that name above the spans of the use case.
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
