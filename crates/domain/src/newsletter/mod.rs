//! Subscriptions to the newsletter. Anyone can request one for an address, a mailed link confirms it, and a link that never
//! expires ends it. The site sends no issues: administrators export the subscribers.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Reader, Secrets};
use crate::act::{Act, Acts};
use crate::audit::AuditLog;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{
    Code, EmailAddress, Fault, FieldError, Invalid, Listing, Order, Page, PageRequest, PersonName, Refusal,
    SearchWords, Sorting, Step, words,
};

/// The sentence of the forms, which is stored with its version. A new wording gets a new version.
pub const CONSENT: &str = "By subscribing, you agree that the Educators Forum emails you its newsletter. You can unsubscribe at any time.";
pub const CONSENT_VERSION: i32 = 1;

/// Lifetime of a confirmation link and of a subscription that nobody confirms.
pub const CONFIRMED_WITHIN: Duration = Duration::days(7);

/// Maximum number of mails to an address in [`MAIL_WINDOW`].
pub const MAILS_MAX: u64 = 3;
pub const MAIL_WINDOW: Duration = Duration::days(1);

/// Number of weeks that the growth shows.
pub const WEEKS: u32 = 52;

/// Below the site's origin. The token follows.
const ONE_CLICK: &str = "/api/newsletter/unsubscriptions/";

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SubscriberState {
        Pending = "pending",
        Subscribed = "subscribed",
        Unsubscribed = "unsubscribed",
    }
}

words! {
    /// Where the address was entered.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SubscriptionForm {
        Home = "home",
        Blog = "blog",
    }
}

/// What a subscriber can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preferences {
    pub first_name: Option<String>,
    pub is_educator: bool,
}

