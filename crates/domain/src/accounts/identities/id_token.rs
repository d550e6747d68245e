//! What an identity token proves (OpenID Connect Core 1.0, sections 2 and 3.1.3.7), and why one proves nothing.

/// Who a provider says somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's own id of the person; never changes, unlike the address.
    pub subject: String,
    /// The address that the provider has verified; `None` if it has none or has not.
    pub email: Option<String>,
    /// The given name, if the provider tells it.
    pub first_name: Option<String>,
    /// The family name, if the provider tells it.
    pub last_name: Option<String>,
}

/// Why an identity token is refused. Told to whoever operates the site; the sender is told only that it was refused.
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
    #[error("the provider told of somebody else")]
    Subject,
    #[error("its nonce is another one")]
    Nonce,
}
