//! The use cases without HTTP, on the memory adapters, and some of them on PostgreSQL.

mod accounts;
mod admin;
mod applications;
mod mail;
mod photos;
mod sessions;
mod world;
