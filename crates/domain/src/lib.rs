//! The rules and use cases of Educators Forum, and the ports through which they reach the world.
//!
//! One folder a context: `accounts`, `applications`, `headshots`, `mail`, `audit`, `housekeeping`, and `shared` for what
//! they have in common. In each, plain files hold the rules (pure functions), the services the use cases, and each trait that adapters
//! must provide stands in a file of its own. Nothing here knows a database, a web server or a mail server; the adapters
//! and the HTTP crate depend on this one and never the other way round.

pub mod accounts;
pub mod applications;
pub mod audit;
pub mod headshots;
pub mod housekeeping;
pub mod mail;
pub mod shared;
