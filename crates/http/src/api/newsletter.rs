//! `/newsletter` and `/admin/newsletter`: subscribing, the links of mails, and the subscribers for administrators.

use std::sync::Arc;

use forum_domain::accounts::SECRET_MAX;
use forum_domain::limits::RateLimit;
use forum_domain::newsletter::{
    ExportedSubscriber, GrowthWeek, Newsletter, Subscriber as DomainSubscriber, SubscriberFilter,
    SubscriberState, SubscriptionForm, WantedSubscription,
};
use forum_domain::shared::{NAME_MAX, SEARCH_MAX};
use poem::{Request, RequestBody, Result};
use poem_openapi::error::ContentTypeError;
use poem_openapi::param::{Path, Query};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::review::export::columns::{Cell, Sheet};
use crate::api::review::export::{ExportFile, Exports, Format};
use crate::api::tag::Tag;
use crate::request::auth::{Exporting, Reading};
use crate::request::json::{Form, Json};
use crate::request::list::{self, CompleteList, Cursor, Limit, Offset, Page, search_text};
use crate::request::{limits, request_checks};
use crate::response::api_error::{ApiError, Codes, error_codes};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, CheckEmail, JsonResponse, SeeOther, Success};
use crate::response::schema_types::{Day, Email, Filled, Length, Nullable, Optional, Text, choice};
use crate::response::words::Word;

/// The page that [`NewsletterApi::open_unsubscription`] leads to.
const PREFERENCES: &str = "/newsletter/preferences";

/// An address for the newsletter.
#[derive(Object)]
pub(crate) struct SubscriptionRequest {
    /// The address to subscribe.
    email: Email,
    /// How issues may address the subscriber.
    first_name: Optional<Length<0, NAME_MAX>>,
    /// Whether the subscriber is an educator.
    is_educator: Option<Nullable<bool>>,
    /// Where the address was entered.
    form: Word<SubscriptionForm>,
}

/// The token of a mailed link.
#[derive(Object)]
pub(crate) struct SubscriptionToken {
    /// The fragment after `#token=` in the link, or the last segment of an unsubscribe URL.
    token: Filled<SECRET_MAX>,
}

/// The state of a subscription.
#[derive(Object)]
pub(crate) struct SubscriptionStatus {
    state: Word<SubscriberState>,
}

/// What a subscriber can change. Does not show the address, because forwarded issues contain the token.
#[derive(Object)]
pub(crate) struct SubscriptionPreferences {
    /// How issues may address the subscriber. Null if unknown.
    first_name: Nullable<String>,
    /// Whether the subscriber is an educator.
    is_educator: bool,
    state: Word<SubscriberState>,
}

impl From<DomainSubscriber> for SubscriptionPreferences {
    fn from(subscriber: DomainSubscriber) -> Self {
        let state = subscriber.state().into();
        let preferences = subscriber.preferences;
        Self { first_name: Nullable(preferences.first_name), is_educator: preferences.is_educator, state }
    }
}

/// Changed preferences.
#[derive(Object)]
pub(crate) struct PreferencesRequest {
    /// The token of a mailed link.
    token: Filled<SECRET_MAX>,
    /// How issues may address the subscriber.
    first_name: Optional<Length<0, NAME_MAX>>,
    /// Whether the subscriber is an educator.
    is_educator: bool,
}

/// A subscriber of the newsletter.
#[derive(Object)]
pub(crate) struct Subscriber {
    /// Identifies the subscriber.
    id: Uuid,
    /// The address.
    email: Email,
    /// The name that was entered. Null if none was.
    first_name: Nullable<String>,
    /// Whether the subscriber is an educator.
    is_educator: bool,
    /// Where the address was last entered.
    form: Word<SubscriptionForm>,
    state: Word<SubscriberState>,
    /// When the state began. For `pending`, when a confirmation was last requested.
    since: OffsetDateTime,
}

impl From<DomainSubscriber> for Subscriber {
    fn from(subscriber: DomainSubscriber) -> Self {
        Self {
            id: subscriber.id,
            email: Email::from(&subscriber.email),
            form: subscriber.form.into(),
            state: subscriber.state().into(),
            since: subscriber.since(),
            first_name: Nullable(subscriber.preferences.first_name),
            is_educator: subscriber.preferences.is_educator,
        }
    }
}

/// The numbers of all addresses, whatever the filter.
#[derive(Object)]
pub(crate) struct SubscriberCounts {
    /// Addresses that wait for confirmation.
    pending: u64,
    /// Addresses that are subscribed.
    subscribed: u64,
    /// Addresses that were subscribed.
    unsubscribed: u64,
}

