//! What operations and middleware read from a request.

pub(crate) mod auth;
pub(crate) mod idempotency;
pub(crate) mod json;
pub(crate) mod keyed_limit;
pub(crate) mod limits;
pub(crate) mod list;
pub(crate) mod network;
pub(crate) mod operations;
pub(crate) mod request_checks;
pub(crate) mod schema_validation;
pub(crate) mod versions;

use poem::Request;

use crate::response::code::Code;

/// What the router attaches to every request.
pub(crate) fn attached<T: Send + Sync + 'static>(request: &Request) -> Result<&T, Code> {
    request.data().ok_or_else(|| {
        tracing::error!("the API was built without {}", std::any::type_name::<T>());
        Code::InternalError
    })
}
