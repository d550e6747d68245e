//! Port for everything that is stored of one person. Each method is one unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::data::OwnData;
use super::deletion::{DeleteAccountError, DeletionContext, DeletionPlan};
use crate::audit::AuditEvent;
use crate::headshots::Headshot;
use crate::shared::Fault;

pub type DeletionStep = Box<dyn FnOnce(&DeletionContext) -> Result<DeletionPlan, DeleteAccountError> + Send>;

/// Reads and erases what is stored of one person, in every context.
#[async_trait]
pub trait OwnDataStore: Send + Sync {
    /// Records `audit`, then reads everything as of one moment; the entry is part of it. `None` for an unknown or
    /// deleted user, who leaves no entry.
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault>;

    /// Reads the user under lock, and under the lock of the administrators how many there are, so that of two who leave
    /// at once the second sees the first one gone; runs `step`; and stores all of the following or nothing:
    ///
    /// - the entries that the step returned;
    /// - the pending application is deleted with its history; decided ones keep their status, times, decider and
    ///   history, and lose everything else ([`ApplicationFields::erased`](crate::applications::ApplicationFields::erased));
    /// - photos become `removing`, and those whose files exist are returned;
    /// - the draft, profile, password, roles, sessions, recorded responses and changes of address with their tokens and mails are
    ///   deleted, and with the address its registrations, one-time tokens and mails, sent or not, and the mails to
    ///   addresses that the account had before and nobody has now.
    ///
    /// The id stays known as that of a deleted user. MUST take the lock of the user before that of an application, as
    /// all units of work do.
    ///
    /// # Errors
    /// Those of the step; `SessionEnded` for an unknown or deleted user; faults.
    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: DeletionStep,
    ) -> Result<Vec<Headshot>, DeleteAccountError>;
}
