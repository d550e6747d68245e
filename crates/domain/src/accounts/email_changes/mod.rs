//! Changing the address of an account, confirming the change from both addresses, and restoring the old address.

mod change;
mod redeem;
mod redeemed;
mod request;
mod restore;
mod service;
mod store;

pub use change::{AddressSide, EmailChange, EmailChangeOutcome, PresentedChange, SUSPECT_PERIOD};
pub use redeem::redeem_change;
pub use redeemed::Redeemed;
pub use request::{
    ChangeEmailError, ChangeRequest, ChangeRequestContext, ChangeResend, PendingChange, request_change,
    resend_change,
};
pub use service::EmailChanges;
pub use store::{EmailChangeStore, RedeemChangeStep, RequestChangeStep, ResendChangeStep};
