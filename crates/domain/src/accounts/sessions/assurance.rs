//! The proofs of a session and its assurance level, as defined by NIST SP 800-63B. Pure rules.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::words;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Method {
        Password = "password",
        Code = "code",
        /// A code from an authenticator app (RFC 6238).
        Totp = "totp",
        /// A passkey, with user verification.
        Passkey = "passkey",
        RecoveryCode = "recovery_code",
        Oidc = "oidc",
        IdToken = "id_token",
        Web3 = "web3",
    }
}

impl Method {
    /// Whether it proves possession of something other than the password and the mailbox.
    pub const fn is_second_factor(self) -> bool {
        matches!(self, Self::Totp | Self::Passkey | Self::RecoveryCode)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    pub method: Method,
    pub at: OffsetDateTime,
    /// The factor that was used; `None` for other methods, and in sessions from before it was recorded.
    pub factor_id: Option<Uuid>,
}

impl Proof {
    /// A proof by something other than a factor.
    pub const fn new(method: Method, at: OffsetDateTime) -> Self {
        Self { method, at, factor_id: None }
    }
}

/// Adds a proof, which replaces an earlier one by the same method.
pub fn with_proof(proofs: &[Proof], new: Proof) -> Vec<Proof> {
    let others = proofs.iter().filter(|proof| proof.method != new.method);
    others.copied().chain([new]).collect()
}

words! {
    /// The authenticator assurance level of a session.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Assurance {
        Aal1 = "aal1",
        /// Two factors, or a passkey, which counts for both.
        Aal2 = "aal2",
    }
}

pub fn assurance(proofs: &[Proof]) -> Assurance {
    if proofs.iter().any(|proof| proof.method.is_second_factor()) { Assurance::Aal2 } else { Assurance::Aal1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn proofs(methods: &[Method]) -> Vec<Proof> {
        methods.iter().map(|&method| Proof::new(method, NOW)).collect()
    }

    #[test]
    fn only_a_second_factor_gives_the_second_level() {
        let first = [Method::Password, Method::Code, Method::Oidc, Method::IdToken, Method::Web3];
        assert_eq!((assurance(&[]), assurance(&proofs(&first))), (Assurance::Aal1, Assurance::Aal1));
        for method in Method::ALL {
            let expected = if first.contains(&method) { Assurance::Aal1 } else { Assurance::Aal2 };
            assert_eq!(assurance(&proofs(&[method])), expected, "{method:?}");
            assert_eq!(assurance(&proofs(&[Method::Password, method])), expected, "{method:?}");
        }
    }

    #[test]
    fn a_new_proof_replaces_an_earlier_one_by_the_same_method() {
        let later = Proof::new(Method::Password, NOW + time::Duration::MINUTE);
        let before = proofs(&[Method::Password, Method::Totp]);
        assert_eq!(with_proof(&before, later), [before[1], later]);
        assert_eq!(with_proof(&[], later), [later]);
    }
}
