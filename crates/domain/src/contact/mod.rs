//! Messages of the contact form: each is stored and mailed to the mailbox of its subject. Administrators answer them.

mod change;
mod message;
mod receive;

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use crate::accounts::Reader;
use crate::act::Acts;
use crate::shared::{Fault, Listing, Order, Page, PageRequest, Refusal, SearchWords, Sorting, Step};

pub use change::{MessageAct, MessageChange, change};
pub use message::{
    ContactMessage, Department, Letter, MESSAGE_MAX, Mailboxes, MessageState, PHONE_MAX, Signer, Subject,
};
pub use receive::{ContactForm, NewMessage, receive};

/// The numbers of all messages, in the order of [`MessageState::ALL`].
pub type MessageCounts = [u64; MessageState::ALL.len()];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageSort;

impl Sorting for MessageSort {
    const LIST: &'static str = "contact_messages";

    fn name(self) -> &'static str {
        "received_at"
    }
}

#[derive(Debug, Clone, Default)]
pub struct MessageFilter {
    pub state: Option<MessageState>,
    pub subject: Option<Subject>,
    /// Each word occurs in the name, the address or the message.
    pub query: Option<String>,
}

impl MessageFilter {
    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    /// The newest first.
    pub fn page(&self, page: Page) -> PageRequest<MessageSort> {
        let (state, subject) =
            (self.state.map_or("", MessageState::as_str), self.subject.map_or("", Subject::as_str));
        let words = [state, subject, self.query.as_deref().unwrap_or_default()];
        PageRequest::new(page, MessageSort, Order::Desc, &words)
    }
}

#[async_trait]
pub trait ContactStore: Send + Sync {
    /// Stores everything or nothing.
    async fn add(&self, new: NewMessage) -> Result<(), Fault>;

    /// A page of the messages that match, and the numbers of all messages.
    async fn list(
        &self,
        filter: MessageFilter,
        page: PageRequest<MessageSort>,
    ) -> Result<(Listing<ContactMessage>, MessageCounts), Fault>;

    /// Reads the message under lock, and stores and returns what `step` returns; `None` changes nothing.
    ///
    /// # Errors
    /// `not_found`; `forbidden` if `actor` is no longer an administrator; those of the step.
    async fn change(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<ContactMessage, Option<MessageChange>>,
    ) -> Result<ContactMessage, Refusal>;

    /// What the mail with this id is about. `None` if it was deleted.
    async fn letter_of(&self, mail_id: Uuid) -> Result<Option<Letter>, Fault>;
}

pub struct ContactMessages {
    pub store: Arc<dyn ContactStore>,
    pub mailboxes: Mailboxes,
    pub acts: Acts,
}

impl ContactMessages {
    pub async fn list(
        &self,
        _: &Reader,
        filter: MessageFilter,
        page: PageRequest<MessageSort>,
    ) -> Result<(Listing<ContactMessage>, MessageCounts), Fault> {
        self.store.list(filter, page).await
    }
}
