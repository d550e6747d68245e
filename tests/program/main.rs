//! The built program from outside: command line, start and stop, races over HTTP, slow peers, strangers, log, traces
//! and metrics. Also the import rules, the links of the documents, and the schema against the domain.

mod architecture;
mod audit_owner;
mod backup;
mod backup_damage;
mod backup_faults;
mod backup_tables;
mod canaries;
mod command_line;
mod diagnosis;
mod documentation;
mod faults;
mod floods;
mod here;
mod housekeeping;
mod invariants;
mod journey;
mod keys;
mod keys_of_database;
mod live;
mod logged;
mod mail_templates;
mod mails;
mod metrics;
mod migrations_add;
mod otlp;
mod photos;
mod postgres_processes;
mod races;
mod refreshing;
mod schema;
mod several;
mod starting;
mod strangers;
mod telemetry;
mod upgrade;

use forum_tests::client;
