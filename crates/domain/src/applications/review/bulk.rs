//! Decisions on several applications, each in its own transaction.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::service::Review;
use crate::accounts::sessions::Administrator;
use crate::applications::transition::{DecideError, Decision};
use crate::applications::undo::UndoError;
use crate::idempotency::{IdempotentRequests, LookUp, Requester};
use crate::shared::{Fault, KeyedRequest, RecordedResponse};

/// Maximum number of applications in one request.
pub const MAX_BULK: usize = 100;

/// The outcome for each application: decided or undone, or skipped with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bulk<E> {
    pub done: Vec<Uuid>,
    pub skipped: Vec<(Uuid, E)>,
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
    /// those whose answers no longer have the given version. If the administrator loses the role in between, the rest is
    /// skipped.
    ///
    /// # Errors
    /// A field error at `/note`; `Former`, if no application was decided; faults. A repeated request with the same key
    /// continues where the first one ended.
    pub async fn decide_all(
        &self,
        admin: &Administrator,
        versions: BTreeMap<Uuid, Option<u32>>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Bulk<DecideError>, DecideError> {
        let mut bulk = Bulk { done: Vec::new(), skipped: Vec::new() };
        for (id, version) in versions {
            match self.decide_one(admin, id, version, decision, note, key).await {
                Ok(()) => bulk.done.push(id),
                Err(
                    reason @ (DecideError::NotFound
                    | DecideError::AlreadyDecided(_)
                    | DecideError::OwnApplication
                    | DecideError::VersionConflict),
                ) => bulk.skipped.push((id, reason)),
                Err(former @ DecideError::Former(_)) if !bulk.done.is_empty() => {
                    bulk.skipped.push((id, former));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(bulk)
    }

    async fn decide_one(
        &self,
        admin: &Administrator,
        id: Uuid,
        version: Option<u32>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<(), DecideError> {
        let admin_id = admin.caller().user.id;
        let new = match key {
            None => None,
            Some(key) => match key.look_up(admin_id, id).await? {
                LookUp::New(request) => Some(request),
                LookUp::Replayed(_) => return Ok(()),
                // The key was used with another body, so this is not the same request.
                LookUp::KeyReused => None,
            },
        };
        let empty = || RecordedResponse { status: 200, body: String::new() };
        let keyed = new.map(|request| KeyedRequest { request, record: Box::new(move |_| empty()) });
        let refused = match self.decide(admin, id, decision, version, note, keyed).await {
            Ok(_) => return Ok(()),
            Err(refused) => refused,
        };
        let Some(key) = key else { return Err(refused) };
        // A concurrent request with the same key may have been faster.
        match key.look_up(admin_id, id).await? {
            LookUp::Replayed(_) => Ok(()),
            LookUp::New(_) | LookUp::KeyReused => Err(refused),
        }
    }

    /// Undoes each decision. Decisions that cannot be undone are skipped.
    ///
    /// # Errors
    /// `Former`, if no decision was undone; faults. The request can be repeated.
    pub async fn undo_all(
        &self,
        admin: &Administrator,
        ids: BTreeSet<Uuid>,
    ) -> Result<Bulk<UndoError>, UndoError> {
        let mut bulk = Bulk { done: Vec::new(), skipped: Vec::new() };
        for id in ids {
            match self.undo(admin, id).await {
                Ok(_) => bulk.done.push(id),
                Err(fault @ UndoError::Fault(_)) => return Err(fault),
                Err(former @ UndoError::Former(_)) if bulk.done.is_empty() => return Err(former),
                Err(reason) => bulk.skipped.push((id, reason)),
            }
        }
        Ok(bulk)
    }
}
