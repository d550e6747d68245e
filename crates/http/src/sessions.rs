//! `/auth/sessions`: signing in, refreshing and signing out.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, RefreshError, RefreshRefused, SessionScope, Sessions, SignInError, User,
};
use forum_domain::shared::FieldError;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::answer::{Answer, Created, Done, Refused, Success, refusals};
use crate::api::Tag;
use crate::auth::SignedIn;
use crate::device::device;
use crate::json::Json;
use crate::problem::Problem;
use crate::users::RoleWord;

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

/// How the access token is sent.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// `Authorization: Bearer <token>`.
    Bearer,
}

/// The user of a session.
#[derive(Object)]
pub(crate) struct SessionUser {
    /// Random id.
    id: Uuid,
    /// The confirmed address.
    email: String,
    /// First name of the profile.
    first_name: String,
    /// Last name of the profile.
    last_name: String,
    /// The roles of this moment.
    roles: Vec<RoleWord>,
    /// Always true: only who confirmed the address can sign in.
    email_verified: bool,
}

/// The tokens of a session.
#[derive(Object)]
pub(crate) struct SessionView {
    /// For the header `Authorization`.
    access_token: String,
    token_type: TokenType,
    /// Seconds until the access token ends.
    expires_in: i64,
    /// When the access token ends, by the server's clock.
    expires_at: OffsetDateTime,
    /// For the next refresh.
    refresh_token: String,
    user: SessionUser,
}

impl From<domain::SignedIn> for SessionView {
    fn from(signed_in: domain::SignedIn) -> Self {
        let domain::SignedIn { access_token, refresh_token, expires_in, expires_at, user } = signed_in;
        let User { id, email, name, roles, .. } = user;
        Self {
            access_token,
            token_type: TokenType::Bearer,
            expires_in,
            expires_at,
            refresh_token,
            user: SessionUser {
                id,
                email: email.as_str().to_owned(),
                first_name: name.first,
                last_name: name.last,
                roles: roles.iter().map(RoleWord::from).collect(),
                email_verified: true,
            },
        }
    }
}

refusals!(SignInStatuses: [
    (401, "`invalid_credentials` (unknown address and wrong password alike)"),
    (403, "`email_not_verified` or `account_disabled`, with the right password only"),
], BODY);
refusals!(RefreshStatuses: [
    (401, "`refresh_token_invalid`, `refresh_token_reused`, `session_expired` or `session_revoked`"),
], BODY);
refusals!(EndStatuses: [(422, "`invalid_scope`")], SIGNED_IN);

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
