//! The program in this process, its log, and a receiver of traces.

pub mod in_process;
pub mod logged;
pub mod otlp;
