//! Delivery across restarts, and the stored templates.

mod delivery;
mod templates;
