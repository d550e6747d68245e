//! The program in this process, its log, and a receiver of traces.

pub mod here;
pub mod logged;
pub mod otlp;