impl Preferences {
    /// Checks the name, which may be blank; problems are added to `errors`.
    fn parse(first_name: Option<&str>, is_educator: bool, errors: &mut Vec<FieldError>) -> Self {
        let first_name = first_name.filter(|name| !name.trim().is_empty());
        Self { first_name: first_name.map(|name| PersonName::parse_first(name, errors)), is_educator }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscriber {
    pub id: Uuid,
    pub email: EmailAddress,
    pub preferences: Preferences,
    pub form: SubscriptionForm,
    pub consent_version: i32,
    pub consent: String,
    /// When the last confirmation link was requested. `None` after the end of a subscription.
    pub requested_at: Option<OffsetDateTime>,
    pub subscribed_at: Option<OffsetDateTime>,
    pub unsubscribed_at: Option<OffsetDateTime>,
}

impl Subscriber {
    pub fn state(&self) -> SubscriberState {
        match (self.subscribed_at, self.unsubscribed_at) {
            (_, Some(_)) => SubscriberState::Unsubscribed,
            (Some(_), None) => SubscriberState::Subscribed,
            (None, None) => SubscriberState::Pending,
        }
    }

    /// When the state began.
    pub fn since(&self) -> OffsetDateTime {
        self.unsubscribed_at
            .or(self.subscribed_at)
            .or(self.requested_at)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    pub fn is_subscribed(&self) -> bool {
        self.state() == SubscriberState::Subscribed
    }

    /// Whether a confirmation link for it works at `now`.
    pub fn may_confirm(&self, now: OffsetDateTime) -> bool {
        self.requested_at.is_some_and(|at| now < at + CONFIRMED_WITHIN)
    }
}

/// What is entered in a form.
#[derive(Debug, Clone)]
pub struct WantedSubscription {
    pub email: String,
    pub first_name: Option<String>,
    pub is_educator: bool,
    pub form: SubscriptionForm,
}

/// What a request sees of its address.
#[derive(Debug, Clone)]
pub struct RequestContext {
    pub subscriber: Option<Subscriber>,
    /// Number of mails about the newsletter that were queued for the address within [`MAIL_WINDOW`].
    pub mails: u64,
}

#[derive(Debug, Clone)]
pub struct RequestDraft {
    pub subscriber: Subscriber,
    pub mail: OutgoingMail,
}

pub type RequestStep = Box<dyn FnOnce(RequestContext) -> RequestDraft + Send>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubscriberSort;

impl Sorting for SubscriberSort {
    const LIST: &'static str = "newsletter_subscribers";

    fn name(self) -> &'static str {
        "since"
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriberFilter {
    pub state: Option<SubscriberState>,
    /// One line of text. Each word occurs in the name or the address.
    pub query: Option<String>,
}

impl SubscriberFilter {
    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    pub fn page(&self, page: Page) -> PageRequest<SubscriberSort> {
        let state = self.state.map_or("", SubscriberState::as_str);
        let query = self.query.as_deref().unwrap_or_default();
        PageRequest::new(page, SubscriberSort, Order::Desc, &[state, query])
    }
}

/// The numbers of all addresses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SubscriberCounts {
    pub pending: u64,
    pub subscribed: u64,
    pub unsubscribed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrowthWeek {
    /// Its Monday, in UTC.
    pub begins: Date,
    pub subscribed: u64,
    pub unsubscribed: u64,
}

/// Batches of subscribers from one snapshot, which end after an error.
pub type SubscriberRows = BoxStream<'static, Result<Vec<ExportedSubscriber>, Fault>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedSubscriber {
    pub subscriber: Subscriber,
    /// Ends the subscription by a POST, and shows the preferences in a browser.
    pub unsubscribe_url: String,
}

pub struct SubscriberExport {
    pub at: OffsetDateTime,
    pub total: u64,
    pub rows: SubscriberRows,
}

#[async_trait]
pub trait NewsletterStore: Send + Sync {
    /// Locks the address, runs `step`, and stores the subscriber and the mail that it returns. Mails since `since` are counted.
    /// MUST do the same work for every address.
    async fn request(
        &self,
        email: EmailAddress,
        since: OffsetDateTime,
        step: RequestStep,
    ) -> Result<(), Fault>;

    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<Subscriber>, Fault>;

    async fn find(&self, id: Uuid) -> Result<Option<Subscriber>, Fault>;

    /// Locks the subscriber, runs `step`, and stores and returns what it returns; `None` deletes the subscriber.
    ///
    /// # Errors
    /// `not_found`; those of the step.
    async fn change(
        &self,
        id: Uuid,
        step: Step<Subscriber, Option<Subscriber>>,
    ) -> Result<Option<Subscriber>, Refusal>;

    async fn list(
        &self,
        filter: SubscriberFilter,
        page: PageRequest<SubscriberSort>,
    ) -> Result<(Listing<Subscriber>, SubscriberCounts), Fault>;

    /// The number of current subscribers, and all of them, oldest first.
    async fn export(&self) -> Result<(u64, BoxStream<'static, Result<Vec<Subscriber>, Fault>>), Fault>;

    /// The numbers of [`WEEKS`] weeks, of which the last begins on `last`, oldest first.
    async fn growth(&self, last: Date) -> Result<Vec<GrowthWeek>, Fault>;
}

#[derive(Clone)]
pub struct Newsletter {
    pub store: Arc<dyn NewsletterStore>,
    pub audit: Arc<dyn AuditLog>,
    pub secrets: Secrets,
    pub acts: Acts,
    /// The site's origin without a trailing slash.
    pub origin: String,
}

impl Newsletter {
    /// Queues a mail with a confirmation link. Response, work and rows are the same for every address.
    ///
    /// # Errors
    /// Field errors.
    pub async fn request(&self, wanted: WantedSubscription) -> Result<(), Refusal> {
        let WantedSubscription { email, first_name, is_educator, form } = wanted;
        let mut errors = Vec::new();
        let email = EmailAddress::parse(&email, "/email").map_err(|error| errors.push(error)).ok();
        let preferences = Preferences::parse(first_name.as_deref(), is_educator, &mut errors);
        Invalid::unless_empty(errors)?;
        let email = email.ok_or(Code::ValidationFailed)?;
        let (act, address) = (self.acts.begin(), email.clone());
        let since = act.now - MAIL_WINDOW;
        let step = Box::new(move |seen| request(seen, address, preferences, form, &act));
        Ok(self.store.request(email, since, step).await?)
    }

    /// # Errors
    /// `token_invalid`.
    pub async fn confirm(&self, token: &str) -> Result<(), Refusal> {
        let id = self.secrets.read_confirmation(token).ok_or(Code::TokenInvalid)?;
        let now = self.acts.now();
        let step = Box::new(move |seen: &Subscriber| confirmed(seen, now).map(Some));
        self.store.change(id, step).await.map(drop).map_err(invalid)
    }

    /// Ends a subscription, or the request for one. Without a subscriber there is nothing left to end.
    ///
    /// # Errors
    /// `token_invalid`.
    pub async fn unsubscribe(&self, token: &str) -> Result<(), Refusal> {
        let (id, now) = (self.id_of(token)?, self.acts.now());
        match self.store.change(id, Box::new(move |seen| Ok(unsubscribed(seen, now)))).await {
            Err(refusal) if refusal.code == Code::NotFound => Ok(()),
            done => done.map(drop),
        }
    }

    /// # Errors
    /// `token_invalid`.
    pub async fn preferences(&self, token: &str) -> Result<Subscriber, Refusal> {
        Ok(self.store.find(self.id_of(token)?).await?.ok_or(Code::TokenInvalid)?)
    }

    /// # Errors
    /// `token_invalid`; field errors.
    pub async fn set_preferences(
        &self,
        token: &str,
        first_name: Option<&str>,
        is_educator: bool,
    ) -> Result<Subscriber, Refusal> {
        let mut errors = Vec::new();
        let preferences = Preferences::parse(first_name, is_educator, &mut errors);
        Invalid::unless_empty(errors)?;
        let step = Box::new(move |seen: &Subscriber| Ok(Some(Subscriber { preferences, ..seen.clone() })));
        let stored = self.store.change(self.id_of(token)?, step).await.map_err(invalid)?;
        Ok(stored.ok_or(Code::TokenInvalid)?)
    }

    /// The links of all mails work here, of the mailed confirmation too.
    fn id_of(&self, token: &str) -> Result<Uuid, Refusal> {
        let id = self.secrets.read_subscription(token).or_else(|| self.secrets.read_confirmation(token));
        id.ok_or_else(|| Code::TokenInvalid.into())
    }

    pub async fn list(
        &self,
        _: &Reader,
        filter: SubscriberFilter,
        page: PageRequest<SubscriberSort>,
    ) -> Result<(Listing<Subscriber>, SubscriberCounts), Fault> {
        self.store.list(filter, page).await
    }

    pub async fn growth(&self, _: &Reader) -> Result<Vec<GrowthWeek>, Fault> {
        let today = self.acts.now().date();
        let monday = today - Duration::days(today.weekday().number_days_from_monday().into());
        self.store.growth(monday).await
    }

    /// All current subscribers. It is audited with their number before the first row is returned.
    ///
    /// # Errors
    /// `forbidden`.
    pub async fn export(&self, reader: &Reader) -> Result<SubscriberExport, Refusal> {
        let act = self.acts.begin();
        let target = ("export", act.new_id());
        let event = act.audit(Some(reader.id()), "newsletter.exported", target);
        let (total, rows) = self.store.export().await?;
        self.audit.record(event.with("rows", total.to_string())).await?;
        let (secrets, origin) = (self.secrets.clone(), self.origin.clone());
        let exported = move |subscriber: Subscriber| ExportedSubscriber {
            unsubscribe_url: one_click(&origin, &secrets, subscriber.id),
            subscriber,
        };
        let rows = rows.map_ok(move |rows| rows.into_iter().map(&exported).collect()).boxed();
        Ok(SubscriberExport { at: act.now, total, rows })
    }
}

/// A stranger learns nothing from a token whose subscriber is deleted.
fn invalid(refusal: Refusal) -> Refusal {
    refusal.shown_as(Code::TokenInvalid, &[Code::NotFound])
}

/// A subscriber gets another mail than other addresses, and keeps everything. Once an address has got [`MAILS_MAX`], the
/// mail is a decoy.
fn request(
    seen: RequestContext,
    email: EmailAddress,
    preferences: Preferences,
    form: SubscriptionForm,
    act: &Act,
) -> RequestDraft {
    let RequestContext { subscriber, mails } = seen;
    let (id, now) = (act.new_id(), Some(act.now));
    let (kind, subscriber) = match subscriber {
        Some(subscriber) if subscriber.is_subscribed() => (MailKind::NewsletterSubscribed, subscriber),
        earlier => {
            let subscriber = Subscriber {
                id: earlier.as_ref().map_or(id, |earlier| earlier.id),
                email,
                preferences,
                form,
                consent_version: CONSENT_VERSION,
                consent: CONSENT.to_owned(),
                requested_at: now,
                subscribed_at: earlier.as_ref().and_then(|earlier| earlier.subscribed_at),
                unsubscribed_at: earlier.and_then(|earlier| earlier.unsubscribed_at),
            };
            (MailKind::NewsletterConfirm, subscriber)
        }
    };
    let kind = if mails < MAILS_MAX { kind } else { MailKind::Decoy };
    // A stranger may have entered the name.
    let mail = act.mail(kind, &subscriber.email, &PersonName::none());
    RequestDraft { subscriber, mail }
}

/// A repeated confirmation changes nothing.
fn confirmed(seen: &Subscriber, now: OffsetDateTime) -> Result<Subscriber, Refusal> {
    if !seen.may_confirm(now) {
        return Err(Code::TokenInvalid.into());
    }
    if seen.is_subscribed() {
        return Ok(seen.clone());
    }
    Ok(Subscriber { subscribed_at: Some(now), unsubscribed_at: None, ..seen.clone() })
}

/// Of a request that was never confirmed, nothing is kept.
fn unsubscribed(seen: &Subscriber, now: OffsetDateTime) -> Option<Subscriber> {
    let unsubscribed_at = match seen.state() {
        SubscriberState::Pending => return None,
        SubscriberState::Subscribed => Some(now),
        SubscriberState::Unsubscribed => seen.unsubscribed_at,
    };
    Some(Subscriber { unsubscribed_at, requested_at: None, ..seen.clone() })
}

const CONFIRMATION: &str = "newsletter confirmation";
const SUBSCRIPTION: &str = "newsletter subscription";
/// As in other links (`accounts/tokens.rs`).
const PADDING: [u8; 1] = [0];

impl Secrets {
    /// The text after `#token=` in the mail that confirms a subscription.
    fn confirmation(&self, id: Uuid) -> String {
        self.seal(CONFIRMATION, b"", id, &PADDING)
    }

    /// The text that ends a subscription. Mail providers learn it, so it confirms nothing.
    fn subscription(&self, id: Uuid) -> String {
        self.seal(SUBSCRIPTION, b"", id, &PADDING)
    }

    fn read_confirmation(&self, text: &str) -> Option<Uuid> {
        self.unseal::<{ PADDING.len() }>(CONFIRMATION, b"", text.trim()).map(|(id, _)| id)
    }

    fn read_subscription(&self, text: &str) -> Option<Uuid> {
        self.unseal::<{ PADDING.len() }>(SUBSCRIPTION, b"", text.trim()).map(|(id, _)| id)
    }
}

/// The URL of `List-Unsubscribe` (RFC 8058).
pub(crate) fn one_click(origin: &str, secrets: &Secrets, id: Uuid) -> String {
    format!("{origin}{ONE_CLICK}{}", secrets.subscription(id))
}

/// The page and token of a mail about the newsletter that is sent now; `None` if it is not needed any more.
pub(crate) fn mailed_link(
    kind: MailKind,
    subscriber: &Subscriber,
    secrets: &Secrets,
    now: OffsetDateTime,
) -> Option<String> {
    if kind == MailKind::NewsletterSubscribed {
        let token = || secrets.subscription(subscriber.id);
        return subscriber.is_subscribed().then(|| format!("/newsletter/preferences#token={}", token()));
    }
    let is_needed = !subscriber.is_subscribed() && subscriber.may_confirm(now);
    is_needed.then(|| format!("/newsletter/confirm#token={}", secrets.confirmation(subscriber.id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::address;
    use crate::mail::testing::act;
    use crate::shared::Code;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn requested(subscriber: Option<Subscriber>, mails: u64) -> RequestDraft {
        let preferences = Preferences { first_name: Some("Ana".to_owned()), is_educator: true };
        let seen = RequestContext { subscriber, mails };
        request(seen, address("ana@example.org"), preferences, SubscriptionForm::Blog, &act(NOON))
    }

    /// Never confirmed, subscribed, and unsubscribed.
    fn states() -> [Subscriber; 3] {
        let pending = requested(None, 0).subscriber;
        let subscribed = confirmed(&pending, NOON).expect("a live link");
        let unsubscribed = unsubscribed(&subscribed, NOON).expect("a kept row");
        [pending, subscribed, unsubscribed]
    }

    #[test]
    fn every_address_gets_a_mail_and_at_most_three_a_day() {
        use MailKind::{Decoy, NewsletterConfirm, NewsletterSubscribed};
        let [pending, subscribed, unsubscribed] = states();
        let table = [
            (None, NewsletterConfirm),
            (Some(pending), NewsletterConfirm),
            (Some(subscribed.clone()), NewsletterSubscribed),
            (Some(unsubscribed), NewsletterConfirm),
        ];
        for (subscriber, kind) in table {
            let kinds = [0, 2, 3, 9].map(|mails| requested(subscriber.clone(), mails).mail.kind);
            assert_eq!(kinds, [kind, kind, Decoy, Decoy], "{subscriber:?}");
        }
        let changed =
            Subscriber { preferences: Preferences { first_name: None, is_educator: false }, ..subscribed };
        assert_eq!(requested(Some(changed.clone()), 0).subscriber, changed, "a stranger changes nothing");
    }

    #[test]
    fn a_link_confirms_for_seven_days_and_not_after_the_end_of_the_subscription() {
        let [pending, subscribed, unsubscribed] = states();
        let code = |subscriber: &Subscriber, after| {
            confirmed(subscriber, NOON + after).map(|next| next.state()).map_err(|refusal| refusal.code)
        };
        let last = CONFIRMED_WITHIN - Duration::SECOND;
        assert_eq!(code(&pending, last), Ok(SubscriberState::Subscribed));
        assert_eq!(code(&pending, CONFIRMED_WITHIN), Err(Code::TokenInvalid));
        assert_eq!(confirmed(&subscribed, NOON + last), Ok(subscribed.clone()), "a repeated click");
        assert_eq!(code(&unsubscribed, Duration::ZERO), Err(Code::TokenInvalid));
        let again = requested(Some(unsubscribed), 0).subscriber;
        assert_eq!(again.state(), SubscriberState::Unsubscribed, "until its owner confirms");
        assert_eq!(code(&again, Duration::ZERO), Ok(SubscriberState::Subscribed));
    }

    #[test]
    fn unsubscribing_is_idempotent_and_forgets_an_unconfirmed_address() {
        let [pending, subscribed, once] = states();
        assert_eq!(unsubscribed(&pending, NOON), None);
        assert_eq!(once.unsubscribed_at, Some(NOON));
        assert_eq!(unsubscribed(&once, NOON + Duration::DAY), Some(once));
        assert_eq!(unsubscribed(&subscribed, NOON).map(|next| next.id), Some(subscribed.id));
    }

    #[test]
    fn a_mail_that_is_not_needed_any_more_has_no_link() {
        let secrets = Secrets::new(&[1; 32]);
        let link = |kind, subscriber: &Subscriber, after| {
            let link = mailed_link(kind, subscriber, &secrets, NOON + after)?;
            let (page, token) = link.split_once("#token=").expect("a token");
            let [confirms, ends] = [secrets.read_confirmation(token), secrets.read_subscription(token)];
            assert_eq!(confirms.or(ends), Some(subscriber.id));
            Some((page.to_owned(), confirms.is_some()))
        };
        let [pending, subscribed, unsubscribed] = states();
        let (confirm, already) = (MailKind::NewsletterConfirm, MailKind::NewsletterSubscribed);
        let (now, late) = (Duration::ZERO, CONFIRMED_WITHIN);
        assert_eq!(link(confirm, &pending, now), Some(("/newsletter/confirm".to_owned(), true)));
        assert_eq!(link(already, &subscribed, late), Some(("/newsletter/preferences".to_owned(), false)));
        assert_eq!([link(confirm, &pending, late), link(confirm, &subscribed, now)], [None, None]);
        assert_eq!([link(confirm, &unsubscribed, now), link(already, &unsubscribed, now)], [None, None]);
    }

    /// `ui/src/content/marketing/newsletter.ts` shows the sentence that is stored.
    #[test]
    fn the_forms_show_the_stored_consent() {
        let texts = include_str!("../../../../ui/src/content/marketing/newsletter.ts");
        assert!(texts.contains(&format!("'{CONSENT}'")), "{CONSENT}");
    }
}
