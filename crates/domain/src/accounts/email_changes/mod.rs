//! Changing the address of an account, confirming the change from both addresses, and restoring the old address.

mod change;
mod redeem;
mod request;
mod restore;
mod service;
mod store;
mod verified;

pub use change::{ChangeUse, EmailChange, PresentedChange, SUSPECT_FOR, Side, UsedChangeIds};
pub use redeem::redeem_change;
pub use request::{
    ChangeEmailError, ChangeIds, ChangeRequest, ChangeResend, Requesting, WaitingChange, request_change,
    resend_change,
};
pub use service::{EmailChanges, EmailChangesPorts};
pub use store::{EmailChangeStore, RedeemChangeStep, RequestChangeStep, ResendChangeStep};
pub use verified::Verified;
