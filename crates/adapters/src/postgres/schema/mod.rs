//! Migrations, the owner of the tables, locks between processes, and a report about the server.

pub(crate) mod migrations;
pub(crate) mod owner;
pub(crate) mod process_lock;
pub(crate) mod server_report;
