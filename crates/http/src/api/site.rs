//! `GET /site`: what the operator has switched on. The pages get the same object in an attribute.

use std::sync::Arc;

use forum_domain::site::{Feature, Site};
use poem::error::NotFoundError;
use poem::{Endpoint, EndpointExt, Request, Result};
use poem_openapi::{Object, OpenApi};
use time::Date;

use crate::api::tag::Tag;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Day, Email, Nullable};
use crate::response::words::Word;

/// The operations that only one feature has: how their path begins, and what the rest contains.
const OPERATIONS: [(&str, &str, Feature); 10] = [
    ("/contact-messages", "", Feature::Contact),
    ("/admin/contact-messages", "", Feature::Contact),
    ("/newsletter/", "", Feature::Newsletter),
    ("/admin/newsletter/", "", Feature::Newsletter),
    ("/admin/users/", "/sessions", Feature::Users),
    ("/admin/users/", "/factors", Feature::Users),
    ("/admin/users/", "/verification-mail", Feature::Users),
    ("/admin/invitations", "", Feature::Users),
    ("/invitations/", "", Feature::Users),
    ("/admin/email-templates/", "/versions", Feature::EmailTemplates),
];

/// Answers 404 for operations of features that are off.
pub(crate) fn only_switched_on<E: Endpoint>(
    endpoint: E,
    site: Arc<Site>,
) -> impl Endpoint<Output = E::Output> {
    endpoint.before(move |request: Request| {
        let path = request.uri().path();
        let is_of = |begin, part| path.strip_prefix(begin).is_some_and(|rest: &str| rest.contains(part));
        let of = OPERATIONS.into_iter().find(|(begin, part, _)| is_of(*begin, *part));
        let is_off = of.is_some_and(|(.., feature)| !site.has(feature));
        async move { if is_off { Err(NotFoundError.into()) } else { Ok(request) as Result<Request> } }
    })
}

/// Where the giving buttons lead: https URLs with `{amount}`, which stands for US dollars such as 25 or 75.50.
#[derive(Object)]
pub(crate) struct GivingUrls {
    /// For one gift.
    one_time: String,
    /// For a monthly gift.
    monthly: String,
    /// For sponsoring a teacher.
    sponsor_teacher: String,
    /// For sponsoring a forum.
    sponsor_forum: String,
}

/// The dates of the current season.
#[derive(Object)]
pub(crate) struct SeasonDates {
    /// The last day to apply.
    closes_on: Nullable<Day>,
    /// The day by which the organization decides.
    decides_by: Nullable<Day>,
}

/// What the operator has switched on.
#[derive(Object)]
pub(crate) struct SiteObject {
    /// The features that are on.
    features: Vec<Word<Feature>>,
    /// Where visitors can write to.
    contact_email: Email,
    /// Null unless `giving` is on.
    giving: Nullable<GivingUrls>,
    /// The address of the shop. Null unless `shop` is on.
    shop_url: Nullable<String>,
    /// Empty unless `apply` is on.
    season: SeasonDates,
}

impl From<&Site> for SiteObject {
    fn from(site: &Site) -> Self {
        let site = site.clone();
        let giving = site.giving.map(|urls| GivingUrls {
            one_time: urls.one_time,
            monthly: urls.monthly,
            sponsor_teacher: urls.sponsor_teacher,
            sponsor_forum: urls.sponsor_forum,
        });
        let day = |date: Option<Date>| Nullable(date.map(|date| Day::from(date.to_string())));
        Self {
            features: site.features.into_iter().map(Word).collect(),
            contact_email: site.contact_email.into(),
            giving: Nullable(giving),
            shop_url: Nullable(site.shop_url),
            season: SeasonDates {
                closes_on: day(site.season.closes_on),
                decides_by: day(site.season.decides_by),
            },
        }
    }
}

error_codes!(SiteCodes: []);

pub(crate) struct SiteApi {
    pub(crate) site: Arc<Site>,
}

#[OpenApi(tag = "Tag::Operations")]
impl SiteApi {
    /// Read what is switched on
    ///
    /// The operations of a feature that is off return 404.
    #[oai(path = "/site", method = "get", operation_id = "get_site")]
    async fn get_site(&self) -> Result<Success<SiteObject>, ApiError<SiteCodes>> {
        Ok(JsonResponse((&*self.site).into()))
    }
}
