//! `/newsletter`: subscribing, and the links of mails.

pub(crate) mod subscribers;

use std::sync::Arc;

use forum_domain::accounts::SECRET_MAX;
use forum_domain::limits::{MailLimits, RateLimit};
use forum_domain::newsletter::{
    Newsletter, Subscriber, SubscriberState, SubscriptionForm, WantedSubscription,
};
use forum_domain::shared::NAME_MAX;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};

use crate::api::tag::Tag;
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::{Form, Json};
use crate::request::limits;
use crate::response::api_error::{ApiError, Codes, error_codes};
use crate::response::code::Code;
use crate::response::responses::{Accepted, CheckEmail, JsonResponse, SeeOther, Success};
use crate::response::schema_types::{Email, Filled, Length, Nullable, Optional, Text};
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

impl From<Subscriber> for SubscriptionPreferences {
    fn from(subscriber: Subscriber) -> Self {
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

error_codes!(SubscribeCodes: [NotFound], BODY, TEXT, REPEATABLE);
error_codes!(TokenCodes: [NotFound, TokenInvalid], BODY);
error_codes!(OpenCodes: [NotFound]);
error_codes!(OneClickCodes: [NotFound, TokenInvalid]);
error_codes!(ChangeCodes: [NotFound, TokenInvalid], BODY, TEXT);

pub(crate) struct NewsletterApi {
    pub(crate) newsletter: Arc<Newsletter>,
}

#[OpenApi(prefix_path = "/newsletter", tag = "Tag::Newsletter")]
impl NewsletterApi {
    /// Subscribe to the newsletter
    ///
    /// Mails a link that confirms the subscription, at most three at once per address. The response is the same for every
    /// address.
    #[oai(path = "/subscriptions", method = "post", operation_id = "request_subscription")]
    async fn request_subscription(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<SubscriptionRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<SubscribeCodes>> {
        let SubscriptionRequest { email, first_name, is_educator, form: place } = form.body;
        let (email, first_name) = (email.0, Text::given(first_name));
        let is_educator = is_educator.and_then(|given| given.0).unwrap_or_default();
        let wanted = WantedSubscription::parse(&email, first_name.as_deref(), is_educator, place.0)?;
        let work = |record| self.newsletter.request(wanted, record);
        Ok(limits::mail(request, &key, &MailLimits::SUBSCRIPTION, (&email, &form.raw), work).await?)
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
    /// The URL of `List-Unsubscribe` in mails (RFC 8058). The body, which is always the same, is ignored.
    #[oai(path = "/unsubscriptions/:token", method = "post", operation_id = "end_subscription_by_one_click")]
    async fn end_subscription_by_one_click(
        &self,
        request: &Request,
        /// The token of the subscription.
        token: Path<Filled<SECRET_MAX>>,
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
