//! Administration of users: the list, roles, and disabled accounts. The API for administrators and the command line call it.

mod change;
mod directory;
mod factor_reset;
mod service;
mod user_store;

pub use change::{
    REASON_MAX, UserChange, UserChangeContext, UserChangeRequest, UserChanges, UserRefusal, apply,
    check_actor,
};
pub use directory::{UserDetail, UserDirectory, UserFilter, UserSort, UserSummary};
pub use factor_reset::FactorReset;
pub use service::{Actor, UserAdministration};
pub use user_store::{UserChangeStep, UserError, UserStore};
