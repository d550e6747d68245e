//! The claims of an identity token (OpenID Connect Core 1.0, sections 2 and 3.1.3.7), and reasons to refuse
//! one.

/// The user whom a provider identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's own id of the person; never changes, unlike the address.
    pub subject: String,
    /// The address that the provider has verified; `None` if it has none or has not.
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// Why an identity token is refused. Logged for the operator; the client learns only that it was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdTokenRefused {
    #[error("it is no identity token")]
    Malformed,
    #[error("its algorithm is not accepted")]
    Algorithm,
    #[error("its header brings a key or a demand")]
    Header,
    #[error("it names no key of the provider")]
    UnknownKey,
    #[error("its signature is wrong")]
    Signature,
    #[error("it was issued by another provider")]
    Issuer,
    #[error("it is not for this site alone")]
    Audience,
    #[error("it was issued to another party")]
    AuthorizedParty,
    #[error("it has expired")]
    Expired,
    #[error("it was not issued just now")]
    IssuedAt,
    #[error("the provider named another user")]
    Subject,
    #[error("its nonce is another one")]
    Nonce,
}