/// A page of the subscribers, whose state changed last first.
#[derive(Object)]
pub(crate) struct SubscriberPage {
    #[oai(flatten)]
    page: Page<Subscriber>,
    counts: SubscriberCounts,
}

/// How many addresses were subscribed and unsubscribed in a week.
#[derive(Object)]
pub(crate) struct SubscriberWeek {
    /// The Monday on which the week begins, in UTC.
    week: Day,
    /// Addresses whose present or last subscription was confirmed in it.
    subscribed: u64,
    /// Addresses whose last subscription ended in it.
    unsubscribed: u64,
}

impl From<GrowthWeek> for SubscriberWeek {
    fn from(GrowthWeek { begins, subscribed, unsubscribed }: GrowthWeek) -> Self {
        Self { week: begins.to_string().into(), subscribed, unsubscribed }
    }
}

/// The last 52 weeks, oldest first.
#[derive(Object)]
pub(crate) struct SubscriberGrowth {
    #[oai(flatten)]
    list: CompleteList<SubscriberWeek>,
}

/// The body that mail programs send to a `List-Unsubscribe` URL (RFC 8058).
pub(crate) struct OneClick;

impl OneClick {
    const TYPES: [&'static str; 2] = ["application/x-www-form-urlencoded", "multipart/form-data"];
    const MEMBER: &'static str = "List-Unsubscribe";
    const VALUE: &'static str = "One-Click";
    /// Maximum size in bytes.
    const LIMIT: usize = 4 * 1024;
}

impl<'a> ApiExtractor<'a> for OneClick {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_registry: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        let schema = || {
            let value = MetaSchemaRef::Inline(Box::new(choice([Self::VALUE], Some("Always the same."))));
            let properties = vec![(Self::MEMBER, value)];
            let required = vec![Self::MEMBER];
            MetaSchemaRef::Inline(Box::new(MetaSchema { required, properties, ..MetaSchema::new("object") }))
        };
        let content = Self::TYPES.map(|content_type| MetaMediaType { content_type, schema: schema() });
        Some(MetaRequest { description: None, content: content.into(), required: true })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let given = request.content_type().ok_or(ContentTypeError::ExpectContentType)?;
        let essence = given.split(';').next().unwrap_or_default().trim();
        if !Self::TYPES.iter().any(|known| essence.eq_ignore_ascii_case(known)) {
            return Err(ContentTypeError::NotSupported { content_type: given.to_owned() }.into());
        }
        request_checks::check_body(request, Self::LIMIT)?;
        let text = body.take()?.into_bytes_limit(Self::LIMIT).await?;
        let text = String::from_utf8_lossy(&text);
        // Both encodings contain the name before the value as they are.
        match text.split_once(Self::MEMBER) {
            Some((_, rest)) if rest.contains(Self::VALUE) => Ok(Self),
            _ => Err(Problem::from(Code::MalformedRequest).into()),
        }
    }
}

error_codes!(SubscribeCodes: [NotFound], BODY, TEXT);
error_codes!(TokenCodes: [NotFound, TokenInvalid], BODY);
error_codes!(OpenCodes: [NotFound]);
error_codes!(OneClickCodes: [NotFound, RequestTimeout, PayloadTooLarge, UnsupportedMediaType, TokenInvalid]);
error_codes!(ChangeCodes: [NotFound, TokenInvalid], BODY, TEXT);

pub(crate) struct NewsletterApi {
    pub(crate) newsletter: Arc<Newsletter>,
}

#[OpenApi(prefix_path = "/newsletter", tag = "Tag::Newsletter")]
impl NewsletterApi {
    /// Subscribe to the newsletter
    ///
    /// Mails a link that confirms the subscription, at most three a day to an address. The response is the same for every
    /// address.
    #[oai(path = "/subscriptions", method = "post", operation_id = "request_subscription")]
    async fn request_subscription(
        &self,
        request: &Request,
        form: Form<SubscriptionRequest>,
    ) -> Result<Accepted<CheckEmail>, ApiError<SubscribeCodes>> {
        limits::network(request, &RateLimit::SUBSCRIPTIONS).await?;
        let SubscriptionRequest { email, first_name, is_educator, form } = form.body;
        let first_name = Text::given(first_name);
        let is_educator = is_educator.and_then(|given| given.0).unwrap_or_default();
        let wanted = WantedSubscription { email: email.0, first_name, is_educator, form: form.0 };
        self.newsletter.request(wanted).await?;
        Ok(CheckEmail::response())
    }

