//! Sessions as they are answered: the tokens of one, and the list of one's own.

use forum_domain::accounts::{self as domain, Caller, Session, User};
use forum_domain::shared::Listing;
use poem_openapi::{Enum, Object};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::users::RoleWord;

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

/// A session that is not over.
#[derive(Object)]
pub(crate) struct OwnSession {
    /// Random id.
    id: Uuid,
    /// When the person signed in.
    created_at: OffsetDateTime,
    /// When it was last used, exact to 15 minutes.
    last_used_at: OffsetDateTime,
    /// The network part of the address at sign-in: IPv4 /24, IPv6 /48.
    #[oai(skip_serializing_if_is_none)]
    ip_prefix: Option<String>,
    /// The `User-Agent` at sign-in, cut to 200 characters.
    #[oai(skip_serializing_if_is_none)]
    user_agent: Option<String>,
    /// Whether it is the one that asks.
    current: bool,
}

impl OwnSession {
    fn seen_by(caller: &Caller, session: Session) -> Self {
        Self {
            id: session.id,
            created_at: session.created_at,
            last_used_at: session.last_used_at,
            ip_prefix: session.device.ip_prefix,
            user_agent: session.device.user_agent,
            current: session.id == caller.session_id,
        }
    }
}

/// A page of the own sessions.
#[derive(Object)]
pub(crate) struct OwnSessions {
    /// The sessions of this page.
    items: Vec<OwnSession>,
    /// Sessions that are not over.
    total: u64,
    /// Items of a page at most.
    limit: u32,
    /// Items passed over.
    offset: u32,
}

impl OwnSessions {
    pub(crate) fn seen_by(caller: &Caller, listing: Listing<Session>) -> Self {
        Self {
            items: listing.items.into_iter().map(|session| OwnSession::seen_by(caller, session)).collect(),
            total: listing.total,
            limit: listing.limit,
            offset: listing.offset.unwrap_or_default(),
        }
    }
}
