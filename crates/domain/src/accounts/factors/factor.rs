use time::OffsetDateTime;
use uuid::Uuid;

use super::passkeys::PasskeyRecord;
use crate::accounts::sessions::{Method, Proof};
use crate::shared::words;

/// Maximum number of factors per account, including unverified ones.
pub const FACTORS_MAX: usize = 10;
/// Maximum length of a factor's name in code points.
pub const FACTOR_NAME_MAX: usize = 60;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FactorKind {
        Totp = "totp",
        Passkey = "passkey",
    }
}

impl FactorKind {
    pub const fn method(self) -> Method {
        match self {
            Self::Totp => Method::Totp,
            Self::Passkey => Method::Passkey,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authenticator {
    /// An authenticator app. Its secret is derived from the factor's id.
    Totp {
        /// The step of the last accepted code. No code is accepted twice (RFC 6238, section 5.2).
        last_step: Option<u64>,
    },
    /// A passkey; `None` until it is created.
    Passkey(Option<PasskeyRecord>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    pub id: Uuid,
    pub user_id: Uuid,
    pub friendly_name: String,
    pub authenticator: Authenticator,
    pub created_at: OffsetDateTime,
    /// When its first use completed the enrolment. Until then it has no effect.
    pub verified_at: Option<OffsetDateTime>,
    pub last_used_at: Option<OffsetDateTime>,
}

impl Factor {
    pub const fn kind(&self) -> FactorKind {
        match self.authenticator {
            Authenticator::Totp { .. } => FactorKind::Totp,
            Authenticator::Passkey(_) => FactorKind::Passkey,
        }
    }

    pub const fn passkey(&self) -> Option<&PasskeyRecord> {
        match &self.authenticator {
            Authenticator::Passkey(record) => record.as_ref(),
            Authenticator::Totp { .. } => None,
        }
    }

    pub const fn is_verified(&self) -> bool {
        self.verified_at.is_some()
    }

    pub const fn proof(&self, now: OffsetDateTime) -> Proof {
        Proof { method: self.kind().method(), at: now, factor_id: Some(self.id) }
    }

    /// The factor after a use. Its first use verifies it.
    pub fn used(&self, authenticator: Authenticator, now: OffsetDateTime) -> Self {
        Self {
            authenticator,
            verified_at: self.verified_at.or(Some(now)),
            last_used_at: Some(now),
            ..self.clone()
        }
    }
}
