//! Searches for marked values in every encoding that a program may use.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

/// Values up to this length match only as whole words, because six digits occur in any long number.
const SHORT: usize = 8;
/// The number of characters that a finding shows of its line.
const SHOWN: usize = 300;

/// Marked values with their descriptions.
#[derive(Default)]
pub struct Canaries(BTreeMap<String, String>);

impl Canaries {
    /// Remembers a value and returns it. Searching for a value also finds addresses and tokens that contain it.
    pub fn plant(&mut self, what: &str, value: &str) -> String {
        assert!(value.chars().count() >= 6, "{what} is so short that it could occur by chance: {value}");
        self.0.insert(value.to_owned(), what.to_owned());
        value.to_owned()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The remembered values that occur in the texts.
    pub fn found<'a>(&self, source: &str, texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
        let wanted: Vec<(String, &str, bool)> = self
            .0
            .iter()
            .flat_map(|(value, what)| {
                let short = value.chars().count() <= SHORT;
                forms(value).into_iter().map(move |form| (form, what.as_str(), short))
            })
            .collect();
        let mut found = BTreeSet::new();
        for text in texts {
            let lower = text.to_lowercase();
            for (form, what, short) in &wanted {
                if holds(&lower, form, *short) {
                    let shown: String = text.chars().take(SHOWN).collect();
                    found.insert(format!("{source} contains {what} ({form}): {shown}"));
                }
            }
        }
        found
    }
}

fn holds(text: &str, form: &str, alone: bool) -> bool {
    let is_part = |c: char| c.is_alphanumeric();
    text.match_indices(form).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + form.len()..]);
        !alone || !(before.ends_with(is_part) || after.starts_with(is_part))
    })
}

/// The lower-case value in plain text, percent-encoded, in base64 at any offset, escaped as in JSON and debug output, and
/// in hex.
fn forms(value: &str) -> BTreeSet<String> {
    let percent = |plain: fn(u8) -> bool| -> String {
        let byte = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
        value.bytes().map(byte).collect()
    };
    let strict = percent(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    let json = serde_json::Value::from(value).to_string();
    let ascii: String = json
        .chars()
        .flat_map(|c| {
            let units = if c.is_ascii() { Vec::new() } else { c.encode_utf16(&mut [0; 2]).to_vec() };
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            if c.is_ascii() { vec![c] } else { escaped.chars().collect() }
        })
        .collect();
    let unquoted = |text: &str| text[1..text.len() - 1].to_owned();
    let mut all = vec![
        value.to_owned(),
        strict.replace("%20", "+"),
        strict,
        percent(|byte| byte.is_ascii_alphanumeric() || b"-._~@:/!$&'()*+,;=".contains(&byte)),
        unquoted(&json),
        unquoted(&ascii),
        value.escape_default().to_string(),
        value.bytes().map(|byte| format!("{byte:02x}")).collect(),
    ];
    for offset in 0..3 {
        let bytes = [vec![0; offset], value.as_bytes().to_vec()].concat();
        // The first and last characters also depend on the adjacent bytes.
        let (from, to) = (offset * 8 / 6 + usize::from(offset > 0), bytes.len() * 8 / 6);
        all.extend([STANDARD, URL_SAFE].map(|engine| engine.encode(&bytes)[from..to].to_owned()));
    }
    all.into_iter().map(|form| form.to_lowercase()).collect()
}

#[test]
fn a_value_is_found_in_every_form_and_position() {
    let mut canaries = Canaries::default();
    let value = canaries.plant("a name", "Zéphyrine \"Kanari\" O'Néill");
    for (what, text) in [
        ("itself", value.clone()),
        ("among others", format!("a name is {value}.")),
        ("in capitals", value.to_uppercase()),
        ("percent-encoded", "/x?q=Z%C3%A9phyrine%20%22Kanari%22%20O%27N%C3%A9ill".to_owned()),
        ("a form", "q=Z%C3%A9phyrine+%22Kanari%22+O%27N%C3%A9ill&b=1".to_owned()),
        ("JSON", serde_json::json!({ "name": value }).to_string()),
        ("JSON in ASCII", r#"{"n":"Z\u00e9phyrine \"Kanari\" O'N\u00E9ill"}"#.to_owned()),
        ("a debugger", format!("{value:?}")),
        ("hex", value.bytes().map(|byte| format!("{byte:02X}")).collect()),
        ("base64", STANDARD.encode(&value)),
        ("base64 of a header", format!("Basic {}", STANDARD.encode(format!("me:{value}")))),
        ("base64 one further", STANDARD.encode(format!("x{value}yz"))),
    ] {
        assert!(!canaries.found("here", [text.as_str()].into_iter()).is_empty(), "{what}: {text}");
    }
    assert!(canaries.found("here", ["nothing of hers"].into_iter()).is_empty());
}

#[test]
fn six_digits_are_found_alone_but_not_inside_a_number() {
    let mut canaries = Canaries::default();
    canaries.plant("a code", "483920");
    let found = |text| !canaries.found("here", [text].into_iter()).is_empty();
    assert!(found("code 483920.") && found(r#"{"code":"483920"}"#) && found("483920"));
    assert!(!found("1483920771") && !found("a483920f"));
}
