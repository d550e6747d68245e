//! Authentication by bearer token. Operations take one of these extractors as their first argument, so that
//! unauthenticated callers learn nothing about the validity of the rest of the request.

use std::sync::Arc;

use forum_domain::accounts::{Access, Accounts, Administrator, Caller, OneTimeToken};
use forum_domain::applications::check_applicant;
use forum_domain::headshots::Headshots;
use poem::{Body, Request, Result};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;
use uuid::Uuid;

use crate::request::{attached, operations};
use crate::response::code::Code;
use crate::response::downloads::{CHECKED_EVERY, while_true};
use crate::response::problem::Problem;

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "caller")]
pub(crate) struct SignedIn(pub(crate) Caller);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "admin")]
pub(crate) struct Admin(pub(crate) Administrator);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant")]
// Members too, because the use case refuses them with a specific code.
pub(crate) struct Applicant(pub(crate) Caller);

/// An access token of a session.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "access_token", bearer_format = "PASETO", checker = "applicant_only")]
pub(crate) struct ApplicantOnly(pub(crate) Caller);

/// The `recovery_token` of a verification.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "recovery_token", checker = "recovering")]
pub(crate) struct Recovering(pub(crate) OneTimeToken);

async fn recovering(request: &Request, bearer: Bearer) -> Result<OneTimeToken> {
    let accounts = attached::<Arc<Accounts>>(request).map_err(Problem::from)?;
    let grant = accounts.recovery_grant(&bearer.token).await.map_err(Problem::from)?;
    operations::check(request)?;
    Ok(grant)
}

/// The right of a caller to a response that is sent for a long time.
pub(crate) struct Standing {
    access: Arc<Access>,
    session_id: Uuid,
    as_administrator: bool,
}

impl Standing {
    pub(crate) fn of_administrator(request: &Request, admin: &Administrator) -> Result<Self, Code> {
        Ok(Self { as_administrator: true, ..Self::of_user(request, admin.caller())? })
    }

    pub(crate) fn of_user(request: &Request, caller: &Caller) -> Result<Self, Code> {
        let access = attached::<Arc<Access>>(request)?;
        Ok(Self { access: access.clone(), session_id: caller.session_id, as_administrator: false })
    }

    /// The body, which ends within a second after the caller has lost the right to it.
    pub(crate) fn guard(self, body: Body) -> Body {
        let standing = Arc::new(self);
        while_true(CHECKED_EVERY, body, move || {
            let standing = standing.clone();
            async move { standing.holds().await }
        })
    }

    /// `false` after sign-out, disabling, demotion, and after a fault.
    async fn holds(&self) -> bool {
        let caller = self.access.still(self.session_id).await;
        caller.is_ok_and(|caller| !self.as_administrator || caller.check_administrator().is_ok())
    }
}

/// The caller, if `allowed` permits them. Path, query and body are checked later.
async fn checked<T>(
    request: &Request,
    bearer: Bearer,
    allowed: impl FnOnce(Caller) -> Result<T>,
) -> Result<T> {
    let access = attached::<Arc<Access>>(request).map_err(Problem::from)?;
    let allowed = allowed(access.caller(&bearer.token).await.map_err(Problem::from)?)?;
    operations::check(request)?;
    Ok(allowed)
}

async fn caller(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, Ok).await
}

async fn admin(request: &Request, bearer: Bearer) -> Result<Administrator> {
    checked(request, bearer, |caller| {
        caller.into_administrator().map_err(|missing| Problem::from(missing).into())
    })
    .await
}

async fn applicant(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |caller| match check_applicant(caller.roles()) {
        Err(refused) if refused.code == Code::NotApplicant => Err(Problem::from(refused).into()),
        _ => Ok(caller),
    })
    .await
}

async fn applicant_only(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |caller| {
        Headshots::check_uploader(&caller).map(|()| caller).map_err(|refused| Problem::from(refused).into())
    })
    .await
}
