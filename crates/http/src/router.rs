//! Routes requests to the API, the stored photos and the pages.

use std::net::IpAddr;
use std::sync::Arc;

use forum_domain::accounts::{Access, Recovery, Sessions, SignInCodes, SignUp, Verification};
use forum_domain::applications::{Review, SubmitApplication};
use forum_domain::headshots::Headshots;
use forum_domain::shared::IdSource;
use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response, Route};

use crate::api::{self, Api};
use crate::applications::ApplicationsApi;
use crate::device::TrustedProxies;
use crate::docs;
use crate::headshots::HeadshotsApi;
use crate::keys::KeysApi;
use crate::operations::{OperationsApi, Readiness};
use crate::photo_files::PhotoFiles;
use crate::recovery::RecoveryApi;
use crate::review::ReviewApi;
use crate::sessions::SessionsApi;
use crate::sign_in_codes::SignInCodesApi;
use crate::signup::SignUpApi;
use crate::site::Site;
use crate::upload::UploadMemory;
use crate::users::UsersApi;
use crate::verifications::VerificationsApi;

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
    /// Authenticates callers.
    pub access: Arc<Access>,
    /// Submitting applications.
    pub applications: Arc<SubmitApplication>,
    /// Reading and deciding applications.
    pub review: Arc<Review>,
    /// Managing and serving photos.
    pub headshots: Arc<Headshots>,
    /// Generates the ids of requests.
    pub ids: Arc<dyn IdSource>,
    /// Checks the parts for `/api/ready`.
    pub readiness: Arc<dyn Readiness>,
}

/// The whole site, without the edge.
pub(crate) fn whole_site(services: Services, pages: Arc<Site>, trusted_proxies: Vec<IpAddr>) -> Inner {
    let Services {
        sign_up,
        verification,
        recovery,
        sign_in_codes,
        sessions,
        access,
        applications,
        review,
        headshots,
        readiness,
        ..
    } = services;
    let api: Api = (
        SignUpApi { sign_up },
        VerificationsApi { verification },
        RecoveryApi { recovery: recovery.clone() },
        SignInCodesApi { codes: sign_in_codes },
        SessionsApi { sessions },
        KeysApi { access: access.clone() },
        UsersApi,
        ApplicationsApi { applications, review: review.clone() },
        ReviewApi { review },
        HeadshotsApi { headshots: headshots.clone() },
        OperationsApi { readiness },
    );
    Route::new()
        .at(docs::DOCUMENT, docs::document())
        .at(docs::PAGES, docs::pages())
        .nest(api::BASE, api::endpoint(api))
        .at("/storage/*path", PhotoFiles::new(headshots))
        .at("/", pages.clone())
        .at("/*path", pages)
        .data(access)
        .data(recovery)
        .data(UploadMemory::new())
        .data(TrustedProxies(trusted_proxies))
        .boxed()
}
