//! The rules and use cases of Educators Forum, and the ports through which they reach the outside world.
//!
//! One folder per context: `accounts`, `applications`, `notes`, `headshots`, `mail`, `audit`, `events`, `idempotency`, `limits`,
//! `housekeeping`, `newsletter`, `own_data`, `users`, `site`, `contact`, and `shared` for what they have in common. Each folder
//! has rules (pure functions), use cases, and ports (traits that adapters implement). This crate is independent of any
//! database, web server or mail server: the adapters and the HTTP crate depend on it, never the reverse.

pub mod accounts;
pub mod act;
pub mod applications;
pub mod audit;
pub mod contact;
pub mod events;
pub mod headshots;
pub mod housekeeping;
pub mod idempotency;
pub mod limits;
pub mod mail;
pub mod newsletter;
pub mod notes;
pub mod own_data;
pub mod shared;
pub mod site;
pub mod use_cases;
pub mod users;
