//! What a provider tells about somebody beside their identity token (OpenID Connect Core 1.0, section 5.3): many put
//! address and names only there.

use forum_domain::accounts::{IdTokenRefused, ProvenIdentity};
use serde::Deserialize;

use super::id_token::Flag;

/// The claims that are of use here.
#[derive(Deserialize)]
pub(super) struct UserInfo {
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: Flag,
    given_name: Option<String>,
    family_name: Option<String>,
}

impl UserInfo {
    /// The identity with what its token has left out.
    ///
    /// # Errors
    /// `Subject` if this is about somebody else (section 5.3.2).
    pub(super) fn complete(self, identity: ProvenIdentity) -> Result<ProvenIdentity, IdTokenRefused> {
        if self.sub != identity.subject {
            return Err(IdTokenRefused::Subject);
        }
        let verified = self.email_verified.is_set();
        Ok(ProvenIdentity {
            email: identity.email.or(self.email.filter(|_| verified)),
            first_name: identity.first_name.or(self.given_name),
            last_name: identity.last_name.or(self.family_name),
            ..identity
        })
    }
}
