//! Log, traces and metrics.

mod canaries;
mod library_settings;
mod metrics;
mod telemetry;
