//! The program as a library: settings, use cases over their ports, the choice of adapters, process lifecycle, command
//! line. Only `main` and the tests call it. Tests start the whole product in their process with [`serve`] and
//! [`Overrides`], or its use cases over other ports with [`UseCases`].

pub mod allocator;
mod backup;
pub mod cli;
pub mod config;
mod database;
mod doctor;
mod hourly;
mod housekeeping;
mod key_watch;
mod lifecycle;
mod listener;
mod mail_worker;
mod mailbox;
mod metrics;
mod photos;
mod process;
mod readiness;
mod serve;
mod server;
mod site_keys;
pub mod telemetry;
mod use_cases;
mod wiring;
mod worker;

pub use database::{CLUSTER_NAME, Database, NPM_POSTGRES, Use, open_database};
pub use lifecycle::Tasks;
pub use serve::{Overrides, Running, serve};
pub use server::ConnectionLimits;
pub use use_cases::{Ports, UseCases};
