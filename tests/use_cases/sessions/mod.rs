//! Codes for signing in, and a random walk over the security of an account.

mod security_walk;
mod sign_in_codes;
