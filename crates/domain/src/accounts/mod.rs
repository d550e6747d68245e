//! Accounts: users, sign-in and sessions. Adapters and the HTTP crate use the items of the folders through this module.

pub mod email_changes;
pub mod factors;
pub mod identities;
pub mod new_user;
pub mod passwords;
pub mod profile;
pub mod registration;
pub mod roles;
pub mod sessions;
pub mod tokens;
pub mod verification;

pub use email_changes::*;
pub use factors::*;
pub use identities::*;
pub use new_user::{NewUser, PendingRegistration};
pub use passwords::*;
pub use profile::*;
pub use registration::*;
pub use roles::{Role, RoleChange, Roles};
pub use sessions::*;
pub use tokens::*;
pub use verification::{PresentedToken, ResendRequest, Verification};
