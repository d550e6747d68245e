//! The claims of an identity token (OpenID Connect Core 1.0, sections 2 and 3.1.3.7), and reasons to refuse
//! one.

/// A user whom a provider has identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's id for the user. Unlike the address, it never changes.
    pub subject: String,
    /// The address, if the provider has verified it.
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// Why an identity token is refused. Logged for the operator; the client learns only that it was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdTokenRefused {
    #[error("it is not an identity token")]
    Malformed,
    #[error("its algorithm is not accepted")]
    Algorithm,
    #[error("its header contains a key or a critical extension")]
    Header,
    #[error("its key is not a key of the provider")]
    UnknownKey,
    #[error("its signature is wrong")]
    Signature,
    #[error("it was issued by another provider")]
    Issuer,
    #[error("its audience is not only this site")]
    Audience,
    #[error("it was issued to another party")]
    AuthorizedParty,
    #[error("it has expired")]
    Expired,
    #[error("it was not issued recently")]
    IssuedAt,
    #[error("the provider named another user")]
    Subject,
    #[error("its nonce does not match")]
    Nonce,
}
