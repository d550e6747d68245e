//! Black-box tests of the built program: command line, lifecycle, HTTP clients, failures, log, traces and metrics.

mod backup;
mod clients;
mod command_line;
mod database;
mod faults;
mod housekeeping;
mod keys_of_database;
mod live_events;
mod mail;
mod observability;
mod photos;
mod postgres_processes;
mod several;
mod starting;
mod support;

use forum_tests::client;
