//! Sign-in with providers and wallets.

pub(crate) mod code_flow;
pub(crate) mod identities;
pub(crate) mod wallets;
