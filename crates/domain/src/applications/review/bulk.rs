//! Acts on several applications, each in its own transaction.

use std::collections::BTreeMap;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Administrator;
use crate::applications::{
    ApplicationSummary, Review, ReviewFilter, ReviewSort, Status, state_key, us_state,
};
use crate::idempotency::{IdempotentRequests, LookUp, Requester};
use crate::shared::{Code, Fault, Order, Page, PersonName, Refusal, words};

/// Maximum number of applications in one request.
pub const MAX_BULK: usize = 100;

/// How long applications are begun. One more takes at most five seconds, and the request ten.
const BEGINS: Duration = Duration::seconds(4);

/// The outcome for each application: decided or undone, or skipped with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bulk {
    pub done: Vec<Uuid>,
    pub skipped: Vec<(Uuid, SkipReason)>,
    /// Until when all decisions can be undone, if any were made and they are not final.
    pub undo_until: Option<OffsetDateTime>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SkipReason {
        NotFound = "not_found",
        ApplicationAlreadyDecided = "application_already_decided",
        OwnApplication = "own_application",
        /// The applicant has changed the answers.
        VersionConflict = "version_conflict",
        UndoExpired = "undo_expired",
        AppliedAgain = "applied_again",
        /// The decision was made by another administrator, or the administrator has lost the role.
        Forbidden = "forbidden",
        /// A fault or the time ended the request before this application.
        Unavailable = "unavailable",
        /// The first request with this key decided, and the decision was undone.
        Undone = "undone",
    }
}

impl SkipReason {
    fn of(code: Code) -> Self {
        Self::parse(code.as_str()).unwrap_or(Self::Forbidden)
    }
}

/// The idempotency key of a request. Each decision is recorded under a key of its own in its transaction, so that a
/// repeated request knows which decisions were made by the first one, even if that one ended early.
#[derive(Clone, Copy)]
pub struct BulkKey<'a> {
    pub requests: &'a IdempotentRequests,
    pub key: &'a str,
    /// Distinguishes requests with the same key.
    pub content: &'a [u8],
}

impl BulkKey<'_> {
    pub(super) async fn look_up(&self, admin_id: Uuid, id: Uuid) -> Result<LookUp, Fault> {
        let (requester, key) = (Requester::User(admin_id), format!("{}/{id}", self.key));
        self.requests.look_up(requester, "decide_applications/item", &key, self.content).await
    }
}

/// Whether it ends the request.
pub(super) fn is_fault(refused: &Refusal) -> bool {
    refused.is_fault() || matches!(refused.code, Code::Busy | Code::Conflict)
}

/// What a decision on several applications would do now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecisionPreview {
    /// The names of the applicants who would get a mail.
    pub mails: Vec<PersonName>,
    /// The number of those applications by the key of their US state or territory; `None` is any other place.
    pub by_state: BTreeMap<Option<&'static str>, u32>,
    pub skipped: Vec<(Uuid, SkipReason)>,
}

impl Review {
    /// What a decision on these applications, at most [`MAX_BULK`], would do.
    pub async fn preview(&self, admin: &Administrator, ids: &[Uuid]) -> Result<DecisionPreview, Fault> {
        let filter = ReviewFilter {
            reader: admin.caller().user.id,
            ids: Some(ids.to_vec()),
            ..ReviewFilter::default()
        };
        let page = Page { limit: Page::MAX_LIMIT, offset: 0 };
        let page = filter.page(page, ReviewSort::default(), Order::default());
        let (listing, _) = self.store.list(filter, page).await?;
        Ok(preview(ids, &listing.items))
    }

    /// Runs `act` on each application until a fault occurs or the time is over, and skips the rest. It returns the time of
    /// the decision, or `None` if that was undone.
    ///
    /// # Errors
    /// A fault, or the lost role of the administrator, if nothing was done.
    pub(super) async fn each<T, F: Future<Output = Result<Option<OffsetDateTime>, Refusal>>>(
        &self,
        applications: impl IntoIterator<Item = (Uuid, T)>,
        act: impl Fn(Uuid, T) -> F,
    ) -> Result<Bulk, Refusal> {
        let (began, mut bulk, mut rest) = (self.acts.now(), Bulk::default(), applications.into_iter());
        for (id, seen) in rest.by_ref() {
            match act(id, seen).await {
                Ok(Some(decided_at)) => {
                    let until = decided_at + self.undo_window;
                    bulk.undo_until = Some(bulk.undo_until.map_or(until, |earliest| until.min(earliest)));
                    bulk.done.push(id);
                }
                Ok(None) => bulk.skipped.push((id, SkipReason::Undone)),
                Err(refused) => {
                    let (fault, former) = (is_fault(&refused), refused == Code::Forbidden.into());
                    if (fault || former) && bulk.done.is_empty() {
                        return Err(refused);
                    }
                    let reason = if fault { SkipReason::Unavailable } else { SkipReason::of(refused.code) };
                    bulk.skipped.push((id, reason));
                    if fault {
                        break;
                    }
                }
            }
            if self.acts.now() - began > BEGINS {
                break;
            }
        }
        bulk.skipped.extend(rest.map(|(id, _)| (id, SkipReason::Unavailable)));
        Ok(bulk)
    }
}

fn preview(ids: &[Uuid], found: &[ApplicationSummary]) -> DecisionPreview {
    let mut preview = DecisionPreview::default();
    for id in ids {
        let row = found.iter().find(|row| row.id == *id);
        let reason = match row {
            None => SkipReason::NotFound,
            Some(row) if row.assessment.is_none() => SkipReason::OwnApplication,
            Some(row) if row.status != Status::Pending => SkipReason::ApplicationAlreadyDecided,
            Some(ApplicationSummary { person: Some(person), state, .. }) => {
                let code = us_state(&state_key(state)).map(|(code, _)| code);
                *preview.by_state.entry(code).or_default() += 1;
                preview.mails.push(person.name.clone());
                continue;
            }
            // A pending application is deleted with its account.
            Some(_) => SkipReason::NotFound,
        };
        preview.skipped.push((*id, reason));
    }
    preview
}
