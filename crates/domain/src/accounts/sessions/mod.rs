//! Sessions: how they are opened, refreshed and ended, their assurance level, and the caller that an access token
//! identifies.

mod access;
mod assurance;
mod open_session;
mod refresh;
mod session;
mod sign_in;
mod sign_in_by_code;
mod sign_in_by_factor;
mod sign_in_by_passkey;
mod sign_out;
mod store;

pub use access::{Access, AdminFactor, Administrator, Caller};
pub use assurance::{Assurance, Method, Proof, assurance, with_proof};
pub use open_session::{DEVICE_REMEMBERED, EarlierSignIns, SESSIONS_MAX, open_session};
pub use refresh::{RefreshStep, check_refresh};
pub use session::{
    ACCESS_LIFETIME, Device, LiveSession, SESSION_IDLE, SESSION_MAX, Session, Sessions, SignedIn, User,
};
pub use sign_in::{FactorRequired, SignInOutcome};
pub use sign_out::SessionScope;
pub use store::{SessionSort, SessionStore};
