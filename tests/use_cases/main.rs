//! The use cases without HTTP, with other adapters than the program where a test needs them, and random walks.

mod account_walk;
mod accounts;
mod administering;
mod application_walk;
mod mail;
mod photos;
mod security_walk;
mod world;
