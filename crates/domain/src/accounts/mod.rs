//! Accounts: users, sign-in and sessions. Adapters and the HTTP crate use the items through this module.

pub mod account;
pub mod change_email;
pub mod change_password;
mod create_admin;
pub mod factors;
pub mod identities;
pub mod passwords;
pub mod reauthentication;
mod redeem_email_change;
pub mod redeem_verification;
mod request_mail;
mod restore_email;
pub mod roles;
mod secrets;
pub mod sessions;
pub mod set_recovery_password;
mod sign_up;
pub mod tokens;

pub use account::*;
pub use change_email::*;
pub use change_password::PasswordChange;
pub use create_admin::AdminAccounts;
pub use factors::*;
pub use identities::*;
pub use passwords::*;
pub use reauthentication::{Reauthentication, fresh_session};
pub use redeem_email_change::redeem_email_change;
pub use redeem_verification::*;
pub(crate) use request_mail::requested_mail;
pub use roles::{Role, RoleChange, Roles};
pub use secrets::Secrets;
pub use sessions::*;
pub use set_recovery_password::*;
pub use sign_up::{NewAccount, check_sign_up};
pub use tokens::*;
