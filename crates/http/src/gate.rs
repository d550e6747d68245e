//! The site before its database is open. Until the program opens the gate, pages, `/api/health` and `/api/ready` are
//! served, and all other paths return 503.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use forum_domain::use_cases::UseCases;
use poem::endpoint::make_sync;
use poem::error::NotFoundError;
use poem::{Endpoint, EndpointExt, Request, Response, Result, Route};

use crate::api;
use crate::api::monitoring::probes::OperationsApi;
use crate::readiness::{Readiness, ReadinessReport, Reason};
use crate::request::operation_name::NamedOperation;
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::router::{Inner, whole_site};
use crate::settings::SiteSettings;
use crate::site::email_previews;
use crate::site::pages::Site;

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

/// Opens the site that it was created with.
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
