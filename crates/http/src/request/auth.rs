//! Authentication by bearer token. Operations take one of these extractors as their first argument, so that
//! unauthenticated callers learn nothing about the validity of the rest of the request.

use std::sync::Arc;

use forum_domain::accounts::{
    Access, Accounts, Administrator, Caller, Holder, OneTimeToken, Reader, TokenScope,
};
use forum_domain::applications::check_applicant;
use forum_domain::headshots::Headshots;
use forum_domain::shared::Refusal;
use poem::{Body, Request, Result};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;

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

// Operations accept machines only by one of the following three.

/// An access token of a session, or a token of a machine with the scope `read`.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "read_token", checker = "reading")]
pub(crate) struct Reading(pub(crate) Reader);

/// An access token of a session, or a token of a machine with the scope `export` or `read`.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "export_token", checker = "exporting")]
pub(crate) struct Exporting(pub(crate) Reader);

/// An access token of a session, or a token of a machine with the scope `read`.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "read_token", checker = "own_or_reading")]
// Any user, because the use case decides about administrators.
pub(crate) struct OwnOrReading(pub(crate) Holder);

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
    holder: Holder,
    /// What a reader reads. `None` for a user's own data.
    needed: Option<TokenScope>,
}

impl Standing {
    pub(crate) fn of_export(request: &Request, reader: &Reader) -> Result<Self, Code> {
        let access = attached::<Arc<Access>>(request)?.clone();
        Ok(Self { access, holder: reader.holder().clone(), needed: Some(TokenScope::Export) })
    }

    pub(crate) fn of_user(request: &Request, caller: &Caller) -> Result<Self, Code> {
        let access = attached::<Arc<Access>>(request)?.clone();
        Ok(Self { access, holder: Holder::User(caller.clone()), needed: None })
    }

    /// The body, which ends within a second after the caller has lost the right to it.
    pub(crate) fn guard(self, body: Body) -> Body {
        let standing = Arc::new(self);
        while_true(CHECKED_EVERY, body, move || {
            let standing = standing.clone();
            async move { standing.holds().await }
        })
    }

    /// `false` after sign-out, disabling, demotion, revocation, and after a fault.
    async fn holds(&self) -> bool {
        let holder = self.access.still(&self.holder).await;
        holder.is_ok_and(|holder| self.needed.is_none_or(|needed| holder.check_reader(needed).is_ok()))
    }
}

/// The holder of the token, if `allowed` permits them. Path, query and body are checked later.
async fn held<T>(
    request: &Request,
    bearer: Bearer,
    allowed: impl FnOnce(Holder) -> Result<T, Refusal>,
) -> Result<T> {
    let access = attached::<Arc<Access>>(request).map_err(Problem::from)?;
    let holder = access.holder(&bearer.token).await.map_err(Problem::from)?;
    let allowed = allowed(holder).map_err(Problem::from)?;
    operations::check(request)?;
    Ok(allowed)
}

async fn reading(request: &Request, bearer: Bearer) -> Result<Reader> {
    held(request, bearer, |holder| Ok(holder.into_reader(TokenScope::Read)?)).await
}

async fn exporting(request: &Request, bearer: Bearer) -> Result<Reader> {
    held(request, bearer, |holder| Ok(holder.into_reader(TokenScope::Export)?)).await
}

async fn own_or_reading(request: &Request, bearer: Bearer) -> Result<Holder> {
    held(request, bearer, |holder| {
        if let Holder::Machine(_) = &holder {
            holder.check_reader(TokenScope::Read)?;
        }
        Ok(holder)
    })
    .await
}

/// The user, if `allowed` permits them. A machine is refused.
async fn checked<T>(
    request: &Request,
    bearer: Bearer,
    allowed: impl FnOnce(Caller) -> Result<T, Refusal>,
) -> Result<T> {
    held(request, bearer, |holder| allowed(holder.into_user()?)).await
}

async fn caller(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, Ok).await
}

async fn admin(request: &Request, bearer: Bearer) -> Result<Administrator> {
    checked(request, bearer, |caller| Ok(caller.into_administrator()?)).await
}

async fn applicant(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |caller| match check_applicant(caller.roles()) {
        Err(refused) if refused.code == Code::NotApplicant => Err(refused),
        _ => Ok(caller),
    })
    .await
}

async fn applicant_only(request: &Request, bearer: Bearer) -> Result<Caller> {
    checked(request, bearer, |caller| Headshots::check_uploader(&caller).map(|()| caller)).await
}
