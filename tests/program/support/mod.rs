//! The program in this process, and a trace receiver.

pub mod in_process;
pub mod otlp;
