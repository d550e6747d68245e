//! Stored templates: plain substitution of two placeholders, nothing else (no expressions, no filters).

use crate::shared::{PersonName, escape_html};

/// A row of `email_templates` (spec section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTemplate {
    /// Name, such as `application_approved`.
    pub template_name: String,
    /// Subject with placeholders.
    pub subject: String,
    /// HTML with placeholders.
    pub html_content: String,
}

/// A composed mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedMail {
    /// A single line.
    pub subject: String,
    /// The plain-text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

/// Values for the placeholders of a stored template: `{{first_name}}` and `{{last_name}}`.
pub struct Placeholders<'a>(pub &'a PersonName);

/// Whether values are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escaping {
    Html,
    None,
}

/// Fills in a stored template and returns `(subject, html)`; values are escaped in the HTML.
pub fn substitute(template: &StoredTemplate, values: &Placeholders<'_>) -> (String, String) {
    (fill(&template.subject, values, Escaping::None), fill(&template.html_content, values, Escaping::Html))
}

/// Works in one pass, so that a name that looks like a placeholder is left alone.
fn fill(template: &str, values: &Placeholders<'_>, escaping: Escaping) -> String {
    let known = [("{{first_name}}", &values.0.first), ("{{last_name}}", &values.0.last)];
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find("{{") {
        let (before, tail) = rest.split_at(at);
        filled.push_str(before);
        match known.iter().find(|(placeholder, _)| tail.starts_with(placeholder)) {
            Some((placeholder, value)) => {
                match escaping {
                    Escaping::Html => filled.push_str(&escape_html(value)),
                    Escaping::None => filled.push_str(value),
                }
                rest = &tail[placeholder.len()..];
            }
            None => {
                filled.push('{');
                rest = &tail[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, first: &str) -> (String, String) {
        let template = StoredTemplate {
            template_name: "application_approved".into(),
            subject: text.into(),
            html_content: text.into(),
        };
        let name = PersonName { first: first.into(), last: "Díaz".into() };
        substitute(&template, &Placeholders(&name))
    }

    #[test]
    fn both_placeholders_are_filled_in_everywhere() {
        let (subject, _) = filled("Dear {{first_name}} {{last_name}}, {{first_name}}!", "Ana");
        assert_eq!(subject, "Dear Ana Díaz, Ana!");
    }

    #[test]
    fn values_are_escaped_in_html_but_not_in_the_subject() {
        let (subject, html) = filled("{{first_name}}", "A&B <\"'>");
        assert_eq!(subject, "A&B <\"'>");
        assert_eq!(html, "A&amp;B &lt;&quot;&#39;&gt;");
    }

    #[test]
    fn nothing_else_between_braces_is_touched_or_evaluated() {
        let text = "{{ first_name }} {{user}} {{{first_name}} {{";
        assert_eq!(filled(text, "Ana").0, "{{ first_name }} {{user}} {Ana {{");
        assert_eq!(filled("{{first_name}}", "{{last_name}}").0, "{{last_name}}");
    }
}
