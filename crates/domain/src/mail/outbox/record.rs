use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::{KeyKind, Order, Page, PageRequest, Sorting, words};

words! {
    /// State of a mail, named as in the outbox.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum MailState {
        Queued = "queued",
        Sent = "sent",
        /// A dead letter: kept, and retried only on request.
        Failed = "failed",
    }
}

/// A mail in the outbox with its address masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    pub id: Uuid,
    /// The name of its kind, which may be unknown to this version.
    pub kind: String,
    /// The masked address (see [`EmailAddress::masked`](crate::shared::EmailAddress::masked)).
    pub to: String,
    pub state: MailState,
    pub attempts: u32,
    pub queued_at: OffsetDateTime,
    /// The error of the last failed attempt, with the address masked.
    pub last_error: Option<String>,
}

/// Sorts mails by the time at which they were queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailSort;

impl Sorting for MailSort {
    const LIST: &'static str = "outbox";

    fn name(self) -> &'static str {
        "queued_at"
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        &[KeyKind::Instant]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailFilter {
    pub state: Option<MailState>,
}

impl MailFilter {
    /// A page of the mails that match this filter, newest first.
    pub fn page(&self, page: Page) -> PageRequest<MailSort> {
        let state = self.state.map_or("", MailState::as_str);
        PageRequest::new(page, MailSort, Order::Desc, &[state])
    }
}
