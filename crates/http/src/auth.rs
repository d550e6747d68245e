//! Who calls: the bearer token of a request. Operations take one of these extractors as their first argument,
//! so that a stranger learns nothing about the rest of the request.

use std::sync::Arc;

use forum_domain::accounts::{Access, AccessError, Administrator, Caller, TokenRefused};
use forum_domain::applications::{SubmitError, check_applicant};
use forum_domain::headshots::Headshots;
use poem::{Request, Result};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;

use crate::problem::Problem;

/// The access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "caller")]
pub(crate) struct SignedIn(pub(crate) Caller);

/// The access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "admin")]
pub(crate) struct Admin(pub(crate) Administrator);

/// The access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant")]
pub(crate) struct Applicant(pub(crate) Caller);

/// The access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant_only")]
pub(crate) struct ApplicantOnly(pub(crate) Caller);

async fn caller(request: &Request, bearer: Bearer) -> Result<Caller> {
    let Some(access) = request.data::<Arc<Access>>() else {
        tracing::error!("no access service was given to the API");
        return Err(Problem::internal().into());
    };
    Ok(access.caller(&bearer.token).await.map_err(Problem::from)?)
}

/// Refused before path, query and body are looked at: below `/admin` others learn nothing but 403.
async fn admin(request: &Request, bearer: Bearer) -> Result<Administrator> {
    let administrator = caller(request, bearer).await?.into_administrator();
    administrator.ok_or_else(|| Problem::forbidden().into())
}

/// Refused before the body is looked at. Members pass: the use case tells them that they are members already.
async fn applicant(request: &Request, bearer: Bearer) -> Result<Caller> {
    let caller = caller(request, bearer).await?;
    match check_applicant(caller.roles()) {
        Err(refused @ SubmitError::NotApplicant) => Err(Problem::from(refused).into()),
        _ => Ok(caller),
    }
}

/// Refused before the body is read: it may be large.
async fn applicant_only(request: &Request, bearer: Bearer) -> Result<Caller> {
    let caller = caller(request, bearer).await?;
    Headshots::check_uploader(&caller).map_err(Problem::from)?;
    Ok(caller)
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        let (code, detail) = match error {
            AccessError::Token(TokenRefused::Invalid) => ("invalid_token", "The access token is not valid."),
            AccessError::Token(TokenRefused::Expired) => ("token_expired", "The access token has expired."),
            AccessError::Revoked => ("session_revoked", "The session was ended. Please sign in again."),
            AccessError::Expired => ("session_expired", "The session has expired. Please sign in again."),
            AccessError::Fault(fault) => return fault.into(),
        };
        Self::unauthorized(code, detail)
    }
}
