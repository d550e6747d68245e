//! Routes requests to the API, the stored photos and the pages. Until the program opens the [`Gate`], because there is no
//! database yet, pages, `/api/health` and `/api/ready` are served, and all other paths return 503.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use forum_domain::use_cases::UseCases;
use poem::endpoint::{BoxEndpoint, make_sync};
use poem::error::NotFoundError;
use poem::{Endpoint, EndpointExt, Request, Response, Result, Route};
use tokio::sync::Semaphore;

use crate::api;
use crate::api::headshots::upload::{self, Uploads};
use crate::api::probes::{OperationsApi, Readiness, ReadinessReport, Reason};
use crate::api::site::only_switched_on;
use crate::openapi::{DOCUMENT, endpoints};
use crate::request::operations::NamedOperation;
use crate::response::code::{Code, PROBLEMS};
use crate::response::problem::Problem;
use crate::settings::SiteSettings;
use crate::site::email_previews::{self, EmailPreviews};
use crate::site::headshot_files::PhotoFiles;
use crate::site::pages::Site;

/// An endpoint inside the edge, whose errors are not responses yet.
type Inner = BoxEndpoint<'static, Response>;

fn whole_site(
    use_cases: &UseCases,
    readiness: Arc<dyn Readiness>,
    pages: Arc<Site>,
    settings: SiteSettings,
) -> Inner {
    let UseCases { access, accounts, limits, requests, headshots, email_templates, .. } = use_cases.clone();
    let uploads = Uploads {
        of_user: settings.traffic.uploads.clone(),
        memory: Arc::new(Semaphore::new(upload::MEMORY)),
        patience: settings.upload_patience,
    };
    let trusted_proxies = settings.trusted_proxies.clone();
    let site = settings.site.clone();
    let api = api::operations(use_cases, readiness, settings);
    Route::new()
        .at(DOCUMENT, NamedOperation("document", endpoints::document()))
        .at(endpoints::PAGES, NamedOperation("docs", endpoints::pages()))
        .at(PROBLEMS, NamedOperation("problems", endpoints::problems()))
        .at(format!("{PROBLEMS}/:code"), NamedOperation("problem", endpoints::problems()))
        .nest(api::BASE, only_switched_on(api::endpoint(api), site))
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

const DETAIL: &str = "The service is starting or its database is unavailable. Please try again in a moment.";

pub(crate) fn closed(pages: Arc<Site>, settings: SiteSettings) -> (Gated, Gate) {
    let whole = Arc::new(OnceLock::new());
    let operations =
        api::endpoint(OperationsApi { readiness: Arc::new(NoDatabase), draining: settings.draining.clone() });
    let operations = operations.after(async |outcome: Result<Response>| match outcome {
        Err(error) if error.is::<NotFoundError>() => Err(unavailable().into()),
        outcome => outcome,
    });
    let closed = || make_sync(|_| Err::<(), poem::Error>(unavailable().into()));
    let before = Route::new()
        .nest(api::BASE, operations)
        .at("/storage/*path", closed())
        .at(email_previews::PATHS, closed())
        .at("/dev/*path", closed())
        .at("/", NamedOperation("page", pages.clone()))
        .at("/*path", NamedOperation("page", pages.clone()))
        .boxed();
    (Gated { whole: whole.clone(), before }, Gate { whole, pages, settings })
}

pub struct Gate {
    whole: Arc<OnceLock<Inner>>,
    pages: Arc<Site>,
    settings: SiteSettings,
}

impl Gate {
    pub fn open(self, use_cases: &UseCases, readiness: Arc<dyn Readiness>) {
        let Self { whole, pages, settings } = self;
        whole.get_or_init(|| whole_site(use_cases, readiness, pages, settings));
    }
}

pub(crate) struct Gated {
    whole: Arc<OnceLock<Inner>>,
    before: Inner,
}

impl Endpoint for Gated {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        self.whole.get().unwrap_or(&self.before).call(request).await
    }
}

fn unavailable() -> Problem {
    Problem::new(Code::Unavailable, DETAIL)
}

/// [`Readiness`] of a program without a database.
struct NoDatabase;

#[async_trait]
impl Readiness for NoDatabase {
    async fn check(&self) -> ReadinessReport {
        let detail = "The database is not open yet; see the program's log.";
        ReadinessReport { failures: vec![Reason::new("database", "closed", detail)], ..Default::default() }
    }
}
