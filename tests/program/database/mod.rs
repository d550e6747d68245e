//! Schema, migrations, upgrades and database roles.

mod audit_owner;
mod migrations_add;
mod upgrade;
