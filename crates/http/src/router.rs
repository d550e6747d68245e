//! Routes requests to the API, the stored photos and the pages.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::{
    Access, CodeFlow, EmailChanges, FactorSignIn, IdentitySignIn, IdentityVerifier, OwnAccount, OwnFactors,
    OwnIdentities, PasskeySignIn, Recovery, Sessions, SignInCodes, SignUp, Verification,
};
use forum_domain::applications::{Drafts, Review, SubmitApplication};
use forum_domain::audit::AuditLog;
use forum_domain::events::Events;
use forum_domain::headshots::Headshots;
use forum_domain::limits::Limits;
use forum_domain::mail_administration::{EmailMessages, EmailTemplates};
use forum_domain::own_data::OwnDataService;
use forum_domain::shared::IdSource;
use forum_domain::users::UserAdministration;
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
use crate::api::monitoring::probes::{OperationsApi, Readiness};
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
use crate::site::email_previews::{self, EmailPreviews};
use crate::site::headshot_files::PhotoFiles;
use crate::site::pages::Site;
use crate::traffic::{Activity, Traffic};

/// An endpoint inside the edge; its errors are not responses yet.
pub(crate) type Inner = BoxEndpoint<'static, Response>;

/// The use cases that the API calls.
#[derive(Clone)]
pub struct Services {
    /// Signing up.
    pub sign_up: Arc<SignUp>,
    /// Confirming an address.
    pub verification: Arc<Verification>,
    /// Choosing a new password.
    pub recovery: Arc<Recovery>,
    /// Signing in with codes.
    pub sign_in_codes: Arc<SignInCodes>,
    /// Signing in and out.
    pub sessions: Arc<Sessions>,
    /// One's own second factors.
    pub own_factors: Arc<OwnFactors>,
    /// Finishing signing in with one.
    pub factor_sign_in: Arc<FactorSignIn>,
    /// Signing in with a passkey.
    pub passkey_sign_in: Arc<PasskeySignIn>,
    /// Leaving for a provider and coming back.
    pub code_flow: Arc<CodeFlow>,
    /// Nonces, and the ways in that are set up.
    pub identity_verifier: Arc<IdentityVerifier>,
    /// Signing in with identities.
    pub identity_sign_in: Arc<IdentitySignIn>,
    /// One's own identities.
    pub own_identities: Arc<OwnIdentities>,
    /// Changing one's own account.
    pub own_account: Arc<OwnAccount>,
    /// Changing one's address.
    pub email_changes: Arc<EmailChanges>,
    /// Copying and deleting everything about one person.
    pub own_data: Arc<OwnDataService>,
    /// Authenticates callers.
    pub access: Arc<Access>,
    /// Submitting applications.
    pub applications: Arc<SubmitApplication>,
    /// Saving drafts of applications.
    pub drafts: Arc<Drafts>,
    /// Reading and deciding applications.
    pub review: Arc<Review>,
    /// Managing and serving photos.
    pub headshots: Arc<Headshots>,
    /// How often all of these may be called.
    pub limits: Arc<Limits>,
    /// Administering users.
    pub users: Arc<UserAdministration>,
    /// Administering the templates of mails.
    pub email_templates: Arc<EmailTemplates>,
    /// Administering the outbox.
    pub email_messages: Arc<EmailMessages>,
    /// Reading the audit log.
    pub audit: Arc<dyn AuditLog>,
    /// Telling administrators what happens.
    pub events: Arc<Events>,
    /// Generates the ids of requests.
    pub ids: Arc<dyn IdSource>,
    /// Checks the parts for `/api/ready`.
    pub readiness: Arc<dyn Readiness>,
}

/// Settings of the API.
#[derive(Clone)]
pub(crate) struct ApiSettings {
    pub(crate) trusted_proxies: TrustedProxies,
    /// How long an upload may stall.
    pub(crate) upload_patience: Duration,
    /// How often streams of events look at the log and at their session.
    pub(crate) event_pause: Duration,
    /// Cancelled when the program is about to stop.
    pub(crate) draining: CancellationToken,
    /// Ends streams of events.
    pub(crate) stop: CancellationToken,
    /// Runs streams of events.
    pub(crate) tasks: TaskTracker,
    /// Uploads and streams of events under way.
    pub(crate) activity: Activity,
    /// Told of errors in browsers.
    pub(crate) traffic: Option<Arc<dyn Traffic>>,
}

/// The whole site, without the edge.
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
