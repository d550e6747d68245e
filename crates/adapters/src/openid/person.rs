//! Claims about users in ID tokens and UserInfo responses (OpenID Connect Core 1.0, sections 5.1 and 5.3). Many
//! providers put address and names into only one of the two.

use forum_domain::accounts::ProvenIdentity;
use serde::Deserialize;

use super::id_token::IdTokenRefused;

/// A boolean. Some providers send it as text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Flag {
    Value(bool),
    Word(String),
}

impl Flag {
    fn is_set(&self) -> bool {
        match self {
            Self::Value(value) => *value,
            Self::Word(word) => word == "true",
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct PersonClaims {
    sub: String,
    email: Option<String>,
    email_verified: Option<Flag>,
    given_name: Option<String>,
    family_name: Option<String>,
    name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Person {
    subject: String,
    /// `None` unless the provider has verified the address or is trusted.
    email: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
    name: Option<String>,
}

impl PersonClaims {
    pub(super) fn subject(&self) -> &str {
        &self.sub
    }

    /// `trust_email` replaces a missing claim `email_verified`. An unverified address is dropped.
    pub(super) fn person(self, trust_email: bool) -> Person {
        let verified = self.email_verified.map_or(trust_email, |flag| flag.is_set());
        let non_blank = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Person {
            subject: self.sub,
            email: self.email.filter(|_| verified),
            given_name: non_blank(self.given_name),
            family_name: non_blank(self.family_name),
            name: non_blank(self.name),
        }
    }
}

impl Person {
    pub(super) fn is_complete(&self) -> bool {
        [&self.email, &self.given_name, &self.family_name].iter().all(|claim| claim.is_some())
    }

    /// Adds missing claims from another source.
    ///
    /// # Errors
    /// `Subject` if the other source is about another user (section 5.3.2).
    pub(super) fn completed(self, other: Self) -> Result<Self, IdTokenRefused> {
        if self.subject != other.subject {
            return Err(IdTokenRefused::Subject);
        }
        Ok(Self {
            subject: self.subject,
            email: self.email.or(other.email),
            given_name: self.given_name.or(other.given_name),
            family_name: self.family_name.or(other.family_name),
            name: self.name.or(other.name),
        })
    }

    pub(super) fn identity(self) -> ProvenIdentity {
        let full_name = self.name.as_deref().unwrap_or_default();
        let (first_name, last_name) = match (self.given_name, self.family_name) {
            (None, None) => split_name(full_name),
            (None, Some(family)) => (without_part(full_name, &family), Some(family)),
            (Some(given), None) => {
                let family = without_part(full_name, &given);
                (Some(given), family)
            }
            both => both,
        };
        ProvenIdentity { subject: self.subject, email: self.email, first_name, last_name }
    }
}

/// Splits a full name into first and last name: the last word, or the part before a comma, is the last name.
fn split_name(full_name: &str) -> (Option<String>, Option<String>) {
    let full_name = full_name.trim();
    let (first, last) = match full_name.split_once(',') {
        Some((last, first)) => (first, last),
        None => full_name.rsplit_once(char::is_whitespace).unwrap_or((full_name, "")),
    };
    let non_blank = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    (non_blank(first), non_blank(last))
}

fn without_part(full_name: &str, part: &str) -> Option<String> {
    let (full_name, part) = (full_name.trim(), part.trim());
    let separator = |c: char| c.is_whitespace() || c == ',';
    let before = full_name.strip_suffix(part).filter(|rest| rest.ends_with(separator));
    let rest = before.or_else(|| full_name.strip_prefix(part).filter(|rest| rest.starts_with(separator)))?;
    let rest = rest.trim_matches(separator);
    Some(rest.to_owned()).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn person(claims: Value, trust_email: bool) -> Person {
        serde_json::from_value::<PersonClaims>(claims).expect("claims").person(trust_email)
    }

    #[test]
    fn a_full_name_is_split_only_if_its_parts_are_missing() {
        let table = [
            (json!({"name": "Ana Li"}), Some("Ana"), Some("Li")),
            (json!({"name": " Ana Maria de Li "}), Some("Ana Maria de"), Some("Li")),
            (json!({"name": "Li, Ana Maria"}), Some("Ana Maria"), Some("Li")),
            (json!({"name": "Ana"}), Some("Ana"), None),
            (json!({"name": " , "}), None, None),
            (json!({"name": ""}), None, None),
            (json!({}), None, None),
            (json!({"name": "Ana de Li", "family_name": "de Li"}), Some("Ana"), Some("de Li")),
            (json!({"name": "Li, Ana", "family_name": "Li"}), Some("Ana"), Some("Li")),
            (json!({"name": "Li Ana", "given_name": "Ana"}), Some("Ana"), Some("Li")),
            (json!({"name": "Anabel Li", "given_name": "Ana"}), Some("Ana"), None),
            (
                json!({"name": "Ana Li", "given_name": "Anna", "family_name": "Lee"}),
                Some("Anna"),
                Some("Lee"),
            ),
            (json!({"name": "Ana Li", "given_name": " ", "family_name": null}), Some("Ana"), Some("Li")),
        ];
        for (mut claims, first, last) in table {
            claims["sub"] = json!("1");
            let text = claims.to_string();
            let identity = person(claims, false).identity();
            assert_eq!(
                (identity.first_name.as_deref(), identity.last_name.as_deref()),
                (first, last),
                "{text}"
            );
        }
    }

    #[test]
    fn a_trusted_provider_may_omit_email_verified_but_not_deny_it() {
        for (flag, plain, trusted) in [
            (json!(true), true, true),
            (json!("true"), true, true),
            (Value::Null, false, true),
            (json!(false), false, false),
            (json!("false"), false, false),
            (json!("yes"), false, false),
        ] {
            let claims = json!({"sub": "1", "email": "ana@school.example", "email_verified": flag});
            let mut without_claim = claims.clone();
            if flag.is_null() {
                without_claim.as_object_mut().expect("an object").remove("email_verified");
            }
            for claims in [claims, without_claim] {
                let has_email = |trust| person(claims.clone(), trust).identity().email.is_some();
                assert_eq!((has_email(false), has_email(true)), (plain, trusted), "{claims}");
            }
        }
    }

    #[test]
    fn parts_of_a_name_take_precedence_over_the_full_name() {
        let token = person(json!({"sub": "1", "name": "Ana Maria Li"}), false);
        let info = person(json!({"sub": "1", "given_name": "Ana", "family_name": "Maria Li"}), false);
        let identity = token.clone().completed(info).expect("a matching subject").identity();
        assert_eq!(
            (identity.first_name.as_deref(), identity.last_name.as_deref()),
            (Some("Ana"), Some("Maria Li"))
        );
        let other = person(json!({"sub": "2"}), false);
        assert_eq!(token.completed(other), Err(IdTokenRefused::Subject));
    }
}
