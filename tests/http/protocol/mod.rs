//! HTTP behaviour that operations share: errors, CORS, concurrency, start-up.

pub(crate) mod careless_clients;
pub(crate) mod concurrency;
pub(crate) mod cors;
pub(crate) mod database_limits;
pub(crate) mod failures;
pub(crate) mod gate;
pub(crate) mod idempotent_requests;
