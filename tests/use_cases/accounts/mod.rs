//! Sign-up, recovery, the codes in mails, and a random walk over addresses.

pub(crate) mod account_walk;
mod disputed_address;
mod recovering;
mod signing_up;
mod typed_codes;
