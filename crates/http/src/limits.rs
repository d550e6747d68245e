//! Applies the limits of the domain to requests. An operation names its limit in one line; `parameters` counts every
//! request to the API, `sessions` lets the domain guard signing in.

use std::sync::Arc;

use forum_domain::limits::{Guarded, LimitError, Limits, RateLimit};
use poem::Request;
use uuid::Uuid;

use crate::code::Code;
use crate::network::client_network;
use crate::problem::Problem;

/// Counts a request to any part of the API.
pub(crate) async fn request(request: &Request) -> Result<(), Problem> {
    Ok(limits(request)?.request(client_network(request).as_deref()).await?)
}

/// Counts an act of the client's network.
pub(crate) async fn network(request: &Request, limit: &RateLimit) -> Result<(), Problem> {
    Ok(limits(request)?.network(limit, client_network(request).as_deref()).await?)
}

/// Counts a request for a mail to a submitted address.
pub(crate) async fn mail(request: &Request, limit: &RateLimit, email: &str) -> Result<(), Problem> {
    Ok(limits(request)?.mail(limit, email, client_network(request).as_deref()).await?)
}

/// Counts a mail to a submitted address that a signed-in user asks for.
pub(crate) async fn mail_to(request: &Request, email: &str) -> Result<(), Problem> {
    Ok(limits(request)?.mail_to(email, client_network(request).as_deref()).await?)
}

/// Counts an act of a signed-in user.
pub(crate) async fn user(request: &Request, limit: &RateLimit, user_id: Uuid) -> Result<(), Problem> {
    Ok(limits(request)?.user(limit, user_id).await?)
}

/// The limits, passed to the API as request data.
pub(crate) fn limits(request: &Request) -> Result<&Limits, Code> {
    request.data::<Arc<Limits>>().map(AsRef::as_ref).ok_or_else(|| {
        tracing::error!("the API was built without limits");
        Code::InternalError
    })
}

impl From<LimitError> for Problem {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::Limited { limit, wait } => {
                Self::from(Code::RateLimited).retry_after(wait).by_limit(limit)
            }
            LimitError::Fault(fault) => fault.into(),
        }
    }
}

impl<E: Into<Problem>> From<Guarded<E>> for Problem {
    fn from(error: Guarded<E>) -> Self {
        match error {
            Guarded::Limit(error) => error.into(),
            Guarded::Inner(error) => error.into(),
        }
    }
}
