//! Routes requests to the API, the stored photos and the pages.

use std::sync::Arc;
use std::time::Duration;

use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response, Route};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api;
use crate::api::headshots::upload_form;
use crate::api::headshots::upload_limits::Uploads;
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
    let Services { access, recovery, limits, headshots, email_templates, .. } = services.clone();
    let (uploads, trusted_proxies) = (settings.activity.uploads.clone(), settings.trusted_proxies.clone());
    let uploads = Uploads::new(uploads, upload_form::MEMORY, settings.upload_patience);
    let api = api::operations(services, settings);
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
        .data(uploads)
        .data(trusted_proxies)
        .boxed()
}
