//! Port for passkeys (Web Authentication, level 3): what a browser and the server tell each other, and the keys themselves.

use uuid::Uuid;

use crate::accounts::sessions::User;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// The first half of its random challenge.
    pub id: Uuid,
    /// For the browser: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub options: String,
    /// What the server needs to verify the response; meaningful to the adapter alone.
    pub state: String,
}

/// The public half of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRecord {
    /// Chosen by the authenticator, unique among all passkeys.
    pub credential_id: Vec<u8>,
    /// Public key, signature counter and flags; meaningful to the adapter alone.
    pub record: String,
}

/// What a credential says of itself before anything of it was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialClaim {
    pub ceremony_id: Uuid,
    pub credential_id: Vec<u8>,
    /// Whose passkey that is. Browsers tell it where the server did not name passkeys.
    pub user_id: Option<Uuid>,
}

/// Ceremonies of Web Authentication. Credentials are the JSON of `PublicKeyCredential.toJSON()`.
pub trait Passkeys: Send + Sync {
    /// Asks for a new passkey of this user on an authenticator that holds none of `known`.
    fn creation(&self, user: &User, known: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// The passkey that was created. `None` unless the credential answers this ceremony on this site's origin and its
    /// authenticator has verified its user.
    fn created(&self, state: &str, credential: &str) -> Option<PasskeyRecord>;

    /// Asks for the use of one of these passkeys, or of any passkey of this site if there are none.
    fn request(&self, allowed: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// Reads a credential without checking it; `None` if it is malformed.
    fn claim(&self, credential: &str) -> Option<CredentialClaim>;

    /// The passkey after its use. `None` unless the credential answers this ceremony on this site's origin, carries a
    /// signature by this passkey, its authenticator has verified its user, and its signature counter, if it has one, has
    /// grown: one that has not was copied.
    fn used(&self, state: &str, passkey: &PasskeyRecord, credential: &str) -> Option<PasskeyRecord>;
}
