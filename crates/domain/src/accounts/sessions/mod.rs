//! Sessions, their refresh rule and assurance level, and the caller that an access token identifies.

mod access;
mod assurance;
mod new_device;
mod session;
mod store;

pub use access::{Access, AccessError, AdminFactor, Administrator, Caller, NotAdministrator};
pub use assurance::{Assurance, Method, Proof, assurance, with_proof};
pub use new_device::{DEVICE_REMEMBERED, EarlierSignIns, is_new_device};
pub use session::{
    Device, LiveSession, RefreshRefused, RefreshStep, SESSION_IDLE, SESSION_MAX, Session, SessionScope, User,
    check_refresh,
};
pub use store::{RefreshError, RotateStep, SessionSort, SessionStore, StopNotice};
