//! All operations, and the service that describes and serves them. Each folder holds the operations of one resource.

pub(crate) mod accounts;
pub(crate) mod admin;
pub(crate) mod applications;
pub(crate) mod browser_errors;
pub(crate) mod contact;
pub(crate) mod factors;
pub(crate) mod headshots;
pub(crate) mod identities;
pub(crate) mod newsletter;
pub(crate) mod notes;
pub(crate) mod probes;
pub(crate) mod review;
pub(crate) mod sessions;
pub(crate) mod site;
pub(crate) mod tag;

use forum_domain::accounts::WeakReason;
use forum_domain::applications::Status;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use forum_domain::use_cases::UseCases;
use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem::{EndpointExt, IntoEndpoint, Response};
use poem_openapi::registry::{MetaApi, MetaPath, Registry};
use poem_openapi::{ContactObject, LicenseObject, OpenApi, OpenApiService};

use crate::api::accounts::by_email::{AccountsApi, PasswordRules};
use crate::api::accounts::own_account::OwnAccountApi;
use crate::api::accounts::own_data::OwnDataApi;
use crate::api::admin::audit::AuditApi;
use crate::api::admin::email_messages::EmailMessagesApi;
use crate::api::admin::email_templates::EmailTemplatesApi;
use crate::api::admin::invitations::InvitationsApi;
use crate::api::admin::users::AdminUsersApi;
use crate::api::applications::ApplicationsApi;
use crate::api::applications::change_requests::ChangeRequestsApi;
use crate::api::applications::drafts::DraftsApi;
use crate::api::browser_errors::BrowserErrorsApi;
use crate::api::contact::ContactApi;
use crate::api::factors::FactorsApi;
use crate::api::headshots::HeadshotsApi;
use crate::api::identities::IdentitiesApi;
use crate::api::identities::authorize::AuthorizeApi;
use crate::api::identities::sign_in_by_identity::IdentitySessionsApi;
use crate::api::newsletter::NewsletterApi;
use crate::api::newsletter::subscribers::SubscribersApi;
use crate::api::notes::NotesApi;
use crate::api::probes::{OperationsApi, Readiness};
use crate::api::review::ReviewApi;
use crate::api::review::decisions::DecisionsApi;
use crate::api::review::event_hub::EventHub;
use crate::api::review::events::EventsApi;
use crate::api::review::export::{Exports, ReviewExportApi};
use crate::api::review::marks::MarksApi;
use crate::api::review::read::{ReviewedApi, ViewersApi};
use crate::api::review::selection::SelectionApi;
use crate::api::sessions::SessionsApi;
use crate::api::sessions::keys::KeysApi;
use crate::api::sessions::sign_in_by_factor::FactorSessionsApi;
use crate::api::site::SiteApi;
use crate::request::operations::Checked;
use crate::request::schema_validation::Schemas;
use crate::response::code;
use crate::response::problem::document_extension;
use crate::response::words::Word;
use crate::settings::SiteSettings;

pub(crate) const BASE: &str = "/api";

/// The version of the API, which is independent of the program's version. The guide says what a version guarantees.
const VERSION: &str = "1.0.0";

/// The paths below [`BASE`].
pub(crate) fn paths() -> impl Iterator<Item = MetaPath> {
    fn meta<T: OpenApi>(_: T) -> Vec<MetaApi> {
        T::meta()
    }
    meta(without_use_cases()).into_iter().flat_map(|api| api.paths)
}

