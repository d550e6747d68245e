//! Claims about people, from identity tokens and UserInfo (OpenID Connect Core 1.0, sections 5.1 and 5.3): many providers
//! put address and names only in one of the two.

use forum_domain::accounts::{IdTokenRefused, ProvenIdentity};
use serde::Deserialize;

/// Some providers write a truth value as text.
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
    /// Only an address that the provider has verified, or is trusted with.
    email: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
    name: Option<String>,
}

impl PersonClaims {
    pub(super) fn subject(&self) -> &str {
        &self.sub
    }

    /// `trust_email` decides without the claim `email_verified`. An address that the provider denies to have verified is
    /// dropped.
    pub(super) fn person(self, trust_email: bool) -> Person {
        let verified = self.email_verified.map_or(trust_email, |flag| flag.is_set());
        let told = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Person {
            subject: self.sub,
            email: self.email.filter(|_| verified),
            given_name: told(self.given_name),
            family_name: told(self.family_name),
            name: told(self.name),
        }
    }
}

impl Person {
    pub(super) fn is_complete(&self) -> bool {
        [&self.email, &self.given_name, &self.family_name].iter().all(|told| told.is_some())
    }

    /// Adds missing claims from another source.
    ///
    /// # Errors
    /// `Subject` if that is about another person (section 5.3.2).
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
        let whole = self.name.as_deref().unwrap_or_default();
        let (first_name, last_name) = match (self.given_name, self.family_name) {
            (None, None) => halves(whole),
            (None, Some(family)) => (without(whole, &family), Some(family)),
            (Some(given), None) => {
                let family = without(whole, &given);
                (Some(given), family)
            }
            both => both,
        };
        ProvenIdentity { subject: self.subject, email: self.email, first_name, last_name }
    }
}

/// First and last name: the last word is the last name, and `Li, Ana` is as good as `Ana Li`.
fn halves(whole: &str) -> (Option<String>, Option<String>) {
    let whole = whole.trim();
    let (first, last) = match whole.split_once(',') {
        Some((last, first)) => (first, last),
        None => whole.rsplit_once(char::is_whitespace).unwrap_or((whole, "")),
    };
    let told = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    (told(first), told(last))
}

fn without(whole: &str, part: &str) -> Option<String> {
    let (whole, part, between) = (whole.trim(), part.trim(), |c: char| c.is_whitespace() || c == ',');
    let before = whole.strip_suffix(part).filter(|rest| rest.ends_with(between));
    let rest = before.or_else(|| whole.strip_prefix(part).filter(|rest| rest.starts_with(between)))?;
    let rest = rest.trim_matches(between);
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
    fn a_full_name_is_split_only_without_its_parts() {
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
            let told = claims.to_string();
            let identity = person(claims, false).identity();
            assert_eq!(
                (identity.first_name.as_deref(), identity.last_name.as_deref()),
                (first, last),
                "{told}"
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
        ] {
            let claims = json!({"sub": "1", "email": "ana@school.example", "email_verified": flag});
            let mut silent = claims.clone();
            if flag.is_null() {
                silent.as_object_mut().expect("an object").remove("email_verified");
            }
            for claims in [claims, silent] {
                let counts = |trust| person(claims.clone(), trust).identity().email.is_some();
                assert_eq!((counts(false), counts(true)), (plain, trusted), "{claims}");
            }
        }
    }

    #[test]
    fn parts_of_a_name_take_precedence_over_the_full_name() {
        let token = person(json!({"sub": "1", "name": "Ana Maria Li"}), false);
        let info = person(json!({"sub": "1", "given_name": "Ana", "family_name": "Maria Li"}), false);
        let identity = token.clone().completed(info).expect("the same person").identity();
        assert_eq!(
            (identity.first_name.as_deref(), identity.last_name.as_deref()),
            (Some("Ana"), Some("Maria Li"))
        );
        let other = person(json!({"sub": "2"}), false);
        assert_eq!(token.completed(other), Err(IdTokenRefused::Subject));
    }
}
