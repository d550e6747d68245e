//! `/auth/sessions`: signing in, refreshing, the own sessions and ending them.

use std::sync::Arc;

use forum_domain::accounts::{RefreshError, RefreshRefused, SessionScope, Sessions, SignInError};
use forum_domain::shared::{FieldError, Page};
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::answer::{Answer, Created, Done, Refused, Success, refusals};
use crate::api::Tag;
use crate::auth::SignedIn;
use crate::device::device;
use crate::json::Json;
use crate::problem::Problem;
use crate::session_views::{OwnSessions, SessionView};

/// What the sign-in form sends.
#[derive(Object)]
pub(crate) struct SignInRequest {
    /// The confirmed address.
    email: String,
    /// The password.
    password: String,
}

/// A request for new tokens.
#[derive(Object)]
pub(crate) struct RefreshRequest {
    /// The newest refresh token of the session.
    refresh_token: String,
}

refusals!(SignInStatuses: [
    (401, "`invalid_credentials` (unknown address and wrong password alike)"),
    (403, "`email_not_verified` or `account_disabled`, with the right password only"),
], SECRETS, BODY);
refusals!(RefreshStatuses: [
    (401, "`refresh_token_invalid`, `refresh_token_reused`, `session_expired` or `session_revoked`"),
], SECRETS, BODY);
refusals!(ListStatuses: [], SIGNED_IN, QUERY);
refusals!(EndStatuses: [(422, "`invalid_scope`")], SIGNED_IN);
refusals!(EndOneStatuses: [(404, "`not_found`: the caller has no such session")], SIGNED_IN);

/// The operations.
pub(crate) struct SessionsApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi(tag = "Tag::Sessions")]
impl SessionsApi {
    /// Sign in
    #[oai(path = "/auth/sessions", method = "post", operation_id = "create_session")]
    async fn create_session(
        &self,
        request: &Request,
        json: Json<SignInRequest>,
    ) -> Result<Created<SessionView>, Refused<SignInStatuses>> {
        let SignInRequest { email, password } = json.body;
        Ok(Answer(self.sessions.sign_in(&email, &password, device(request)).await?.into()))
    }

    /// Get new tokens
    ///
    /// The refresh token is replaced; an old one that comes back ends the session.
    #[oai(path = "/auth/sessions/refresh", method = "post", operation_id = "refresh_session")]
    async fn refresh_session(
        &self,
        json: Json<RefreshRequest>,
    ) -> Result<Success<SessionView>, Refused<RefreshStatuses>> {
        Ok(Answer(self.sessions.refresh(&json.body.refresh_token).await?.into()))
    }

    /// List the own sessions
    ///
    /// Those that are not over, used last first.
    #[oai(path = "/auth/sessions", method = "get", operation_id = "list_sessions")]
    async fn list_sessions(
        &self,
        SignedIn(caller): SignedIn,
        /// 1–100, 25 by default.
        limit: Query<Option<i64>>,
        /// Sessions to pass over, 0 by default.
        offset: Query<Option<i64>>,
    ) -> Result<Success<OwnSessions>, Refused<ListStatuses>> {
        let page = Page::new(limit.0, offset.0)?;
        let listing = self.sessions.own(caller.user.id, page).await?;
        Ok(Answer(OwnSessions::seen_by(&caller, listing)))
    }

    /// Sign out
    ///
    /// Felt by the next request under each ended session.
    #[oai(path = "/auth/sessions", method = "delete", operation_id = "end_sessions")]
    async fn end_sessions(
        &self,
        SignedIn(caller): SignedIn,
        /// `global` (every session, the default), `local` (this one) or `others` (all but this one).
        scope: Query<Option<String>>,
    ) -> Result<Done, Refused<EndStatuses>> {
        let scope = parse_scope(scope.0.as_deref())?;
        self.sessions.sign_out(caller.user.id, caller.session_id, scope).await?;
        Ok(Done)
    }

    /// End one of the own sessions
    ///
    /// This one or another; felt by the next request under it. Ending an ended one is no error.
    #[oai(path = "/auth/sessions/:id", method = "delete", operation_id = "end_session")]
    async fn end_session(
        &self,
        SignedIn(caller): SignedIn,
        /// The session.
        id: Path<Uuid>,
    ) -> Result<Done, Refused<EndOneStatuses>> {
        if self.sessions.end(caller.user.id, id.0).await? {
            Ok(Done)
        } else {
            Err(Problem::not_found().into())
        }
    }
}

fn parse_scope(word: Option<&str>) -> Result<SessionScope, FieldError> {
    match word {
        None | Some("global") => Ok(SessionScope::Global),
        Some("local") => Ok(SessionScope::Local),
        Some("others") => Ok(SessionScope::Others),
        Some(_) => {
            let detail = "scope must be one of global, local, others.";
            Err(FieldError::new("/scope", "invalid_scope", detail))
        }
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        let detail = error.to_string();
        match error {
            SignInError::InvalidCredentials => Self::unauthorized("invalid_credentials", &detail),
            SignInError::EmailNotVerified => Self::new(StatusCode::FORBIDDEN, "email_not_verified", detail),
            SignInError::AccountDisabled => Self::new(StatusCode::FORBIDDEN, "account_disabled", detail),
            SignInError::Busy => Self::busy(),
            SignInError::Fault(fault) => fault.into(),
        }
    }
}

impl From<RefreshError> for Problem {
    fn from(error: RefreshError) -> Self {
        let (code, detail) = match error {
            RefreshError::Refused(RefreshRefused::Invalid) => {
                ("refresh_token_invalid", "The refresh token is not valid. Please sign in again.")
            }
            RefreshError::Refused(RefreshRefused::Reused) => {
                ("refresh_token_reused", "The session was ended for your safety. Please sign in again.")
            }
            RefreshError::Refused(RefreshRefused::Expired) => {
                ("session_expired", "The session has expired. Please sign in again.")
            }
            RefreshError::Refused(RefreshRefused::Revoked) => {
                ("session_revoked", "The session was ended. Please sign in again.")
            }
            RefreshError::Fault(fault) => return fault.into(),
        };
        Self::unauthorized(code, detail)
    }
}