pub(crate) fn operations(
    of: &UseCases,
    readiness: Arc<dyn Readiness>,
    settings: SiteSettings,
) -> impl OpenApi + use<> {
    let exports = Arc::new(Exports::new(settings.temporary_files, &settings.origin));
    // A tuple holds at most 16 APIs.
    (
        AccountsApi { accounts: of.accounts.clone() },
        (
            SessionsApi { sessions: of.sessions.clone() },
            FactorsApi { sessions: of.sessions.clone() },
            FactorSessionsApi { sessions: of.sessions.clone() },
            IdentitySessionsApi { identities: of.identities.clone() },
            AuthorizeApi { identities: of.identities.clone() },
            IdentitiesApi { identities: of.identities.clone() },
        ),
        KeysApi { access: of.access.clone() },
        OwnAccountApi { accounts: of.accounts.clone(), own_data: of.own_data.clone() },
        OwnDataApi::new(of.own_data.clone()),
        (
            ApplicationsApi {
                applications: of.applications.clone(),
                review: of.review.clone(),
                changes: of.change_requests.clone(),
                headshots: of.headshots.clone(),
            },
            DraftsApi { applications: of.applications.clone() },
        ),
        (
            ReviewApi { review: of.review.clone() },
            DecisionsApi {
                review: of.review.clone(),
                headshots: of.headshots.clone(),
                templates: of.email_templates.clone(),
            },
            ReviewedApi { review: of.review.clone(), headshots: of.headshots.clone() },
            ReviewExportApi {
                review: of.review.clone(),
                headshots: of.headshots.clone(),
                exports: exports.clone(),
            },
            NotesApi { notes: of.notes.clone() },
            ViewersApi { review: of.review.clone() },
            MarksApi { review: of.review.clone() },
            SelectionApi { review: of.review.clone() },
            ChangeRequestsApi { changes: of.change_requests.clone(), headshots: of.headshots.clone() },
        ),
        HeadshotsApi { headshots: of.headshots.clone() },
        (
            OperationsApi { readiness, draining: settings.draining },
            BrowserErrorsApi { counted: settings.traffic.browser_errors },
            SiteApi { site: settings.site },
            ContactApi { contact: of.contact.clone() },
        ),
        (AdminUsersApi { users: of.users.clone() }, InvitationsApi { invitations: of.invitations.clone() }),
        (
            NewsletterApi { newsletter: of.newsletter.clone() },
            SubscribersApi { newsletter: of.newsletter.clone(), exports },
        ),
        (
            AuditApi { audit: of.audit.clone() },
            EventsApi::new(
                EventHub::new(of.events.clone(), settings.event_pause, settings.stop, settings.tasks),
                settings.traffic.event_streams,
            ),
        ),
        (
            EmailTemplatesApi { templates: of.email_templates.clone() },
            EmailMessagesApi { messages: of.email_messages.clone() },
        ),
    )
}

pub(crate) fn endpoint<T: OpenApi + 'static>(api: T) -> BoxEndpoint<'static, Response> {
    static SCHEMAS: LazyLock<Arc<Schemas>> = LazyLock::new(|| {
        fn register<T: OpenApi>(_: T) -> Schemas {
            let mut registry = Registry::new();
            T::register(&mut registry);
            registry.schemas
        }
        Arc::new(register(without_use_cases()))
    });
    service(Checked(api)).into_endpoint().data(SCHEMAS.clone()).boxed()
}

/// The operations as poem-openapi describes them. `openapi` turns this into the published text.
pub(crate) fn described() -> OpenApiService<impl OpenApi, ()> {
    service(without_use_cases())
        .description(format!(
            "{}\n## Problem codes\n\n{}",
            include_str!("../openapi/guide.md"),
            code::table()
        ))
        .license(LicenseObject::new("MIT OR Apache-2.0").url("https://spdx.org/licenses/"))
        .contact(ContactObject::new().name("Educators Forum"))
}

fn service<T: OpenApi>(api: T) -> OpenApiService<T, ()> {
    OpenApiService::new(api, "Educators Forum", VERSION).server(BASE)
}

/// All operations, which can be described but not called.
fn without_use_cases() -> impl OpenApi {
    fn of<T: OpenApi>(_: fn(&UseCases, Arc<dyn Readiness>, SiteSettings) -> T) -> impl OpenApi {
        Described::<T>(PhantomData)
    }
    of(operations)
}

struct Described<T>(PhantomData<T>);

impl<T: OpenApi> OpenApi for Described<T> {
    fn meta() -> Vec<MetaApi> {
        T::meta()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        document_extension::<Vec<Word<WeakReason>>>(
            registry,
            "reasons",
            "With `weak_password`: why the password is refused.",
        );
        document_extension::<PasswordRules>(
            registry,
            "rules",
            "With `weak_password`: the rules that the password meets.",
        );
        let status = "With `application_already_decided`: the decision.";
        document_extension::<Word<Status>>(registry, "current_status", status);
    }

    fn add_routes(self, _routes: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {}
}
