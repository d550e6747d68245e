//! JSON representations of sessions and their tokens.

use forum_domain::accounts::{self as domain, Assurance, Caller, Method, Proof, Role, Session, User};
use forum_domain::shared::Listing;
use poem_openapi::{Enum, Object};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::request::list::Page;
use crate::response::schema_types::{Email, Nullable};
use crate::response::words::Word;

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
}

impl From<domain::SignedIn> for SessionView {
    fn from(signed_in: domain::SignedIn) -> Self {
        let domain::SignedIn { access_token, refresh_token, expires_in, expires_at, user, proofs } =
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
    fn seen_by(caller: &Caller, session: Session) -> Self {
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
    page: Page<OwnSession>,
}

impl OwnSessionPage {
    pub(crate) fn seen_by(caller: &Caller, listing: Listing<Session>) -> Self {
        Self { page: Page::of(listing, |session| OwnSession::seen_by(caller, session)) }
    }
}
