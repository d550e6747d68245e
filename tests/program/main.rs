//! The built program from outside, and the house around it: command line, start and end, races over HTTP, slow
//! peers, log and traces, the import rules, the schema against the domain.

mod architecture;
mod client;
mod command_line;
mod diagnosis;
mod journey;
mod mails;
mod races;
mod schema;
mod slow_peers;
mod starting;
mod telemetry;
