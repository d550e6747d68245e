//! The password policy and the port that hashes passwords.

mod hasher;
mod policy;

pub use hasher::PasswordHasher;
pub use policy::{
    MAX_LENGTH as PASSWORD_MAX, MIN_LENGTH as PASSWORD_MIN, PasswordRules, SYMBOLS as PASSWORD_SYMBOLS,
    WeakPassword, WeakReason, check_password, composed_password,
};
