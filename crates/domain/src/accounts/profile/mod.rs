//! The caller's own names and password, and re-authentication with that password or a factor.

mod own_account;
mod reauthentication;
mod store;

pub use own_account::{NewNames, OwnAccount, RenameError, prove};
pub use reauthentication::{Reauthentication, ReauthenticationRefused};
pub use store::{
    Account, ChangePasswordError, PasswordChange, PasswordStep, ProfileStore, RenameStep, Renaming,
};
