//! The content of stored templates: validation, and substitution of two placeholders without expressions, filters or
//! blocks. Braces are valid only in these placeholders. [`Composer`](super::Composer) decides which HTML is allowed.

use crate::mail::MailKind;
use crate::shared::{EmailAddress, FieldError, PersonName, TextRule, escape_html};
use crate::site::Season;

/// Maximum length of a subject in code points.
pub const SUBJECT_MAX: usize = 200;
/// Maximum length of the HTML in code points.
pub const HTML_MAX: usize = 50_000;
pub const PLACEHOLDERS: [&str; 2] = ["first_name", "last_name"];

/// Number of characters in an unknown placeholder that its error shows.
const SHOWN: usize = 40;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateText {
    pub subject: String,
    pub html_content: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledTemplate {
    pub subject: String,
    /// HTML; the values are escaped.
    pub html: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Name and address of who gets replies, in place of the contact address.
    pub reply_to: Option<(String, EmailAddress)>,
    /// A POST to this URL ends the subscription that the mail belongs to (RFC 8058).
    pub unsubscribe_url: Option<String>,
}

impl TemplateText {
    /// Checks subject and HTML; problems are added to `errors`: at `/subject` and `/html_content` `required`,
    /// `too_long`, `invalid_text` and `unknown_placeholder`, and `invalid_subject` for a subject with several lines.
    pub fn checked(&self, errors: &mut Vec<FieldError>) -> Self {
        let Self { subject, html_content } = self;
        let subject_rule =
            TextRule { field: "/subject", label: "Subject", limit: SUBJECT_MAX, multiline: true };
        let html_rule = TextRule { field: "/html_content", label: "HTML", limit: HTML_MAX, multiline: true };
        if subject.chars().any(breaks_line) {
            let detail = "The subject must be a single line without tabs.";
            errors.push(FieldError::new("/subject", "invalid_subject", detail));
        }
        let text = Self {
            subject: subject_rule.required(subject, errors),
            html_content: html_rule.required(html_content, errors),
        };
        for (field, value) in [("/subject", &text.subject), ("/html_content", &text.html_content)] {
            if let Some(unknown) = unknown_placeholder(value) {
                let detail = format!(
                    "There is no placeholder {unknown}. Braces stand only in {{{{first_name}}}} and {{{{last_name}}}}."
                );
                errors.push(FieldError::new(field, "unknown_placeholder", detail));
            }
        }
        text
    }

    /// The text as it is sent. The receipt of an application ends with the dates of the season, whatever administrators
    /// have made of its template.
    #[must_use]
    pub fn as_sent(self, template: &str, season: &Season) -> Self {
        let dates = season.sentences();
        if dates.is_empty() || template != MailKind::ApplicationSubmitted.as_str() {
            return self;
        }
        Self { html_content: format!("{}\n<p>{dates}</p>", self.html_content), ..self }
    }

    /// Fills in the placeholders. Values are escaped in the HTML, and reduced to one line in the subject.
    pub fn filled(&self, name: &PersonName) -> FilledTemplate {
        let one_line = |value: &str| {
            value.chars().map(|c| if c.is_control() || breaks_line(c) { ' ' } else { c }).collect()
        };
        FilledTemplate {
            subject: fill(&self.subject, name, one_line),
            html: fill(&self.html_content, name, escape_html),
        }
    }
}

fn breaks_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Length and name of the placeholder at the beginning of `text`.
fn placeholder(text: &str) -> Option<(usize, &'static str)> {
    let inner = text.strip_prefix("{{")?;
    let name = PLACEHOLDERS
        .into_iter()
        .find(|name| inner.strip_prefix(name).is_some_and(|rest| rest.starts_with("}}")))?;
    Some((name.len() + 4, name))
}

/// Works in one pass, so that a name that looks like a placeholder is not replaced. Other braces are kept, because a
/// row may have been written by hand.
fn fill(template: &str, name: &PersonName, prepare: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, tail) = rest.split_at(at);
        filled.push_str(before);
        let length = match placeholder(tail) {
            Some((length, known)) => {
                let value = if known == PLACEHOLDERS[0] { &name.first } else { &name.last };
                filled.push_str(&prepare(value));
                length
            }
            None => {
                filled.push('{');
                1
            }
        };
        rest = &tail[length..];
    }
    filled.push_str(rest);
    filled
}

