use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{ProvenIdentity, Seal, SecretDeriver};
use crate::shared::words;

pub const FLOW_LIFETIME: Duration = Duration::minutes(5);

/// Time limit for the user at the provider, including a password reset there.
pub const AUTHORIZATION_LIFETIME: Duration = Duration::minutes(15);

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FlowKind {
        Passkey = "passkey",
        IdToken = "id_token",
        Authorization = "authorization",
        /// The user has returned from the provider, and the browser exchanges a code from this site.
        AuthCode = "auth_code",
        Wallet = "wallet",
    }
}

impl FlowKind {
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::Authorization => AUTHORIZATION_LIFETIME,
            Self::Passkey | Self::IdToken | Self::AuthCode | Self::Wallet => FLOW_LIFETIME,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowState {
    /// The state of the ceremony ([`Ceremony::state`](crate::accounts::factors::Ceremony::state)).
    Passkey(String),
    IdToken,
    Authorization {
        provider: String,
        /// Binds the flow to the browser that began it (RFC 7636).
        code_challenge: String,
    },
    AuthCode {
        provider: String,
        code_challenge: String,
        identity: ProvenIdentity,
    },
    Wallet,
}

impl FlowState {
    pub const fn kind(&self) -> FlowKind {
        match self {
            Self::Passkey(_) => FlowKind::Passkey,
            Self::IdToken => FlowKind::IdToken,
            Self::Authorization { .. } => FlowKind::Authorization,
            Self::AuthCode { .. } => FlowKind::AuthCode,
            Self::Wallet => FlowKind::Wallet,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInFlow {
    pub id: Uuid,
    pub state: FlowState,
    pub created_at: OffsetDateTime,
}

impl SignInFlow {
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + self.state.kind().lifetime()
    }
}

/// The token of a flow outside the server, which cannot be forged with the contents of the database: `base64url(id ‖ MAC)`.
pub(super) fn flow_token(kind: FlowKind, id: Uuid, secrets: &dyn SecretDeriver) -> String {
    seal(kind, secrets).write(id, b"")
}

/// The id of the flow, if the token belongs to a flow of this kind.
pub(super) fn read_flow_token(kind: FlowKind, token: &str, secrets: &dyn SecretDeriver) -> Option<Uuid> {
    seal(kind, secrets).read::<0>(token).map(|(id, _)| id)
}

fn seal(kind: FlowKind, secrets: &dyn SecretDeriver) -> Seal<'_> {
    Seal { secrets, label: "sign-in flow", context: kind.as_str().as_bytes() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::tokens::testing::Secret;

    #[test]
    fn a_token_is_accepted_only_for_its_kind_of_flow() {
        let (secrets, id) = (&Secret(1), Uuid::from_u128(7));
        for kind in FlowKind::ALL {
            for read_as in FlowKind::ALL {
                let read = read_flow_token(read_as, &flow_token(kind, id, secrets), secrets);
                assert_eq!(read, (kind == read_as).then_some(id), "{kind:?} as {read_as:?}");
            }
        }
    }
}
