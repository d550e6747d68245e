//! Port for all stored data of one user. Each method is one unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::data::OwnData;
use super::deletion::{DeleteAccountError, DeletionContext, DeletionPlan};
use crate::audit::AuditEvent;
use crate::headshots::Headshot;
use crate::shared::Fault;

pub type DeletionStep = Box<dyn FnOnce(&DeletionContext) -> Result<DeletionPlan, DeleteAccountError> + Send>;

#[async_trait]
pub trait OwnDataStore: Send + Sync {
    /// Records `audit`, then reads everything in one snapshot, including that event. `None` for an unknown or deleted
    /// user, for whom nothing is recorded.
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault>;

    /// Reads the user under lock, and the number of administrators under their lock, so that of two who delete their
    /// accounts concurrently the second sees the deletion of the first. Runs `step`, and stores all of the following or
    /// nothing:
    ///
    /// - the audit events of the step;
    /// - the pending application is deleted with its history; decided ones keep their status, times, decider and
    /// history, and lose everything else, including the notes on them, the requests for changes and
    /// the earlier versions
    /// ([`ApplicationFields::erased`](crate::applications::ApplicationFields::erased));
    /// - photos become `removing`, and those whose files exist are returned;
    /// - the draft, profile, password, roles, sessions, recorded responses and changes of address with their tokens and
    ///   mails are deleted, together with the registrations, one-time tokens and mails (sent or not) for the address,
    ///   and the mails to earlier addresses of the account that have no owner now.
    ///
    /// The id remains stored as a deleted user's id. MUST take the lock on the user before the lock on an application,
    /// as all units of work do.
    ///
    /// # Errors
    /// The errors of the step; `SessionEnded` for an unknown or deleted user; faults.
    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: DeletionStep,
    ) -> Result<Vec<Headshot>, DeleteAccountError>;
}
