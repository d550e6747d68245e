//! Database roles.

mod audit_owner;
