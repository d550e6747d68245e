//! Sign-up, recovery, password hashing, and a random walk over addresses.

pub(crate) mod account_walk;
mod disputed_address;
mod hashing;
