//! Log, traces and metrics.

mod canaries;
mod metrics;
mod telemetry;
