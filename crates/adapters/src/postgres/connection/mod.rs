//! The pool, transactions, time limits, and the translation of database errors. Every store uses it.

pub(crate) mod connect;
pub(crate) mod export;
pub(crate) mod fault;
pub(crate) mod keyset;
pub(crate) mod manager;
pub(crate) mod pool;
pub(crate) mod pooled_connection;
pub(crate) mod search;
