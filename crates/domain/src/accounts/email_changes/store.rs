//! Port for changes of address. Each method is one unit of work around a pure step. Locks are taken in this order: all
//! addresses concerned, sorted; then the user.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::change::{EmailChangeOutcome, PresentedChange};
use super::request::{ChangeEmailError, ChangeRequest, ChangeRequestContext, ChangeResend, WaitingChange};
use crate::accounts::registration::RedeemError;
use crate::shared::{EmailAddress, Fault};

pub type RequestChangeStep =
    Box<dyn FnOnce(&ChangeRequestContext) -> Result<ChangeRequest, ChangeEmailError> + Send>;
/// Decides on the mails that are requested again for an address with or without a waiting change.
pub type ResendChangeStep = Box<dyn FnOnce(Option<&WaitingChange>) -> ChangeResend + Send>;
/// Decides what a link does; `None` if it is not accepted.
pub type RedeemChangeStep = Box<dyn FnOnce(&PresentedChange) -> Option<EmailChangeOutcome> + Send>;

#[async_trait]
pub trait EmailChangeStore: Send + Sync {
    /// Reads the account and whether the address is taken, runs `step`, ends a waiting change of the user and
    /// stores what the step returned. MUST write the same rows for every owner of the address.
    ///
    /// # Errors
    /// Those of the step; `SessionEnded` for an unknown or deleted user; faults.
    async fn request(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: RequestChangeStep,
    ) -> Result<(), ChangeEmailError>;

    /// Reads the change that waits for this address, preferring one whose old address it is, then the newest,
    /// and stores what `step` returns. MUST write the same rows for every address.
    async fn resend(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault>;

    /// Reads what [`PresentedChange`] describes and stores what `step` returns, as [`EmailChangeOutcome`] says. When an account
    /// changes its address, the pending registrations of both addresses are deleted and their links, codes and grants are
    /// used up. Of two concurrent callers, the second MUST see what the first stored.
    ///
    /// # Errors
    /// `TokenInvalid` for an unknown token, a deleted user, and where the step returns `None`; faults.
    async fn redeem(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: RedeemChangeStep,
    ) -> Result<EmailChangeOutcome, RedeemError>;
}
