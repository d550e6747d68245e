//! Sign-in with providers and wallets.

pub(crate) mod code_flow;
pub(crate) mod id_tokens;
pub(crate) mod wallets;
