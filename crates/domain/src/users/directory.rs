use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::roles::Role;
use crate::accounts::sessions::User;
use crate::applications::Status;
use crate::shared::{Fault, KeyKind, Listing, Order, Page, PageRequest, SearchWords, Sorting, words};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserSummary {
    pub user: User,
    /// The last sign-in, if any. Refreshing a session does not count.
    pub last_sign_in_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDetail {
    pub summary: UserSummary,
    /// Ids and statuses of the user's applications, newest first.
    pub applications: Vec<(Uuid, Status)>,
    /// Number of live sessions.
    pub sessions: u64,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum UserSort {
        #[default]
        CreatedAt = "created_at",
        /// Last name, then first name, by their words (`folded_words`).
        Name = "name",
        /// The address, ignoring case.
        Email = "email",
    }
}

impl Sorting for UserSort {
    const LIST: &'static str = "users";

    fn name(self) -> &'static str {
        self.as_str()
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::CreatedAt => &[KeyKind::Instant],
            Self::Name => &[KeyKind::Text, KeyKind::Text],
            Self::Email => &[KeyKind::Text],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UserFilter {
    pub role: Option<Role>,
    /// One line of text. Each word occurs in the name or the address.
    pub query: Option<String>,
}

impl UserFilter {
    /// Users are counted up to this number.
    pub const COUNTED: u32 = 10_000;

    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    pub fn page(&self, page: Page, sort: UserSort, order: Order) -> PageRequest<UserSort> {
        let role = self.role.map_or("", Role::as_str);
        PageRequest::new(page, sort, order, &[role, self.query.as_deref().unwrap_or_default()])
    }
}

/// Reads users; implementations may join any tables.
#[async_trait]
pub trait UserDirectory: Send + Sync {
    /// A page of the users, including disabled ones. The total is exact on the last page. Otherwise it may stop at
    /// [`UserFilter::COUNTED`] and is then marked as inexact.
    async fn list(
        &self,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault>;

    /// One user, with the number of sessions that are live at `now`.
    async fn find(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<UserDetail>, Fault>;
}
