//! The program in this process, its log, and a trace receiver.

pub mod in_process;
pub mod logged;
pub mod otlp;
