//! Routes requests to the API, the stored photos and the pages.

use std::sync::Arc;
use std::time::Duration;

use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response, Route};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::accounts::own_account::OwnAccountApi;
use crate::api::accounts::own_data::OwnDataApi;
use crate::api::accounts::recovery::RecoveryApi;
use crate::api::accounts::sign_up::SignUpApi;
use crate::api::accounts::verifications::VerificationsApi;
use crate::api::admin::audit::AuditApi;
use crate::api::admin::email_messages::EmailMessagesApi;
use crate::api::admin::email_templates::EmailTemplatesApi;
use crate::api::admin::users::AdminUsersApi;
use crate::api::applications::drafts::DraftsApi;
use crate::api::applications::operations::ApplicationsApi;
use crate::api::factors::operations::FactorsApi;
use crate::api::headshots::operations::HeadshotsApi;
use crate::api::headshots::upload_form;
use crate::api::headshots::upload_limits::Uploads;
use crate::api::identities::code_flow::CodeFlowApi;
use crate::api::identities::operations::IdentitiesApi;
use crate::api::identities::sessions::IdentitySessionsApi;
use crate::api::monitoring::browser_errors::BrowserErrorsApi;
use crate::api::monitoring::probes::OperationsApi;
use crate::api::review::event_hub::EventHub;
use crate::api::review::events::EventsApi;
use crate::api::review::export::ReviewExportApi;
use crate::api::review::history::ReviewHistoryApi;
use crate::api::review::operations::ReviewApi;
use crate::api::sessions::by_code::SignInCodesApi;
use crate::api::sessions::by_factor::FactorSessionsApi;
use crate::api::sessions::by_passkey::PasskeysApi;
use crate::api::sessions::keys::KeysApi;
use crate::api::sessions::operations::SessionsApi;
use crate::api::{self, Api};
use crate::openapi::endpoints;
use crate::request::network::TrustedProxies;
use crate::request::operation_name::NamedOperation;
use crate::services::Services;
use crate::site::email_previews::{self, EmailPreviews};
use crate::site::headshot_files::PhotoFiles;
use crate::site::pages::Site;
use crate::traffic::{Activity, Traffic};

/// An endpoint inside the edge, whose errors are not responses yet.
pub(crate) type Inner = BoxEndpoint<'static, Response>;

#[derive(Clone)]
pub(crate) struct ApiSettings {
    pub(crate) trusted_proxies: TrustedProxies,
    pub(crate) upload_patience: Duration,
    /// Polling interval of event streams for the log and their session.
    pub(crate) event_pause: Duration,
    /// Cancelled when the program starts to drain.
    pub(crate) draining: CancellationToken,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    pub(crate) activity: Activity,
    pub(crate) traffic: Option<Arc<dyn Traffic>>,
}

pub(crate) fn whole_site(services: Services, pages: Arc<Site>, settings: ApiSettings) -> Inner {
    let Services {
        sign_up,
        verification,
        recovery,
        sign_in_codes,
        sessions,
        own_factors,
        factor_sign_in,
        passkey_sign_in,
        code_flow,
        identity_verifier,
        identity_sign_in,
        own_identities,
        own_account,
        email_changes,
        own_data,
        access,
        applications,
        drafts,
        review,
        headshots,
        limits,
        users,
        audit,
        email_templates,
        email_messages,
        events,
        readiness,
        ..
    } = services;
    let api: Api = (
        SignUpApi { sign_up },
        VerificationsApi { verification, email_changes: email_changes.clone() },
        RecoveryApi { recovery: recovery.clone() },
        SignInCodesApi { codes: sign_in_codes },
        (
            SessionsApi { sessions },
            FactorsApi { factors: own_factors.clone() },
            FactorSessionsApi { sign_in: factor_sign_in, factors: own_factors },
            PasskeysApi { passkeys: passkey_sign_in },
            IdentitySessionsApi { verifier: identity_verifier, sign_in: identity_sign_in },
            CodeFlowApi { flow: code_flow },
            IdentitiesApi { own: own_identities },
        ),
        KeysApi { access: access.clone() },
        OwnAccountApi { own_account, email_changes, own_data: own_data.clone() },
        OwnDataApi::new(own_data),
        (ApplicationsApi { applications, review: review.clone() }, DraftsApi { drafts }),
        (
            ReviewApi { review: review.clone() },
            ReviewHistoryApi { review: review.clone() },
            ReviewExportApi::new(review),
        ),
        HeadshotsApi { headshots: headshots.clone() },
        (
            OperationsApi { readiness, draining: settings.draining },
            BrowserErrorsApi { traffic: settings.traffic },
        ),
        AdminUsersApi { users },
        (
            AuditApi { audit },
            EventsApi::new(
                EventHub::new(events, settings.event_pause, settings.stop, settings.tasks),
                settings.activity.event_streams,
            ),
        ),
        (
            EmailTemplatesApi { templates: email_templates.clone() },
            EmailMessagesApi { messages: email_messages },
        ),
    );
    Route::new()
        .at(endpoints::DOCUMENT, NamedOperation("document", endpoints::document()))
        .at(endpoints::PAGES, NamedOperation("docs", endpoints::pages()))
        .nest(api::BASE, api::endpoint(api))
        .at("/storage/*path", NamedOperation("photo", PhotoFiles::new(headshots)))
        .at(
            email_previews::PATHS,
            NamedOperation("email_preview", EmailPreviews { templates: email_templates }),
        )
        .at("/", NamedOperation("page", pages.clone()))
        .at("/*path", NamedOperation("page", pages))
        .data(access)
        .data(recovery)
        .data(limits)
        .data(Uploads::new(settings.activity.uploads, upload_form::MEMORY, settings.upload_patience))
        .data(settings.trusted_proxies)
        .boxed()
}
