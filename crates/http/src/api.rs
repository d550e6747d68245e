//! All operations together: their service, and what the program reads from their description.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem::{EndpointExt, IntoEndpoint, Response};
use poem_openapi::registry::{MetaApi, Registry};
use poem_openapi::{ContactObject, LicenseObject, OpenApi, OpenApiService};
use std::collections::HashMap;

use crate::admin_users::AdminUsersApi;
use crate::application_view::StatusWord;
use crate::applications::ApplicationsApi;
use crate::audit::AuditApi;
use crate::browser_errors::BrowserErrorsApi;
use crate::code_flow::CodeFlowApi;
use crate::drafts::DraftsApi;
use crate::email_messages::EmailMessagesApi;
use crate::email_templates::EmailTemplatesApi;
use crate::events::EventsApi;
use crate::factor_sessions::FactorSessionsApi;
use crate::factors::FactorsApi;
use crate::headshots::HeadshotsApi;
use crate::identities::IdentitiesApi;
use crate::identity_sessions::IdentitySessionsApi;
use crate::keys::KeysApi;
use crate::operations::OperationsApi;
use crate::own_account::OwnAccountApi;
use crate::own_data::OwnDataApi;
use crate::parameters::Checked;
use crate::passkeys::PasskeysApi;
use crate::problem::document_extension;
use crate::recovery::RecoveryApi;
use crate::review::ReviewApi;
use crate::review_export::ReviewExportApi;
use crate::review_history::ReviewHistoryApi;
use crate::sessions::SessionsApi;
use crate::shape::Schemas;
use crate::sign_in_codes::SignInCodesApi;
use crate::signup::{PasswordRules, ReasonWord, SignUpApi};
use crate::verifications::VerificationsApi;

/// Base path of the API.
pub(crate) const BASE: &str = "/api";

/// Every operation.
pub(crate) type Api = (
    SignUpApi,
    VerificationsApi,
    RecoveryApi,
    SignInCodesApi,
    (
        SessionsApi,
        FactorsApi,
        FactorSessionsApi,
        PasskeysApi,
        IdentitySessionsApi,
        CodeFlowApi,
        IdentitiesApi,
    ),
    KeysApi,
    OwnAccountApi,
    OwnDataApi,
    // A tuple holds at most 16.
    (ApplicationsApi, DraftsApi),
    (ReviewApi, ReviewHistoryApi, ReviewExportApi),
    HeadshotsApi,
    (OperationsApi, BrowserErrorsApi),
    AdminUsersApi,
    (AuditApi, EventsApi),
    (EmailTemplatesApi, EmailMessagesApi),
);

/// Serves the operations of `api`.
pub(crate) fn endpoint<T: OpenApi + 'static>(api: T) -> BoxEndpoint<'static, Response> {
    static SCHEMAS: LazyLock<Arc<Schemas>> = LazyLock::new(|| {
        let mut registry = Registry::new();
        Api::register(&mut registry);
        Arc::new(registry.schemas)
    });
    service(Checked(api)).into_endpoint().data(SCHEMAS.clone()).boxed()
}

/// The operations as poem-openapi describes them. `document` turns this into the published text.
pub(crate) fn described() -> OpenApiService<impl OpenApi, ()> {
    service(Described::<Api>(PhantomData))
        .description(include_str!("document/guide.md"))
        .license(LicenseObject::new("MIT OR Apache-2.0").url("https://spdx.org/licenses/"))
        .contact(ContactObject::new().name("Educators Forum"))
}

fn service<T: OpenApi>(api: T) -> OpenApiService<T, ()> {
    OpenApiService::new(api, "Educators Forum", env!("CARGO_PKG_VERSION")).server(BASE)
}

/// Operations without services: sufficient to describe them; never routed to.
struct Described<T>(PhantomData<T>);

impl<T: OpenApi> OpenApi for Described<T> {
    fn meta() -> Vec<MetaApi> {
        T::meta()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        document_extension::<Vec<ReasonWord>>(
            registry,
            "reasons",
            "With `weak_password`: why it is refused.",
        );
        document_extension::<PasswordRules>(registry, "rules", "With `weak_password`: which rules it meets.");
        let status = "With `application_already_decided`: the decision.";
        document_extension::<StatusWord>(registry, "current_status", status);
    }

    fn add_routes(self, _routes: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {}
}
