//! Code challenges for Proof Key for Code Exchange (RFC 7636).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_domain::accounts::CodeChallenges;
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy, Default)]
pub struct Sha256Challenges;

impl CodeChallenges for Sha256Challenges {
    fn s256(&self, code_verifier: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(code_verifier))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_example_is_reproduced() {
        // RFC 7636, appendix B.
        assert_eq!(
            Sha256Challenges.s256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }
}
