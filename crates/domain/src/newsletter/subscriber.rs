use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::shared::{EmailAddress, FieldError, PersonName, words};

/// Lifetime of a confirmation link and of a subscription that nobody confirms.
pub const CONFIRMED_WITHIN: Duration = Duration::days(7);

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
    pub(super) fn parse(first_name: Option<&str>, is_educator: bool, errors: &mut Vec<FieldError>) -> Self {
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
