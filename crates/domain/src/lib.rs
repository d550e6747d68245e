//! The rules and use cases of Educators Forum, and the ports through which they reach the outside world.
//!
//! One folder per context: `accounts`, `applications`, `headshots`, `mail`, `audit`, `events`, `limits`, `housekeeping`,
//! `own_data`, `users`, `mail_administration`, and `shared` for what they have in common. In each, plain files hold the
//! rules (pure functions),
//! services hold the use cases, and
//! each port (a trait that adapters implement) has its own file. Nothing here knows a database, a web server or a mail
//! server; the adapters and the HTTP crate depend on this crate, never the reverse.

pub mod accounts;
pub mod applications;
pub mod audit;
pub mod events;
pub mod headshots;
pub mod housekeeping;
pub mod limits;
pub mod mail;
pub mod mail_administration;
pub mod own_data;
pub mod shared;
pub mod users;
