//! Mail delivery across restarts, and stored templates.

mod delivery;
mod templates;
