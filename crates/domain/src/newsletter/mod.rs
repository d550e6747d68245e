//! Subscriptions to the newsletter. Anyone can request one for an address, a mailed link confirms it, and a link that never
//! expires ends it. The site sends no issues: administrators export the subscribers.

mod confirm;
mod export;
mod links;
mod preferences;
mod request;
mod subscriber;
mod unsubscribe;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Date, Duration};
use uuid::Uuid;

use crate::accounts::{Reader, Secrets};
use crate::act::Acts;
use crate::audit::AuditLog;
use crate::shared::{
    Batches, EmailAddress, Fault, Listing, Order, Page, PageRequest, Refusal, SearchWords, Sorting, Step,
};

pub use export::ExportedSubscriber;
pub(crate) use links::{mailed_link, one_click};
pub use request::{CONSENT, CONSENT_VERSION, RequestDraft, RequestStep, WantedSubscription};
pub use subscriber::{CONFIRMED_WITHIN, Preferences, Subscriber, SubscriberState, SubscriptionForm};

/// The numbers of all addresses, in the order of [`SubscriberState::ALL`].
pub type SubscriberCounts = [u64; SubscriberState::ALL.len()];

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

/// Number of weeks that the growth shows.
pub const WEEKS: u32 = 52;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrowthWeek {
    /// Its Monday, in UTC.
    pub begins: Date,
    pub subscribed: u64,
    pub unsubscribed: u64,
}

#[async_trait]
pub trait NewsletterStore: Send + Sync {
    /// Locks the address, runs `step` on its subscriber, and stores everything that it returns. MUST do the same work for
    /// every address.
    async fn request(&self, email: EmailAddress, step: RequestStep) -> Result<(), Fault>;

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
    async fn export(&self) -> Result<(u64, Batches<Subscriber>), Fault>;

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
}
