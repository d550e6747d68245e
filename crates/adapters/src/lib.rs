//! Placeholder.

pub mod crypto;
pub mod mail;
pub mod postgres;
pub mod system;
