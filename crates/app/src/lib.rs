//! The program as a library: settings, the choice of adapters, the life of the process, the command line.
//! `main` and the tests are its only callers; tests start the whole product in their own process with
//! [`serve`] and [`Overrides`].

pub mod cli;
pub mod config;
mod database;
mod lifecycle;
mod listener;
mod mail_worker;
mod mailbox;
mod photos;
mod readiness;
mod serve;
pub mod telemetry;
mod wiring;

pub use database::{Database, npm_postgres, open_database};
pub use serve::{Overrides, Running, serve};
