//! The use cases on the memory adapters: what people go through, without HTTP and without a database server.

mod access;
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
mod world;
