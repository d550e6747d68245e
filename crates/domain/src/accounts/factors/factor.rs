use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{Method, Proof, User};
use crate::shared::{Fault, words};

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// The first half of its random challenge.
    pub id: Uuid,
    /// For the browser: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub options: String,
    /// The adapter's private data for verifying the response.
    pub state: String,
}

/// The public half of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRecord {
    /// Chosen by the authenticator, unique among all passkeys.
    pub credential_id: Vec<u8>,
    /// The adapter's private data: public key, signature counter and flags.
    pub record: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialClaim {
    pub ceremony_id: Uuid,
    pub credential_id: Vec<u8>,
    /// The owner of the passkey. Browsers send it if the server requested any passkey.
    pub user_id: Option<Uuid>,
}

/// Ceremonies of Web Authentication, level 3. Credentials are the JSON of `PublicKeyCredential.toJSON()`.
pub trait Passkeys: Send + Sync {
    /// Begins the creation of a passkey for this user on an authenticator that holds none of `known`.
    fn creation(&self, user: &User, known: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// The created passkey. `None` unless the credential answers this ceremony on this site's origin and its
    /// authenticator has verified the user.
    fn created(&self, state: &str, credential: &str) -> Option<PasskeyRecord>;

    /// Requests the use of one of these passkeys, or of any passkey of this site if the list is empty.
    fn request(&self, allowed: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// Reads a credential without checking it; `None` if it is malformed.
    fn claim(&self, credential: &str) -> Option<CredentialClaim>;

    /// The passkey after its use. `None` unless the credential answers this ceremony on this site's origin, is signed
    /// by this passkey, and its authenticator has verified the user. A signature counter must have grown, because
    /// otherwise the passkey was copied.
    fn used(&self, state: &str, passkey: &PasskeyRecord, credential: &str) -> Option<PasskeyRecord>;
}