    /// Confirm a subscription
    ///
    /// Takes the token of the confirmation mail, which works for seven days.
    #[oai(path = "/confirmations", method = "post", operation_id = "confirm_subscription")]
    async fn confirm_subscription(
        &self,
        request: &Request,
        json: Json<SubscriptionToken>,
    ) -> Result<Success<SubscriptionStatus>, ApiError<TokenCodes>> {
        limits::network(request, &RateLimit::SUBSCRIPTION_LINKS).await?;
        self.newsletter.confirm(&json.body.token.0).await?;
        Ok(JsonResponse(SubscriptionStatus { state: SubscriberState::Subscribed.into() }))
    }

    /// Unsubscribe
    ///
    /// Takes the token of any mail about the newsletter, which never expires. No effect if it is repeated.
    #[oai(path = "/unsubscriptions", method = "post", operation_id = "end_subscription")]
    async fn end_subscription(
        &self,
        request: &Request,
        json: Json<SubscriptionToken>,
    ) -> Result<Success<SubscriptionStatus>, ApiError<TokenCodes>> {
        self.end(request, &json.body.token.0).await
    }

    /// Unsubscribe with one click
    ///
    /// The URL of `List-Unsubscribe` in mails (RFC 8058).
    #[oai(path = "/unsubscriptions/:token", method = "post", operation_id = "end_subscription_by_one_click")]
    async fn end_subscription_by_one_click(
        &self,
        request: &Request,
        /// The token of the subscription.
        token: Path<Filled<SECRET_MAX>>,
        _body: OneClick,
    ) -> Result<Success<SubscriptionStatus>, ApiError<OneClickCodes>> {
        self.end(request, &token.0.0).await
    }

    /// Open the page of a subscription
    ///
    /// For mail programs that open the URL of `List-Unsubscribe` in a browser. Changes nothing.
    #[oai(path = "/unsubscriptions/:token", method = "get", operation_id = "open_unsubscription")]
    async fn open_unsubscription(
        &self,
        /// The token of the subscription.
        token: Path<Filled<SECRET_MAX>>,
    ) -> Result<SeeOther, ApiError<OpenCodes>> {
        let token = token.0.0;
        if token.len() > SECRET_MAX {
            return Err(Code::NotFound.into());
        }
        let is_safe = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        Ok(SeeOther(if is_safe { format!("{PREFERENCES}#token={token}") } else { PREFERENCES.to_owned() }))
    }

    /// Get the preferences of a subscription
    ///
    /// A POST, so that the token is in no URL.
    #[oai(path = "/preferences", method = "post", operation_id = "get_subscription_preferences")]
    async fn get_subscription_preferences(
        &self,
        request: &Request,
        json: Json<SubscriptionToken>,
    ) -> Result<Success<SubscriptionPreferences>, ApiError<TokenCodes>> {
        limits::network(request, &RateLimit::SUBSCRIPTION_LINKS).await?;
        Ok(JsonResponse(self.newsletter.preferences(&json.body.token.0).await?.into()))
    }

    /// Change the preferences of a subscription
    ///
    /// Replaces both.
    #[oai(path = "/preferences", method = "put", operation_id = "change_subscription_preferences")]
    async fn change_subscription_preferences(
        &self,
        request: &Request,
        json: Json<PreferencesRequest>,
    ) -> Result<Success<SubscriptionPreferences>, ApiError<ChangeCodes>> {
        limits::network(request, &RateLimit::SUBSCRIPTION_LINKS).await?;
        let PreferencesRequest { token, first_name, is_educator } = json.body;
        let first_name = Text::given(first_name);
        let changed = self.newsletter.set_preferences(&token.0, first_name.as_deref(), is_educator).await?;
        Ok(JsonResponse(changed.into()))
    }
}

impl NewsletterApi {
    async fn end<C: Codes>(
        &self,
        request: &Request,
        token: &str,
    ) -> Result<Success<SubscriptionStatus>, ApiError<C>> {
        limits::network(request, &RateLimit::SUBSCRIPTION_LINKS).await?;
        self.newsletter.unsubscribe(token).await?;
        Ok(JsonResponse(SubscriptionStatus { state: SubscriberState::Unsubscribed.into() }))
    }
}

/// The columns of the export: the names for programs and the headings of a workbook.
#[derive(Clone, Copy)]
struct SubscriberColumns;

const COLUMNS: [(&str, &str); 7] = [
    ("email", "Email"),
    ("first_name", "First name"),
    ("is_educator", "Educator"),
    ("form", "Form"),
    ("consented_at", "Consent"),
    ("consent", "Wording of the consent"),
    ("unsubscribe_url", "Unsubscribe URL"),
];

impl Sheet for SubscriberColumns {
    type Row = ExportedSubscriber;
    const NAME: &'static str = "Subscribers";

