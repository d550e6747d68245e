//! Port for changes of address. Each method is one unit of work around a pure step. Locks are taken in this order:
//! first all affected addresses, sorted, then the user.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::change::{EmailChangeOutcome, PresentedChange};
use super::request::{ChangeEmailError, ChangeRequest, ChangeRequestContext, ChangeResend, PendingChange};
use crate::accounts::registration::RedeemError;
use crate::shared::{EmailAddress, Fault};

pub type RequestChangeStep =
    Box<dyn FnOnce(&ChangeRequestContext) -> Result<ChangeRequest, ChangeEmailError> + Send>;
/// Decides which mails to resend for an address with or without a pending change.
pub type ResendChangeStep = Box<dyn FnOnce(Option<&PendingChange>) -> ChangeResend + Send>;
/// Decides what a link does; `None` if it is not accepted.
pub type RedeemChangeStep = Box<dyn FnOnce(&PresentedChange) -> Option<EmailChangeOutcome> + Send>;

#[async_trait]
pub trait EmailChangeStore: Send + Sync {
    /// Reads the account and whether the address is taken, runs `step`, ends a pending change of the user and stores
    /// the result of the step. MUST write the same rows for every owner of the address.
    ///
    /// # Errors
    /// The errors of the step; `SessionEnded` for an unknown or deleted user; faults.
    async fn request(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: RequestChangeStep,
    ) -> Result<(), ChangeEmailError>;

    /// Reads the pending change for this address and stores the result of `step`. A change from this address takes
    /// precedence over changes to it, and a newer change over an older one. MUST write the same rows for every address.
    async fn resend(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault>;

    /// Reads a [`PresentedChange`] and stores the [`EmailChangeOutcome`] of `step`. When an account changes its
    /// address, the pending registrations for both addresses are deleted and their links, codes and grants are used up.
    /// The second of two concurrent callers MUST see the rows of the first.
    ///
    /// # Errors
    /// `TokenInvalid` for an unknown token, a deleted user, and if the step returns `None`; faults.
    async fn redeem(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: RedeemChangeStep,
    ) -> Result<EmailChangeOutcome, RedeemError>;
}
