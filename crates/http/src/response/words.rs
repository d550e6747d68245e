//! The words of the domain in requests and responses.

use std::borrow::Cow;

use forum_domain::accounts::{AddressSide, Assurance, FactorKind, Method, Role, WeakReason};
use forum_domain::applications::{
    ChangeAct, ChangeProgress, ChangesFilter, Decision, Mark, MarkFilter, Region, RequestOutcome, ReviewSort,
    Similarity, SkipReason, Status, TeamMark,
};
use forum_domain::contact::{Department, MessageState, Subject};
use forum_domain::headshots::HeadshotSort;
use forum_domain::mail::MailState;
use forum_domain::newsletter::{SubscriberState, SubscriptionForm};
use forum_domain::shared::{Code, Order, Words};
use forum_domain::site::Feature;
use forum_domain::users::{AccountState, UserSort};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};
use serde_json::Value;

use crate::response::schema_types::required_value;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Word<T>(pub(crate) T);

pub(crate) trait Documented: Words + Send + Sync {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
}

macro_rules! documented {
    ($($words:ty: $name:literal $description:literal)+) => {
        $(impl Documented for $words {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = $description;
        })+
    };
}

documented! {
    AccountState: "AccountState" "Whether a user can sign in: `unverified` until the address is confirmed."
    AddressSide: "EmailChangeSide" "An address of the change: `old` is the account's address."
    Assurance: "Assurance" "The authenticator assurance level of a session (NIST SP 800-63B)."
    ChangeAct: "ApplicationChange" "An act on a pending application that is not a decision."
    ChangeProgress: "ChangeProgress" "How far a request for changes is."
    ChangesFilter: "ChangesFilter" "How far the last request for changes is; `none` also after a decision or a request that was taken back."
    Code: "ProblemCode" "Identifies a kind of problem. Stable: a code never changes its meaning."
    Decision: "Decision" "What the administrator decides."
    Department: "ContactDepartment" "The department that gets the messages of a subject."
    FactorKind: "FactorType" "The kind of a factor."
    Feature: "Feature" "A part of the site that does nothing unless the operator switches it on."
    HeadshotSort: "HeadshotSort" "The sort field of photos."
    MailState: "EmailState" "The status of an email. A sent email was accepted by the mail host, which does not report whether it arrived. A failed\none is only sent again on request."
    Mark: "Mark" "What an administrator thinks of an application."
    MarkFilter: "MarkFilter" "What you think of an application; `none` if you have not marked it."
    MessageState: "ContactMessageState" "How far a message of the contact form is."
    Method: "ProofMethod" "An authentication method."
    Order: "SortOrder" "The direction of a list."
    Region: "Region" "A region of the US Census Bureau. Territories belong to none."
    RequestOutcome: "ChangeRequestOutcome" "Why a request for changes is closed. Undoing a decision opens the request again."
    ReviewSort: "ApplicationSort" "The sort field of applications."
    Role: "Role" "A role of a user."
    Similarity: "SimilarityReason" "Why another application may be from the same person: it is from the same account, has the same name (ignoring case and\naccents) and date of birth, or has the same telephone number (with or without the country code 1)."
    SkipReason: "SkipReason" "Why an application was skipped."
    Status: "ApplicationStatus" "How far the review of an application is."
    Subject: "ContactSubject" "The subject of a message, as in the contact form."
    SubscriberState: "SubscriberState" "Whether an address is subscribed: it waits for confirmation, is confirmed, or was unsubscribed."
    SubscriptionForm: "SubscriptionForm" "A newsletter form."
    UserSort: "UserSort" "The sort field of users."
    TeamMark: "TeamMark" "What all administrators think of an application: `divided` if there are both yes and no, and neither leads by two;\notherwise the one with more marks, and `none` without a majority."
    WeakReason: "WeakReason" "Why a password is refused: it has too few or too many characters (`length`), meets fewer than four rules\n(`characters`), is well known (`pwned`), or contains a word of the user's name or address or the site's name\n(`context`)."
}

impl<T> From<T> for Word<T> {
    fn from(word: T) -> Self {
        Self(word)
    }
}

impl<T: Documented> Type for Word<T> {
    required_value!();

    fn name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(T::NAME.to_owned())
    }

    fn register(registry: &mut Registry) {
        registry.create_schema::<Self, _>(T::NAME.to_owned(), |_| MetaSchema {
            description: Some(T::DESCRIPTION),
            enum_items: T::WORDS.iter().map(|word| word.word().into()).collect(),
            ..MetaSchema::new("string")
        });
    }
}

impl<T: Documented> ToJSON for Word<T> {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.word().into())
    }
}

impl<T: Documented> ParseFromJSON for Word<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let value = value.unwrap_or_default();
        let known = value.as_str().and_then(T::of_word);
        known.map(Self).ok_or_else(|| ParseError::expected_type(value))
    }
}

impl<T: Documented> ParseFromParameter for Word<T> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        T::of_word(value).map(Self).ok_or_else(|| ParseError::custom("unknown word"))
    }
}
