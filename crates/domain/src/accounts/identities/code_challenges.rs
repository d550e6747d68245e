//! Port for Proof Key for Code Exchange (RFC 7636).

pub trait CodeChallenges: Send + Sync {
    /// `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`: the method S256 of RFC 7636, section 4.2.
    fn s256(&self, code_verifier: &str) -> String;
}

pub fn is_code_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_challenge_is_43_characters_of_base64url() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_code_challenge(challenge));
        for text in ["", &challenge[1..], &format!("{challenge}A"), &challenge.replace('-', "+")] {
            assert!(!is_code_challenge(text), "{text}");
        }
    }
}
