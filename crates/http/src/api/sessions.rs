//! `/auth/sessions` and `/auth/codes`: sign-in with a password or a mailed code, refresh, and the caller's sessions.

pub(crate) mod keys;
pub(crate) mod session;
pub(crate) mod sign_in_by_factor;

use std::sync::Arc;

use forum_domain::accounts::{PASSWORD_MAX, SECRET_MAX, SessionScope, SessionSort, Sessions, SignInOutcome};
use forum_domain::limits::{MailLimits, RateLimit};
use forum_domain::shared::FieldError;
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use self::session::{OwnSession, OwnSessionPage, SessionView, SignInResponse, device};
use crate::api::accounts::by_email::CodeKind;
use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::{Form, Json};
use crate::request::limits;
use crate::request::list::{self, Cursor, Limit, Offset, Page};
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::{ApiCode, Code};
use crate::response::responses::{Accepted, CheckEmail, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Email, Filled, Kind, Text, choice};

/// The credentials of a user.
#[derive(Object)]
pub(crate) struct SignInRequest {
    /// The confirmed email address.
    email: Email,
    /// The password of the account.
    password: Filled<PASSWORD_MAX>,
}

/// The refresh token to exchange.
#[derive(Object)]
pub(crate) struct RefreshRequest {
    /// The newest refresh token of the session.
    refresh_token: Filled<SECRET_MAX>,
}

/// Where to send the code.
#[derive(Object)]
pub(crate) struct RequestSignInCodeRequest {
    /// The confirmed email address.
    email: Email,
}

/// A sign-in code.
#[derive(Object)]
pub(crate) struct SignInCodeRequest {
    /// The address that the email was sent to.
    email: Email,
    /// The code in the newest email.
    code: Text<CodeKind>,
}

error_codes!(RequestCodeCodes: [], BODY, TEXT, REPEATABLE);
error_codes!(SignInByCodeCodes: [CodeInvalid], BODY);
error_codes!(SignInCodes: [InvalidCredentials, EmailNotVerified, AccountDisabled], BODY);
error_codes!(RefreshCodes: [RefreshTokenInvalid, RefreshTokenReused, SessionExpired, SessionRevoked], BODY);
error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, QUERY);
error_codes!(EndCodes: [InvalidScope], SIGNED_IN);
error_codes!(EndOneCodes: [NotFound], SIGNED_IN);

