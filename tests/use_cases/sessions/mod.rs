//! Sign-in, access tokens, and a random walk over the security of an account.

mod access;
mod security_walk;
mod sign_in_codes;
mod signing_in;
