//! Acts on several applications, each in its own transaction.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::applications::Review;
use crate::idempotency::{IdempotentRequests, LookUp, Requester};
use crate::shared::{Code, Fault, Refusal, words};

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

impl Review {
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
