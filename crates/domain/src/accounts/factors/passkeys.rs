//! Port for passkeys (Web Authentication, level 3): the messages between browser and server, and the public keys.

use uuid::Uuid;

use crate::accounts::sessions::User;
use crate::shared::Fault;

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

/// The unverified claims of a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialClaim {
    pub ceremony_id: Uuid,
    pub credential_id: Vec<u8>,
    /// The owner of the passkey. Browsers send it if the server requested any passkey.
    pub user_id: Option<Uuid>,
}

/// Ceremonies of Web Authentication. Credentials are the JSON of `PublicKeyCredential.toJSON()`.
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
