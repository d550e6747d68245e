//! `/admin/newsletter`: the subscribers, for administrators.

use std::sync::Arc;

use forum_domain::newsletter::{
    self as domain, ExportedSubscriber, GrowthWeek, Newsletter, SubscriberFilter, SubscriberState,
    SubscriptionForm,
};
use forum_domain::shared::SEARCH_MAX;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::review::export::columns::{Cell, Sheet};
use crate::api::review::export::{ExportFile, Exports, Format};
use crate::api::tag::Tag;
use crate::request::auth::{Exporting, Reading};
use crate::request::list::{self, CompleteList, Cursor, Limit, Offset, Page, search_text};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Day, Email, Length, Nullable, Text};
use crate::response::words::Word;

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

impl From<domain::Subscriber> for Subscriber {
    fn from(subscriber: domain::Subscriber) -> Self {
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
        let domain::Subscriber { email, preferences, form, consent_version, consent, subscribed_at, .. } =
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
        let (listing, [pending, subscribed, unsubscribed]) =
            self.newsletter.list(&reader, filter, page).await?;
        let counts = SubscriberCounts { pending, subscribed, unsubscribed };
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
        /// Whether a CSV file begins with a byte-order mark, which older versions of Excel need to recognize UTF-8.
        #[oai(default)]
        bom: Query<bool>,
    ) -> Result<ExportFile, ApiError<ExportCodes>> {
        let begun = self.exports.begin::<ExportCodes>(&reader, request, format.0, bom.0)?;
        Ok(self.exports.file(begun, SubscriberColumns, self.newsletter.export(&reader).await?).await?)
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
