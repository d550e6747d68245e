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
    /// It is no JWS in compact form, or its claims are none of an identity token.
    #[error("it is no identity token")]
    Malformed,
    /// Its header names an algorithm that is not accepted, or that is none of its key.
    #[error("its algorithm is not accepted")]
    Algorithm,
    /// Its header brings a key or demands something of its reader.
    #[error("its header brings a key or a demand")]
    Header,
    /// No key of the provider, or more than one, fits its header.
    #[error("it names no key of the provider")]
    UnknownKey,
    /// The signature is not by that key.
    #[error("its signature is wrong")]
    Signature,
    /// It was issued by somebody else.
    #[error("it was issued by another provider")]
    Issuer,
    /// It is not for this site, or not for this site alone.
    #[error("it is not for this site alone")]
    Audience,
    /// It was issued to somebody else.
    #[error("it was issued to another party")]
    AuthorizedParty,
    /// It has expired.
    #[error("it has expired")]
    Expired,
    /// It was issued in the future or too long ago, or is not valid yet.
    #[error("it was not issued just now")]
    IssuedAt,
    /// What the provider tells beside it is about somebody else.
    #[error("the provider told of somebody else")]
    Subject,
    /// It does not answer this request.
    #[error("its nonce is another one")]
    Nonce,
}