pub(crate) struct SessionsApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi]
impl SessionsApi {
    /// Request a sign-in code
    ///
    /// The response is the same for every address. The code is valid for ten minutes. After five wrong codes for an
    /// address, no code is accepted for a day.
    #[oai(path = "/auth/codes", method = "post", operation_id = "request_sign_in_code", tag = "Tag::SignIn")]
    async fn request_sign_in_code(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<RequestSignInCodeRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<RequestCodeCodes>> {
        let email = &form.body.email.0;
        let work = |record| self.sessions.request_code(email, record);
        Ok(limits::mail(request, &key, &MailLimits::CODE, (email, &form.raw), work).await?)
    }

    /// Sign in with a code
    ///
    /// Opens a session, or asks for the second factor if the account has one (200). Every refused code gets the same
    /// response.
    #[oai(
        path = "/auth/sessions/code",
        method = "post",
        operation_id = "create_session_by_code",
        tag = "Tag::SignIn"
    )]
    async fn create_session_by_code(
        &self,
        request: &Request,
        json: Json<SignInCodeRequest>,
    ) -> Result<SignInResponse, ApiError<SignInByCodeCodes>> {
        let SignInCodeRequest { email, code } = json.body;
        let (limits, network) = (limits::limits(request)?, client_network(request));
        let signing_in = self.sessions.sign_in_by_code(&email.0, &code.0, device(request));
        Ok(limits.redeem(network.as_deref(), signing_in, SignInOutcome::address).await?.try_into()?)
    }

    /// Sign in
    ///
    /// Opens a session, or asks for the second factor if the account has one (200). An unknown address and a wrong
    /// password get the same response. Only a client with the right password learns that the address is unconfirmed or
    /// the account disabled.
    #[oai(path = "/auth/sessions", method = "post", operation_id = "create_session", tag = "Tag::SignIn")]
    async fn create_session(
        &self,
        request: &Request,
        json: Json<SignInRequest>,
    ) -> Result<SignInResponse, ApiError<SignInCodes>> {
        let SignInRequest { email, password } = json.body;
        let limits = limits::limits(request)?;
        let signing_in = limits.sign_in(&self.sessions, &email.0, &password.0, device(request));
        Ok(limits::paced(limits.pace, signing_in, |_| false).await?.try_into()?)
    }

    /// Refresh the tokens
    ///
    /// Replaces the access and refresh tokens. Because the response may be lost, a replaced refresh token returns its
    /// successor until a token of the new pair is used, and for ten seconds in any case. Later it is treated as stolen
    /// and ends the session.
    #[oai(
        path = "/auth/sessions/refresh",
        method = "post",
        operation_id = "refresh_session",
        tag = "Tag::Sessions"
    )]
    async fn refresh_session(
        &self,
        request: &Request,
        json: Json<RefreshRequest>,
    ) -> Result<Success<SessionView>, ApiError<RefreshCodes>> {
        limits::network(request, &RateLimit::REFRESHES).await?;
        Ok(JsonResponse(self.sessions.refresh(&json.body.refresh_token.0).await?.into()))
    }

    /// List your sessions
    ///
    /// All active sessions, the most recently used first.
    #[oai(path = "/auth/sessions", method = "get", operation_id = "list_sessions", tag = "Tag::Sessions")]
    async fn list_sessions(
        &self,
        SignedIn(caller): SignedIn,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
    ) -> Result<Success<OwnSessionPage>, ApiError<ListCodes>> {
        let page = list::list_page(limit, offset, cursor, SessionSort::page)?;
        let listing = self.sessions.list(caller.user.id, page).await?;
        let page = Page::of(listing, |session| OwnSession::seen_by(&caller, session));
        Ok(JsonResponse(OwnSessionPage { page }))
    }

    /// Sign out
    ///
    /// Ends sessions. Their access tokens are refused from the next request.
    #[oai(path = "/auth/sessions", method = "delete", operation_id = "end_sessions", tag = "Tag::Sessions")]
    async fn end_sessions(
        &self,
        SignedIn(caller): SignedIn,
        /// Which sessions to end: all of yours (`global`), the one you are using (`local`), or all others (`others`).
        scope: Query<Option<Text<ScopeKind>>>,
    ) -> Result<NoContent, ApiError<EndCodes>> {
        let scope = parse_scope(scope.0.as_ref().map(|text| &*text.0))?;
        self.sessions.end_sessions(caller.user.id, caller.session_id, scope).await?;
        Ok(NoContent)
    }

    /// End one of your sessions
    ///
    /// Ending a session that has already ended succeeds.
    #[oai(
        path = "/auth/sessions/:id",
        method = "delete",
        operation_id = "end_session",
        tag = "Tag::Sessions"
    )]
    async fn end_session(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of the session.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<EndOneCodes>> {
        self.sessions.end_session(caller.user.id, id.0).await?;
        Ok(NoContent)
    }
}

/// `global` by default.
struct ScopeKind;

const SCOPES: [(&str, SessionScope); 3] =
    [("global", SessionScope::Global), ("local", SessionScope::Local), ("others", SessionScope::Others)];

impl Kind for ScopeKind {
    fn schema() -> MetaSchema {
        MetaSchema { default: Some("global".into()), ..choice(SCOPES.map(|(word, _)| word), None) }
    }
}

fn parse_scope(word: Option<&str>) -> Result<SessionScope, FieldError> {
    let Some(word) = word else { return Ok(SessionScope::Global) };
    let known = SCOPES.into_iter().find(|(known, _)| *known == word).map(|(_, scope)| scope);
    let detail = Code::InvalidScope.sentence();
    known.ok_or_else(|| FieldError::new("/scope", "invalid_scope", detail))
}
