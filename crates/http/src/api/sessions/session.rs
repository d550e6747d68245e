//! Sessions in responses: tokens, the request for a second factor, and a user's own list. Also the client as it is stored at
//! sign-in.

use forum_domain::accounts::{
    self as domain, Assurance, Caller, Device, FactorKind, Method, Proof, Role, Session, SignInOutcome, User,
};
use forum_domain::shared::Fault;
use poem::{IntoResponse, Request, Response};
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::factors::web_authn::Dictionary;
use crate::request::list::Page;
use crate::request::network::client_network;
use crate::response::responses::{JsonResponse, documented};
use crate::response::schema_types::{Email, Nullable};
use crate::response::words::Word;

/// Stored length of a `User-Agent`, in characters.
const USER_AGENT: usize = 200;

pub(crate) fn device(request: &Request) -> Device {
    let user_agent = request.header("User-Agent").map(|text| text.chars().take(USER_AGENT).collect());
    Device { ip_prefix: client_network(request), user_agent }
}

/// How the access token is sent.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// `Authorization: Bearer <token>`.
    Bearer,
}

/// An authentication method of a session and the time of its use.
#[derive(Object)]
#[oai(rename = "Proof")]
pub(crate) struct ProofView {
    method: Word<Method>,
    /// When the method was used.
    at: OffsetDateTime,
}

impl ProofView {
    fn list(proofs: &[Proof]) -> Vec<Self> {
        proofs.iter().map(|proof| Self { method: proof.method.into(), at: proof.at }).collect()
    }
}

/// The user who signed in.
#[derive(Object)]
pub(crate) struct SessionUser {
    /// Identifies the user.
    id: Uuid,
    /// The confirmed email address.
    email: Email,
    /// The given name.
    first_name: String,
    /// The family name.
    last_name: String,
    /// What the user may do.
    roles: Vec<Word<Role>>,
    /// Always true, because sign-in requires a confirmed address.
    email_verified: bool,
}

/// A session and its tokens.
#[derive(Object)]
#[oai(rename = "Session")]
pub(crate) struct SessionView {
    /// Send it as `Authorization: Bearer <token>`.
    access_token: String,
    token_type: TokenType,
    /// Seconds until the access token expires.
    expires_in: i64,
    /// When the access token expires, by the server's clock.
    expires_at: OffsetDateTime,
    /// Single-use.
    refresh_token: String,
    aal: Word<Assurance>,
    /// The authentication methods of the session, in order of use. Empty for sessions that are older than this member.
    amr: Vec<ProofView>,
    user: SessionUser,
    /// True if the first sign-in of the account opened the session. Only with the feature `apply`.
    #[oai(skip_serializing_if_is_none)]
    first_sign_in: Option<bool>,
}

impl From<domain::SignedIn> for SessionView {
    fn from(signed_in: domain::SignedIn) -> Self {
        let domain::SignedIn { access_token, refresh_token, expires_in, expires_at, user, proofs, is_first } =
            signed_in;
        let User { id, email, name, roles, .. } = user;
        Self {
            access_token,
            token_type: TokenType::Bearer,
            expires_in,
            expires_at,
            refresh_token,
            aal: domain::assurance(&proofs).into(),
            amr: ProofView::list(&proofs),
            user: SessionUser {
                id,
                email: Email::from(&email),
                first_name: name.first,
                last_name: name.last,
                roles: roles.iter().map(Word::from).collect(),
                email_verified: true,
            },
            first_sign_in: is_first.then_some(true),
        }
    }
}

/// An active session.
#[derive(Object)]
pub(crate) struct OwnSession {
    /// Identifies the session.
    id: Uuid,
    /// When the user signed in.
    created_at: OffsetDateTime,
    /// When it was last used, to within 15 minutes.
    last_used_at: OffsetDateTime,
    /// The network it was opened from: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
    ip_prefix: Nullable<String>,
    /// The `User-Agent` it was opened with, cut to 200 characters.
    user_agent: Nullable<String>,
    aal: Word<Assurance>,
    /// The authentication methods of the session, in order of use. Empty for sessions that are older than this member.
    amr: Vec<ProofView>,
    /// Whether this request uses the session.
    current: bool,
}

impl OwnSession {
    pub(crate) fn seen_by(caller: &Caller, session: Session) -> Self {
        Self {
            id: session.id,
            created_at: session.created_at,
            last_used_at: session.last_used_at,
            ip_prefix: Nullable(session.device.ip_prefix),
            user_agent: Nullable(session.device.user_agent),
            aal: domain::assurance(&session.proofs).into(),
            amr: ProofView::list(&session.proofs),
            current: session.id == caller.session_id,
        }
    }
}

/// A page of your sessions.
#[derive(Object)]
pub(crate) struct OwnSessionPage {
    #[oai(flatten)]
    pub(crate) page: Page<OwnSession>,
}

/// Always `factor_required`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum EntryStatus {
    FactorRequired,
}

/// A factor that can complete the sign-in.
#[derive(Object)]
pub(crate) struct FactorChoice {
    /// The `factor_id` for `POST /auth/sessions/factor`.
    id: Uuid,
    factor_type: Word<FactorKind>,
    /// The owner's name for it.
    friendly_name: String,
}

/// The account has a second factor. `POST /auth/sessions/factor` completes the sign-in.
#[derive(Object)]
pub(crate) struct FactorRequired {
    status: EntryStatus,
    /// Proves the first step.
    challenge_token: String,
    /// Seconds until the token expires.
    expires_in: i64,
    /// The verified factors of the account.
    factors: Vec<FactorChoice>,
    /// For the passkeys among them, for `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` (Web
    /// Authentication, level 3).
    options: Nullable<Dictionary>,
}

impl TryFrom<domain::FactorRequired> for FactorRequired {
    type Error = Fault;

    fn try_from(required: domain::FactorRequired) -> Result<Self, Fault> {
        let choice = |factor: &domain::Factor| FactorChoice {
            id: factor.id,
            factor_type: factor.kind().into(),
            friendly_name: factor.friendly_name.clone(),
        };
        let options = required.options.as_deref().map(Dictionary::read).transpose()?;
        Ok(Self {
            status: EntryStatus::FactorRequired,
            challenge_token: required.challenge_token,
            expires_in: required.expires_in,
            factors: required.factors.iter().map(choice).collect(),
            options: Nullable(options),
        })
    }
}

/// 201 with a session, or 200 with the second step.
pub(crate) struct SignInResponse(Response);

impl TryFrom<SignInOutcome> for SignInResponse {
    type Error = Fault;

    fn try_from(outcome: SignInOutcome) -> Result<Self, Fault> {
        Ok(Self(match outcome {
            SignInOutcome::SignedIn(signed_in) => {
                JsonResponse::<201, SessionView>(signed_in.into()).into_response()
            }
            SignInOutcome::FactorRequired(required) => {
                JsonResponse::<200, FactorRequired>(required.try_into()?).into_response()
            }
        }))
    }
}

impl IntoResponse for SignInResponse {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for SignInResponse {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![documented::<FactorRequired>(200), documented::<SessionView>(201)] }
    }

    fn register(registry: &mut Registry) {
        FactorRequired::register(registry);
        SessionView::register(registry);
    }
}
