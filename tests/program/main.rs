//! The built program from outside, and the house around it: command line, start and end, races over HTTP, the
//! import rules, the schema against the domain.

mod architecture;
mod client;
mod command_line;
mod journey;
mod photos;
mod races;
mod schema;
mod starting;
