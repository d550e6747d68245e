//! The administration of users: the list, roles, and disabled accounts.

mod change;
mod directory;
mod factor_reset;
mod service;
mod user_store;

pub use change::{Act, REASON_MAX, SeenUser, UserChange, UserChanges, UserRefusal, check_actor, judge};
pub use directory::{UserDetail, UserDirectory, UserFilter, UserSort, UserSummary};
pub use factor_reset::FactorReset;
pub use service::{Actor, UserAdministration, UserError, UserPorts};
pub use user_store::{ChangeError, ChangeStep, UserStore};