    fn header(self) -> Vec<&'static str> {
        COLUMNS.map(|(name, _)| name).to_vec()
    }

    fn cells(self, row: &ExportedSubscriber) -> Vec<Cell<'_>> {
        let DomainSubscriber { email, preferences, form, consent_version, consent, subscribed_at, .. } =
            &row.subscriber;
        vec![
            Cell::text(email.as_str()),
            Cell::optional(preferences.first_name.as_deref()),
            Cell::text(if preferences.is_educator { "true" } else { "false" }),
            Cell::text(form.as_str()),
            subscribed_at.map_or(Cell::Empty, Cell::Instant),
            Cell::text(format!("{consent} (version {consent_version})")),
            Cell::text(row.unsubscribe_url.as_str()),
        ]
    }

    fn headings(self) -> Vec<(&'static str, bool)> {
        COLUMNS.map(|(name, heading)| (heading, name == "consent")).to_vec()
    }

    fn workbook_cells<'a>(self, row: &'a ExportedSubscriber, _: &str) -> Vec<Cell<'a>> {
        self.cells(row)
    }
}

error_codes!(ListCodes: [NotFound, InvalidCursor], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(ExportCodes: [NotFound], SIGNED_IN, ADMIN, QUERY);
error_codes!(GrowthCodes: [NotFound], SIGNED_IN, ADMIN);

pub(crate) struct SubscribersApi {
    pub(crate) newsletter: Arc<Newsletter>,
    pub(crate) exports: Arc<Exports>,
}

#[OpenApi(prefix_path = "/admin/newsletter", tag = "Tag::Newsletter")]
impl SubscribersApi {
    /// List subscribers
    ///
    /// A page of the addresses that match the filter, and the numbers of all addresses.
    #[oai(path = "/subscribers", method = "get", operation_id = "list_subscribers")]
    async fn list_subscribers(
        &self,
        Reading(reader): Reading,
        /// Only addresses in this state.
        state: Query<Option<Word<SubscriberState>>>,
        /// Only subscribers in whose name or email address each of these words occurs, in any order. Case, accents and
        /// apostrophes are ignored. A word of one or two characters must begin a word.
        q: Query<Option<Text<Length<0, SEARCH_MAX>>>>,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
    ) -> Result<Success<SubscriberPage>, ApiError<ListCodes>> {
        let query = search_text(q.0.as_ref().map(|text| &*text.0))?;
        let filter = SubscriberFilter { state: state.0.map(|word| word.0), query };
        let page = list::list_page(limit, offset, cursor, |page| filter.page(page))?;
        let (listing, counts) = self.newsletter.list(&reader, filter, page).await?;
        let counts = SubscriberCounts {
            pending: counts.pending,
            subscribed: counts.subscribed,
            unsubscribed: counts.unsubscribed,
        };
        Ok(JsonResponse(SubscriberPage { page: Page::of(listing, Subscriber::from), counts }))
    }

    /// Export subscribers
    ///
    /// A file of all current subscribers, oldest first, for a provider that sends issues. A POST to `unsubscribe_url` ends
    /// the subscription (RFC 8058), and a browser opens its page. Formats, limits and quoting are those of
    /// `export_applications`. The export is logged.
    #[oai(path = "/subscribers/export", method = "get", operation_id = "export_subscribers")]
    async fn export_subscribers(
        &self,
        Exporting(reader): Exporting,
        request: &Request,
        /// The format of the file.
        #[oai(default)]
        format: Query<Format>,
        /// Whether a CSV file begins with a byte-order mark, which older versions of Excel need to recognise UTF-8.
        #[oai(default)]
        bom: Query<bool>,
    ) -> Result<ExportFile, ApiError<ExportCodes>> {
        let begun = self.exports.begin::<ExportCodes>(&reader, request, format.0, bom.0)?;
        let export = self.newsletter.export(&reader).await?;
        let about = (export.at.date(), export.total);
        Ok(self.exports.file(begun, SubscriberColumns, about, export.rows).await?)
    }

    /// Get the growth of the newsletter
    ///
    /// The weeks of a year, counted from the present subscriptions: an address that subscribed again counts once.
    #[oai(path = "/growth", method = "get", operation_id = "get_newsletter_growth")]
    async fn get_newsletter_growth(
        &self,
        Reading(reader): Reading,
    ) -> Result<Success<SubscriberGrowth>, ApiError<GrowthCodes>> {
        let weeks = self.newsletter.growth(&reader).await?;
        Ok(JsonResponse(SubscriberGrowth { list: weeks.into_iter().map(SubscriberWeek::from).collect() }))
    }
}
