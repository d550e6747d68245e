//! The use cases without HTTP, on the memory adapters, and some of them on PostgreSQL.

mod accounts;
mod administering;
mod application_walk;
mod mail;
mod photos;
mod sessions;
mod world;
