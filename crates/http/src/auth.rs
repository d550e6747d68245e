//! Who calls: the bearer token of a request. Operations take one of these extractors as their first argument,
//! so that a stranger learns nothing about the rest of the request.

use std::sync::Arc;

use forum_domain::accounts::{Access, AccessError, Caller, Roles, TokenRefused};
use forum_domain::applications::Refusal;
use poem::{Request, Result};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;

use crate::code::Code;
use crate::parameters;
use crate::problem::Problem;

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "caller")]
pub(crate) struct SignedIn(pub(crate) Caller);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "admin")]
pub(crate) struct Admin(pub(crate) Caller);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant")]
pub(crate) struct Applicant(pub(crate) Caller);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant_only")]
pub(crate) struct ApplicantOnly(pub(crate) Caller);

/// The caller, if they have the right to call. Path, query and body are looked at afterwards.
async fn checked(
    request: &Request,
    bearer: Bearer,
    refusal: impl FnOnce(&Roles) -> Option<Problem>,
) -> Result<Caller> {
    let Some(access) = request.data::<Arc<Access>>() else {
        tracing::error!("no access service was given to the API");
        return Err(Problem::from(Code::InternalError).into());
    };
    let caller = access.caller(&bearer.token).await.map_err(Problem::from)?;
    if let Some(problem) = refusal(caller.roles()) {
        return Err(problem.into());
    }
    parameters::check(request)?;
    Ok(caller)
}

async fn caller(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |_| None).await
}

async fn admin(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |roles| (!roles.is_admin()).then(|| Code::Forbidden.into())).await
}

/// Members pass: the use case tells them that they are members already.
async fn applicant(request: &Request, bearer: Bearer) -> Result<Caller> {
    let refused = |roles: &Roles| !roles.is_applicant() && !roles.is_member();
    checked(request, bearer, |roles| refused(roles).then(|| Refusal::NotApplicant.into())).await
}

async fn applicant_only(request: &Request, bearer: Bearer) -> Result<Caller> {
    let refusal = || Problem::new(Code::NotApplicant, "Only applicants can upload a photo.");
    checked(request, bearer, |roles| (!roles.is_applicant()).then(refusal)).await
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Token(TokenRefused::Invalid) => Code::InvalidToken.into(),
            AccessError::Token(TokenRefused::Expired) => Code::TokenExpired.into(),
            AccessError::Revoked => Code::SessionRevoked.into(),
            AccessError::Expired => Code::SessionExpired.into(),
            AccessError::Fault(fault) => fault.into(),
        }
    }
}
