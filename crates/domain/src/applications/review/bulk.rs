//! Decisions on several applications, each in its own transaction.

use std::collections::{BTreeMap, BTreeSet};

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::service::Review;
use crate::accounts::sessions::Administrator;
use crate::applications::transition::{DecideError, Decision};
use crate::applications::undo::UndoError;
use crate::idempotency::{IdempotentRequests, KeyedRequest, LookUp, RecordedResponse, Requester};
use crate::shared::Fault;

/// Maximum number of applications in one request.
pub const MAX_BULK: usize = 100;

/// How long applications are begun. One more takes at most five seconds, and the request ten.
const BEGINS: Duration = Duration::seconds(4);

/// The outcome for each application: decided or undone, or skipped with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bulk<E> {
    pub done: Vec<Uuid>,
    pub skipped: Vec<(Uuid, Skipped<E>)>,
    /// Until when all decisions can be undone, if any were made and they are not final.
    pub undo_until: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skipped<E> {
    Refused(E),
    /// A fault or the time ended the request before this application.
    Unavailable,
    /// The first request with this key decided, and the decision was undone.
    Undone,
}

impl<E> From<E> for Skipped<E> {
    fn from(refused: E) -> Self {
        Self::Refused(refused)
    }
}

impl<E> Bulk<E> {
    const fn new() -> Self {
        Self { done: Vec::new(), skipped: Vec::new(), undo_until: None }
    }

    fn skip_all(&mut self, ids: impl IntoIterator<Item = Uuid>) {
        self.skipped.extend(ids.into_iter().map(|id| (id, Skipped::Unavailable)));
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
    async fn look_up(&self, admin_id: Uuid, id: Uuid) -> Result<LookUp, Fault> {
        let (requester, key) = (Requester::User(admin_id), format!("{}/{id}", self.key));
        self.requests.look_up(requester, "decide_applications/item", &key, self.content).await
    }
}

impl Review {
    /// Decides on each application in the order of the ids. Applications that cannot be decided are skipped, and so are
    /// those whose answers no longer have the given version. If the administrator loses the role or a fault occurs in
    /// between, the rest is skipped. A repeated request with the same key continues, and for each application that the
    /// first one decided it returns the present state.
    ///
    /// # Errors
    /// A field error at `/note`; `Former` and faults, if no application was decided.
    pub async fn decide_all(
        &self,
        admin: &Administrator,
        versions: BTreeMap<Uuid, Option<u32>>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Bulk<DecideError>, DecideError> {
        let (began, mut bulk, mut rest) = (self.now(), Bulk::new(), versions.into_iter());
        for (id, version) in rest.by_ref() {
            match self.decide_one(admin, id, version, decision, note, key).await {
                Ok(decided_at) => {
                    let until = decided_at + self.undo_window();
                    bulk.undo_until = Some(bulk.undo_until.map_or(until, |earliest| until.min(earliest)));
                    bulk.done.push(id);
                }
                Err(Skipped::Refused(
                    error @ (DecideError::Former(_) | DecideError::Invalid(_) | DecideError::Fault(_)),
                )) if bulk.done.is_empty() => {
                    return Err(error);
                }
                Err(Skipped::Refused(DecideError::Fault(_))) => {
                    bulk.skip_all([id]);
                    break;
                }
                Err(skipped) => bulk.skipped.push((id, skipped)),
            }
            if self.now() - began > BEGINS {
                break;
            }
        }
        bulk.skip_all(rest.map(|(id, _)| id));
        bulk.undo_until = bulk.undo_until.filter(|_| self.undo_window().is_positive());
        Ok(bulk)
    }

    /// Returns when it was decided.
    async fn decide_one(
        &self,
        admin: &Administrator,
        id: Uuid,
        version: Option<u32>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<OffsetDateTime, Skipped<DecideError>> {
        let admin_id = admin.caller().user.id;
        let new = match key {
            None => None,
            Some(key) => match key.look_up(admin_id, id).await.map_err(DecideError::from)? {
                LookUp::New(request) => Some(request),
                LookUp::Replayed(_) => return self.decided_before(admin_id, id, decision).await,
                // The key was used with another body, so this is not the same request.
                LookUp::KeyReused => None,
            },
        };
        let empty = || RecordedResponse { status: 200, body: String::new() };
        let keyed = new.map(|request| KeyedRequest { request, record: Box::new(move |_| empty()) });
        let refused = match self.decide(admin, id, decision, version, note, keyed).await {
            Ok(detail) => return Ok(detail.application.reviewed_at.unwrap_or_else(|| self.now())),
            // Another wait could exceed the time of the request. A repetition finds out what was stored.
            Err(DecideError::Fault(fault)) if fault != Fault::Repeated => {
                return Err(DecideError::Fault(fault).into());
            }
            Err(refused) => refused,
        };
        let Some(key) = key else { return Err(refused.into()) };
        // A concurrent request with the same key may have been faster.
        match key.look_up(admin_id, id).await.map_err(DecideError::from)? {
            LookUp::Replayed(_) => self.decided_before(admin_id, id, decision).await,
            LookUp::New(_) | LookUp::KeyReused => Err(refused.into()),
        }
    }

    /// The present state of an application that the same request decided before.
    async fn decided_before(
        &self,
        admin_id: Uuid,
        id: Uuid,
        decision: Decision,
    ) -> Result<OffsetDateTime, Skipped<DecideError>> {
        let found = self.applications.find(id).await.map_err(DecideError::from)?;
        let application = found.ok_or(DecideError::NotFound)?.application;
        match application.reviewed_at {
            None => Err(Skipped::Undone),
            Some(at)
                if application.status == decision.status() && application.decided_by == Some(admin_id) =>
            {
                Ok(at)
            }
            Some(_) => Err(DecideError::AlreadyDecided(application.status).into()),
        }
    }

    /// Undoes each decision. Decisions that cannot be undone are skipped, and after a fault the rest.
    ///
    /// # Errors
    /// `Former` and faults, if no decision was undone. The request can be repeated.
    pub async fn undo_all(
        &self,
        admin: &Administrator,
        ids: BTreeSet<Uuid>,
    ) -> Result<Bulk<UndoError>, UndoError> {
        let (began, mut bulk, mut rest) = (self.now(), Bulk::new(), ids.into_iter());
        for id in rest.by_ref() {
            match self.undo(admin, id).await {
                Ok(_) => bulk.done.push(id),
                Err(error @ (UndoError::Former(_) | UndoError::Fault(_))) if bulk.done.is_empty() => {
                    return Err(error);
                }
                Err(UndoError::Fault(_)) => {
                    bulk.skip_all([id]);
                    break;
                }
                Err(reason) => bulk.skipped.push((id, Skipped::Refused(reason))),
            }
            if self.now() - began > BEGINS {
                break;
            }
        }
        bulk.skip_all(rest);
        Ok(bulk)
    }
}
