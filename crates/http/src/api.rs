//! All operations together: their service, the document they publish, and what else is read from it.

use std::marker::PhantomData;
use std::sync::LazyLock;

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::registry::{MetaApi, MetaPath, Registry};
use poem_openapi::{OpenApi, OpenApiService, Tags};
use std::collections::HashMap;

use crate::applications::ApplicationsApi;
use crate::docs;
use crate::headshots::HeadshotsApi;
use crate::keys::KeysApi;
use crate::operations::OperationsApi;
use crate::review::ReviewApi;
use crate::sessions::SessionsApi;
use crate::shape::Schemas;
use crate::signup::SignUpApi;
use crate::users::UsersApi;
use crate::verifications::VerificationsApi;

/// Where the API stands.
pub(crate) const BASE: &str = "/api";

/// Every operation.
pub(crate) type Api = (
    SignUpApi,
    VerificationsApi,
    SessionsApi,
    KeysApi,
    UsersApi,
    ApplicationsApi,
    ReviewApi,
    HeadshotsApi,
    OperationsApi,
);

/// Groups of operations; each becomes one service of a generated client.
#[derive(Tags)]
pub(crate) enum Tag {
    /// Signing up and confirming an address.
    Accounts,
    /// Signing in and out.
    Sessions,
    /// The own account.
    Users,
    /// Membership applications, the applicant's side.
    Applications,
    /// Membership applications, the administrators' side.
    Review,
    /// Photos of applicants.
    Headshots,
    /// Running the site.
    Operations,
}

/// The service behind the API.
pub(crate) fn service<T: OpenApi>(api: T) -> OpenApiService<T, ()> {
    OpenApiService::new(api, "Educators Forum", env!("CARGO_PKG_VERSION"))
        .description("Accounts, membership applications and their review.")
        .server(BASE)
}

/// The OpenAPI document as pretty JSON with a newline at its end: the same text on every call.
pub fn openapi_document() -> String {
    let mut document = service(Described::<Api>(PhantomData)).spec();
    document.push('\n');
    document
}

/// The document as pages to read and try: one page of HTML that loads nothing.
pub(crate) fn openapi_pages() -> String {
    service(Described::<Api>(PhantomData)).swagger_ui_html()
}

/// Operations without services: enough to describe them, and never routed to.
struct Described<T>(PhantomData<T>);

impl<T: OpenApi> OpenApi for Described<T> {
    fn meta() -> Vec<MetaApi> {
        T::meta()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn add_routes(self, _routes: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {}
}

/// The schemas of all request and answer bodies.
pub(crate) fn schemas() -> &'static Schemas {
    static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| {
        let mut registry = Registry::new();
        Api::register(&mut registry);
        registry.schemas
    });
    &SCHEMAS
}

/// The methods that a path of the API knows, for the header `Allow`. A fixed path goes before one with parameters, as
/// it does where requests are routed.
pub(crate) fn allowed_methods(path: &str) -> String {
    let published = docs::publishes(path);
    let path = path.strip_prefix(BASE).unwrap_or(path);
    let matches = |pattern: &str| {
        let (pattern, path) = (pattern.split('/'), path.split('/'));
        pattern.clone().count() == path.clone().count()
            && pattern.zip(path).all(|(known, seen)| known.starts_with('{') || known == seen)
    };
    let paths: Vec<_> =
        Api::meta().into_iter().flat_map(|api| api.paths).filter(|known| matches(&known.path)).collect();
    let parameters = |known: &MetaPath| known.path.matches('{').count();
    let fewest = paths.iter().map(parameters).min();
    let mut methods: Vec<String> = Vec::new();
    for known in paths.into_iter().filter(|known| Some(parameters(known)) == fewest) {
        for operation in known.operations {
            methods.push(operation.method.to_string());
            if operation.method == Method::GET {
                methods.push(Method::HEAD.to_string());
            }
        }
    }
    if published {
        methods.extend([Method::GET.to_string(), Method::HEAD.to_string()]);
    }
    methods.sort();
    methods.dedup();
    methods.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_the_same_on_every_call_and_names_no_other_host() {
        let document = openapi_document();
        assert_eq!(document, openapi_document());
        assert!(document.ends_with("}\n"));
        assert!(!document.contains("http://") && !document.contains("https://"), "{document}");
        assert!(!document.contains("charset"));
    }

    #[test]
    fn the_methods_of_a_path_are_found() {
        let id = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
        let table = [
            ("/api/auth/sessions".to_owned(), "DELETE, GET, HEAD, POST"),
            ("/api/auth/sessions/refresh".to_owned(), "POST"),
            (format!("/api/auth/sessions/{id}"), "DELETE"),
            ("/api/applications/mine".to_owned(), "GET, HEAD"),
            (format!("/api/applications/{id}"), "GET, HEAD"),
            (format!("/api/admin/applications/{id}/decision"), "POST"),
            ("/api/openapi.json".to_owned(), "GET, HEAD"),
            ("/api/docs".to_owned(), "GET, HEAD"),
            ("/api/unknown".to_owned(), ""),
        ];
        for (path, methods) in table {
            assert_eq!(allowed_methods(&path), methods, "{path}");
        }
    }
}
