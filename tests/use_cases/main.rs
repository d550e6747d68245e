//! The use cases without HTTP, on the memory adapters, and some of them on PostgreSQL.

mod access;
mod administering;
mod album;
mod dispatching;
mod housekeeping;
mod journey;
mod leasing;
mod photo_faults;
mod photos;
mod resending;
mod reviewing;
mod signing_in;
mod signing_up;
mod typed_codes;
mod world;