/// The first brace outside a placeholder, with the enclosed text.
fn unknown_placeholder(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        rest = &rest[at..];
        let Some((length, _)) = placeholder(rest) else { return Some(enclosed(rest)) };
        rest = &rest[length..];
    }
    None
}

/// The first line from the brace at the beginning to its last closing brace.
fn enclosed(text: &str) -> String {
    let closed = text.find('}').map_or(text.len(), |at| {
        let braces = text[at..].bytes().take_while(|byte| *byte == b'}').count();
        at + braces
    });
    let line = text[..closed].lines().next().unwrap_or_default();
    let shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn name(first: &str) -> PersonName {
        PersonName { first: first.into(), last: "Díaz".into() }
    }

    fn filled(text: &str, first: &str) -> (String, String) {
        let text = TemplateText { subject: text.into(), html_content: text.into() };
        let FilledTemplate { subject, html } = text.filled(&name(first));
        (subject, html)
    }

    fn errors(subject: &str, html: &str) -> Vec<FieldError> {
        let mut errors = Vec::new();
        TemplateText { subject: subject.into(), html_content: html.into() }.checked(&mut errors);
        errors
    }

    #[test]
    fn values_are_escaped_in_html_and_one_line_in_the_subject() {
        let (subject, html) = filled("{{first_name}}", "A&B <\"'>\r\nBcc: x");
        assert_eq!(subject, "A&B <\"'>  Bcc: x");
        assert_eq!(html, "A&amp;B &lt;&quot;&#39;&gt;\r\nBcc: x");
        assert_eq!(filled("{{first_name}}", "a\u{2028}b").0, "a b");
    }

    #[test]
    fn a_name_is_never_evaluated_and_other_braces_stay() {
        assert_eq!(filled("{{first_name}}", "{{last_name}}").0, "{{last_name}}");
        let text = "{{ first_name }} {{user}} {{{first_name}} {{";
        assert_eq!(filled(text, "Ana").0, "{{ first_name }} {{user}} {Ana {{");
    }

    #[test]
    fn unknown_placeholders_are_refused_by_name() {
        let table = [
            ("{{first_name}} {{last_name}}", None),
            ("{{first_name}}{{first_name}}", None),
            ("no braces", None),
            ("{{user}}", Some("{{user}}")),
            ("{{first_name}} {{email}}!", Some("{{email}}")),
            ("{{ first_name }}", Some("{{ first_name }}")),
            ("{{first_name | upper}}", Some("{{first_name | upper}}")),
            ("{{FIRST_NAME}}", Some("{{FIRST_NAME}}")),
            ("{{first_name}", Some("{{first_name}")),
            ("{first_name}", Some("{first_name}")),
            ("{{first_name", Some("{{first_name")),
            ("first_name}}", Some("}}")),
            ("{{{first_name}}}", Some("{{{first_name}}}")),
            ("{{first_name}}}", Some("}")),
            ("{% if x %}", Some("{% if x %}")),
            ("{# note #}", Some("{# note #}")),
            ("{{first_\nname}}", Some("{{first_")),
            ("{{}}", Some("{{}}")),
        ];
        for (text, unknown) in table {
            assert_eq!(unknown_placeholder(text).as_deref(), unknown, "{text:?}");
        }
        let long = unknown_placeholder(&format!("{{{{{}", "ü".repeat(200))).expect("refused");
        assert_eq!(long.chars().count(), SHOWN + 1);
    }

    #[test]
    fn only_the_receipt_of_an_application_ends_with_the_dates_of_the_season() {
        let edited = || TemplateText { subject: "x".into(), html_content: "<p>My text</p>".into() };
        let season = Season { closes_on: Some(time::macros::date!(2027 - 03 - 31)), decides_by: None };
        let sent = edited().as_sent("application_submitted", &season);
        assert_eq!(sent.html_content, "<p>My text</p>\n<p>Applications close March 31, 2027.</p>");
        for same in [("application_approved", season), ("application_submitted", Season::default())] {
            assert_eq!(edited().as_sent(same.0, &same.1), edited());
        }
    }

    #[test]
    fn subject_and_html_are_checked_against_their_limits() {
        let long = "x".repeat(SUBJECT_MAX + 1);
        let longer = "x".repeat(HTML_MAX + 1);
        /// Field and code of each problem.
        type Expected = &'static [(&'static str, &'static str)];
        let table: [(&str, &str, Expected); 18] = [
            ("Welcome ❤️ {{first_name}}", "<p>Hello</p>\r\n\t<p>you</p>", &[]),
            (&long[1..], &longer[1..], &[]),
            (&long, "x", &[("/subject", "too_long")]),
            ("x", &longer, &[("/html_content", "too_long")]),
            (" ", "", &[("/subject", "required"), ("/html_content", "required")]),
            ("a\r\nBcc: b", "x", &[("/subject", "invalid_subject")]),
            ("a\nb", "x", &[("/subject", "invalid_subject")]),
            ("a\u{2028}b", "x", &[("/subject", "invalid_subject")]),
            ("a\n", "x", &[("/subject", "invalid_subject")]),
            ("a\tb", "x", &[("/subject", "invalid_subject")]),
            ("\u{200b}", "x", &[("/subject", "required")]),
            ("\u{ad} \u{2060}\u{feff}", "x", &[("/subject", "required")]),
            ("\u{3164}\u{2800}\u{202e}", "x", &[("/subject", "required")]),
            ("\u{301}\u{fe0f}", "x", &[("/subject", "required")]),
            ("\u{200b}{{first_name}}", "x", &[]),
            ("👩\u{200d}🏫", "x", &[]),
            ("a\u{0}b", "x", &[("/subject", "invalid_text")]),
            ("a", "b\u{0}c", &[("/html_content", "invalid_text")]),
        ];
        for (subject, html, expected) in table {
            let found = errors(subject, html);
            let found: Vec<_> = found.iter().map(|error| (error.field.as_str(), error.code)).collect();
            assert_eq!(found, expected, "{subject:?}");
        }
    }

    fn pieces_and(other: &'static str) -> impl Strategy<Value = Vec<String>> {
        let piece = prop_oneof![
            3 => Just("{{first_name}}".to_owned()),
            3 => Just("{{last_name}}".to_owned()),
            3 => "[a-z<&\"' ]{1,8}",
            1 => other,
        ];
        prop::collection::vec(piece, 1..6)
    }

    proptest! {
        #[test]
        fn text_is_refused_exactly_if_a_brace_remains_outside_its_placeholders(pieces in pieces_and("[{}a-z_%#| ]{1,14}")) {
            let text = pieces.concat();
            let left = text.replace("{{first_name}}", "x").replace("{{last_name}}", "x").contains(['{', '}']);
            let refused = errors(&format!("x{text}"), "x").iter().any(|error| error.code == "unknown_placeholder");
            prop_assert_eq!(refused, left);
        }

        #[test]
        fn accepted_text_is_filled_piece_by_piece_and_escaped(
            pieces in pieces_and("[a-z_%#| ]{1,14}"), first in "(?s)[{}a-z_<>&\"'\r\n]{0,16}|.{0,9}", last in "[a-z{}<]{1,9}",
        ) {
            let text = pieces.concat();
            prop_assert_eq!(unknown_placeholder(&text), None);
            let name = PersonName { first: first.clone(), last: last.clone() };
            let template = TemplateText { subject: text.clone(), html_content: text };
            let filled = template.filled(&name);
            let expected = |first: &str, last: &str| {
                let fill = |piece: &String| match piece.as_str() {
                    "{{first_name}}" => first.to_owned(),
                    "{{last_name}}" => last.to_owned(),
                    other => other.to_owned(),
                };
                pieces.iter().map(fill).collect::<String>()
            };
            prop_assert_eq!(filled.html, expected(&escape_html(&first), &escape_html(&last)));
            prop_assert!(!filled.subject.chars().any(|c| c.is_control() || breaks_line(c)), "{:?}", filled.subject);
            prop_assert_eq!(filled.subject.chars().count(), expected(&first, &last).chars().count());
        }
    }
}
