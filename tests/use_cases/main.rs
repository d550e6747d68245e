//! The use cases on the memory adapters: what people go through, without HTTP and without a database server.

mod access;
mod dispatching;
mod journey;
mod leasing;
mod photos;
mod resending;
mod reviewing;
mod signing_in;
mod signing_up;
mod world;
