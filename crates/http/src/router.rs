//! Routes requests to the API, the stored photos and the pages.

use std::sync::Arc;

use forum_domain::use_cases::UseCases;
use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response, Route};
use tokio::sync::Semaphore;

use crate::api;
use crate::api::headshots::upload_form;
use crate::api::headshots::upload_limits::Uploads;
use crate::openapi::{document, endpoints};
use crate::readiness::Readiness;
use crate::request::operation_name::NamedOperation;
use crate::response::code::PROBLEMS;
use crate::settings::SiteSettings;
use crate::site::email_previews::{self, EmailPreviews};
use crate::site::headshot_files::PhotoFiles;
use crate::site::pages::Site;

/// An endpoint inside the edge, whose errors are not responses yet.
pub(crate) type Inner = BoxEndpoint<'static, Response>;

pub(crate) fn whole_site(
    use_cases: &UseCases,
    readiness: Arc<dyn Readiness>,
    pages: Arc<Site>,
    settings: SiteSettings,
) -> Inner {
    let UseCases { access, accounts, limits, requests, headshots, email_templates, .. } = use_cases.clone();
    let uploads = Uploads {
        of_user: settings.traffic.uploads.clone(),
        memory: Arc::new(Semaphore::new(upload_form::MEMORY)),
        patience: settings.upload_patience,
    };
    let trusted_proxies = settings.trusted_proxies.clone();
    let api = api::operations(use_cases, readiness, settings);
    Route::new()
        .at(document::DOCUMENT, NamedOperation("document", endpoints::document()))
        .at(endpoints::PAGES, NamedOperation("docs", endpoints::pages()))
        .at(PROBLEMS, NamedOperation("problems", endpoints::problems()))
        .at(format!("{PROBLEMS}/:code"), NamedOperation("problem", endpoints::problems()))
        .nest(api::BASE, api::endpoint(api))
        .at("/storage/*path", NamedOperation("photo", PhotoFiles::new(headshots)))
        .at(
            email_previews::PATHS,
            NamedOperation("email_preview", EmailPreviews { templates: email_templates }),
        )
        .at("/", NamedOperation("page", pages.clone()))
        .at("/*path", NamedOperation("page", pages))
        .data(access)
        .data(accounts)
        .data(limits)
        .data(requests)
        .data(uploads)
        .data(trusted_proxies)
        .boxed()
}
