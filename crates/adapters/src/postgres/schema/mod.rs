//! Migrations, the tables' owner, and what the server reports about itself.

pub(crate) mod migrations;
pub(crate) mod owner;
pub(crate) mod process_lock;
pub(crate) mod server_report;
pub(crate) mod tables;
