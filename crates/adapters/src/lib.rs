//! Adapters for the domain's ports: PostgreSQL, mail, files, images, cryptography, OpenID Connect, the system's clock and
//! randomness. Also backup archives and trace contexts. Only the composition root and tests construct them.

pub mod backup;
mod bounded_queue;
pub mod crypto;
mod error_chain;
pub mod files;
pub mod images;
pub mod mail;
pub mod openid;
pub mod postgres;
pub mod secret_file;
pub mod system;
pub mod tls;
pub mod trace_context;
mod whole_file;
