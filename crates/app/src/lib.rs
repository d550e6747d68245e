//! The program as a library: settings, the choice of adapters, process lifecycle and command
//! line. Only `main` and the tests call it. Tests start the whole product in their process with [`serve`] and
//! [`Overrides`], or its use cases over other ports with [`use_cases`]. Errors of this crate are messages for the operator.

pub mod allocator;
mod backup;
pub mod cli;
pub mod config;
mod database;
mod doctor;
mod lifecycle;
mod metrics;
mod process;
mod server;
mod site_keys;
pub mod telemetry;
mod wiring;

pub use database::{CLUSTER_NAME, Database, NPM_POSTGRES, Use, open_database};
pub use lifecycle::Tasks;
pub use process::{Overrides, Running, serve};
pub use server::ConnectionLimits;
pub use wiring::use_cases;
