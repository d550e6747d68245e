//! Black-box tests of the built program: command line, lifecycle, HTTP clients, failures, log, traces and metrics.

mod backup;
mod clients;
mod command_line;
mod database;
mod faults;
mod housekeeping;
mod keys;
mod live_events;
mod mail;
mod photos;
mod several;
mod starting;
mod support;

/// Log, traces and metrics.
mod observability {
    mod canaries;
    mod metrics;
    mod otlp;
    mod telemetry;
    mod visit;
}

use forum_tests::client;
