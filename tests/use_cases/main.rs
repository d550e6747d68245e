//! The use cases without HTTP, on the memory adapters, and some of them on PostgreSQL.

mod access;
mod account_walk;
mod administering;
mod album;
mod contested;
mod dispatching;
mod housekeeping;
mod journey;
mod leasing;
mod photo_faults;
mod photos;
mod previewing;
mod recovering;
mod resending;
mod reviewing;
mod security_walk;
mod sign_in_codes;
mod signing_in;
mod signing_up;
mod typed_codes;
mod world;
