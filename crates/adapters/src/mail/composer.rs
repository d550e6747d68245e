//! The contents of mails: account mails from the files in `templates/`, and the frame around mails whose HTML is stored in
//! the database.

use std::collections::{BTreeMap, HashMap};

use forum_domain::accounts::{CODE_LIFETIME, Purpose};
use forum_domain::mail::{ComposeError, Composer, FilledTemplate, MailKind, OutgoingMail, RenderedMail};
use minijinja::{Environment, UndefinedBehavior, Value};
use time::macros::format_description;
use time::{Duration, OffsetDateTime, UtcOffset};
use url::Url;

use super::html_policy::styled;
use super::plain_text::plain_text;

/// The organisation's name in mails.
const ORGANISATION: &str = "Educators Forum";
/// Why a person gets a stored mail; below it in both parts.
const REASON: &str =
    "You get this mail because you applied for membership of the Educators Forum with this address.";
/// The line of `stored.styles` for a link that makes up a paragraph.
const BUTTON: &str = "button";

/// All template files, embedded in the program. The extension decides how values are escaped.
macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("templates/", $name)))),*]
    };
}

const TEMPLATES: [(&str, &str); 42] = templates![
    "layout.html",
    "stored.html",
    "stored.styles",
    "verify_email.subject",
    "verify_email.txt",
    "verify_email.html",
    "account_exists.subject",
    "account_exists.txt",
    "account_exists.html",
    "recovery.subject",
    "recovery.txt",
    "recovery.html",
    "sign_in_code.subject",
    "sign_in_code.txt",
    "sign_in_code.html",
    "password_changed.subject",
    "password_changed.txt",
    "password_changed.html",
    "address_confirmed.subject",
    "address_confirmed.txt",
    "address_confirmed.html",
    "new_device.subject",
    "new_device.txt",
    "new_device.html",
    "session_stopped.subject",
    "session_stopped.txt",
    "session_stopped.html",
    "change_email_old.subject",
    "change_email_old.txt",
    "change_email_old.html",
    "change_email_new.subject",
    "change_email_new.txt",
    "change_email_new.html",
    "change_email_taken.subject",
    "change_email_taken.txt",
    "change_email_taken.html",
    "email_changed.subject",
    "email_changed.txt",
    "email_changed.html",
    "email_restored.subject",
    "email_restored.txt",
    "email_restored.html",
];

/// The site's colours; mails use them by name: `{{ colour.sand_deep }}` is `--color-sand-deep`.
const TOKENS: &str = include_str!("../../../../ui/src/styles/tokens.css");

/// Renders the program's own template files; a missing value is an error, never an empty string.
pub struct MiniJinjaComposer {
    templates: Environment<'static>,
    /// By element, and one for [`BUTTON`].
    styles: HashMap<String, String>,
}

impl MiniJinjaComposer {
    /// Parses all template files.
    ///
    /// # Errors
    /// When one of them is malformed.
    pub fn new() -> Result<Self, ComposeError> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.add_global("colour", Value::from(colours(TOKENS)));
        for (name, source) in TEMPLATES {
            templates.add_template(name, source).map_err(failed)?;
        }
        let lines =
            templates.get_template("stored.styles").and_then(|lines| lines.render(())).map_err(failed)?;
        let pairs = lines.lines().filter_map(|line| line.split_once(": "));
        let styles = pairs.map(|(element, style)| (element.to_owned(), style.to_owned())).collect();
        Ok(Self { templates, styles })
    }

    fn render(&self, kind: MailKind, part: &str, values: &Value) -> Result<String, ComposeError> {
        let name = format!("{}.{part}", kind.as_str());
        let template = self.templates.get_template(&name).map_err(failed)?;
        Ok(template.render(values).map_err(failed)?.trim_end().to_owned())
    }
}

impl Composer for MiniJinjaComposer {
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError> {
        let lifetime = match mail.kind {
            MailKind::Recovery => Purpose::Recovery,
            MailKind::ChangeEmailOld | MailKind::ChangeEmailNew => Purpose::ChangeEmailNew,
            MailKind::EmailChanged => Purpose::RestoreEmail,
            _ => Purpose::VerifyEmail,
        };
        let mut values = BTreeMap::from([
            ("organisation", Value::from(ORGANISATION)),
            ("first_name", Value::from(mail.name.first.as_str())),
            ("link_lifetime", Value::from(in_words(lifetime.lifetime()))),
            ("code_lifetime", Value::from(in_words(CODE_LIFETIME))),
            ("time", Value::from(in_utc(mail.queued_at)?)),
        ]);
        if let Some(link) = link {
            values.insert("link", Value::from_safe_string(checked_link(link)?.to_owned()));
        }
        if let Some(code) = code {
            values.insert("code", Value::from(code));
        }
        let values = Value::from(values);
        let subject = self.render(mail.kind, "subject", &values)?;
        if subject.is_empty() || subject.chars().any(char::is_control) {
            return Err(ComposeError(format!("the subject of {} is not one line", mail.kind.as_str())));
        }
        let text = self.render(mail.kind, "txt", &values)?;
        let html = self.render(mail.kind, "html", &values)?;
        Ok(RenderedMail { subject, text, html })
    }

    fn stored_mail(&self, filled: &FilledTemplate, origin: &str) -> Result<RenderedMail, ComposeError> {
        let FilledTemplate { subject, html } = filled;
        let origin = Url::parse(origin).map_err(failed)?;
        let content = styled(html, &origin, &self.styles);
        let text = format!("{}\n\n{}", plain_text(&content)?, plain_text(&format!("<p>{REASON}</p>"))?);
        let values = BTreeMap::from([
            ("organisation", Value::from(ORGANISATION)),
            ("subject", Value::from(subject.as_str())),
            ("content", Value::from_safe_string(self.with_buttons(&content))),
            ("reason", Value::from(REASON)),
        ]);
        let html = self
            .templates
            .get_template("stored.html")
            .and_then(|whole| whole.render(values))
            .map_err(failed)?;
        Ok(RenderedMail { subject: subject.clone(), text, html: html.trim_end().to_owned() })
    }
}

impl MiniJinjaComposer {
    /// Shows each link that makes up a paragraph as a button. In what ammonia writes, `<` begins nothing but a tag.
    fn with_buttons(&self, html: &str) -> String {
        let style = |element: &str| self.styles.get(element).map(String::as_str).unwrap_or_default();
        let paragraph = format!("<p style=\"{}\">", style("p"));
        let (link, button) =
            (format!(" style=\"{}\">", style("a")), format!(" style=\"{}\">", style(BUTTON)));
        let mut parts = html.split(&paragraph);
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let alone = part.starts_with("<a ")
                && part.split_once("</a>").is_some_and(|(_, rest)| rest.starts_with("</p>"));
            whole.push_str(&paragraph);
            whole.push_str(&if alone { part.replacen(&link, &button, 1) } else { part.to_owned() });
        }
        whole
    }
}

/// The hex values of the lines `--color-name: #hex;`, by name.
fn colours(tokens: &str) -> BTreeMap<String, &str> {
    let named = tokens.lines().filter_map(|line| line.trim().strip_prefix("--color-")?.split_once(": "));
    named.map(|(name, value)| (name.replace('-', "_"), value.trim_end_matches(';'))).collect()
}

/// Links are not escaped in the HTML, so that they are the same in both parts; they must therefore contain no character
/// with a meaning in HTML or in a line of text.
fn checked_link(link: &str) -> Result<&str, ComposeError> {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$()*+,;=%".contains(c);
    let web = link.starts_with("https://") || link.starts_with("http://");
    if web && link.chars().all(harmless) {
        Ok(link)
    } else {
        Err(ComposeError("a link contains characters that are not allowed in a mail".into()))
    }
}

/// Formats a duration: "7 days", "24 hours", "10 minutes".
fn in_words(duration: Duration) -> String {
    let (days, hours, minutes) = (duration.whole_days(), duration.whole_hours(), duration.whole_minutes());
    if days > 1 && days * 24 * 60 == minutes {
        return counted(days, "day");
    }
    if hours * 60 == minutes && hours > 0 { counted(hours, "hour") } else { counted(minutes, "minute") }
}

/// Formats the time of an action: "22 November 2026 at 18:04 UTC".
fn in_utc(time: OffsetDateTime) -> Result<String, ComposeError> {
    let format = format_description!("[day padding:none] [month repr:long] [year] at [hour]:[minute] UTC");
    time.to_offset(UtcOffset::UTC).format(format).map_err(failed)
}

fn counted(number: i64, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

fn failed(error: impl std::fmt::Display) -> ComposeError {
    ComposeError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::message::samples::mail;
    use time::macros::datetime;

    const LINK: &str = "https://forum.example/auth/confirm#token=AbC-_123";

    /// Mails to people who may not be those that the name says.
    const NAMELESS: [MailKind; 5] = [
        MailKind::VerifyEmail,
        MailKind::Recovery,
        MailKind::AddressConfirmed,
        MailKind::ChangeEmailNew,
        MailKind::ChangeEmailTaken,
    ];

    fn composer() -> MiniJinjaComposer {
        MiniJinjaComposer::new().expect("the template files are well-formed")
    }

    fn account_kinds() -> impl Iterator<Item = MailKind> {
        let without = [MailKind::Silence, MailKind::TemplateTest];
        MailKind::ALL.into_iter().filter(move |kind| !kind.is_stored() && !without.contains(kind))
    }

    fn first_link(text: &str) -> &str {
        let start = text.find("http").expect("a link");
        text[start..].split([' ', '\n', '"', '<']).next().expect("its end")
    }

    #[test]
    fn every_account_mail_renders_completely_with_its_link_first() {
        for kind in account_kinds() {
            let mail = mail(kind, "Ana", "Díaz");
            let rendered = composer().account_mail(&mail, Some(LINK), Some("012345")).expect("rendered");
            assert!(
                !rendered.subject.contains('\n') && rendered.subject.contains(ORGANISATION),
                "{rendered:?}"
            );
            for part in [&rendered.subject, &rendered.text, &rendered.html] {
                assert!(!part.contains(['{', '}']), "unfilled braces in {part}");
            }
            if kind == MailKind::SignInCode {
                assert!(!rendered.text.contains("http") && !rendered.html.contains("<a "), "{rendered:?}");
            } else {
                assert_eq!(first_link(&rendered.text), LINK);
                assert_eq!(first_link(&rendered.html), LINK);
                assert!(rendered.html.contains(&format!("<a href=\"{LINK}\"")), "{}", rendered.html);
            }
            assert!(
                rendered.text.lines().all(|line| line.chars().count() <= 76 || line == LINK),
                "{}",
                rendered.text
            );
            // Whoever signed up with the address chose the name.
            let greets = !NAMELESS.contains(&kind);
            assert_eq!((rendered.text.contains("Ana"), rendered.html.contains("Ana")), (greets, greets));
            assert!(rendered.html.starts_with("<!doctype html>") && rendered.html.contains("lang=\"en\""));
        }
    }

    #[test]
    fn the_confirmation_mail_shows_code_and_lifetimes_in_both_parts() {
        let mail = mail(MailKind::VerifyEmail, "Ana", "Díaz");
        let rendered = composer().account_mail(&mail, Some(LINK), Some("012345")).expect("rendered");
        for part in [&rendered.text, &rendered.html] {
            for piece in ["012345", "24 hours", "10 minutes"] {
                assert!(part.contains(piece), "{piece} is missing in {part}");
            }
        }
    }

    #[test]
    fn each_link_and_code_is_shown_with_its_own_lifetime() {
        for (kind, link, code, piece) in [
            (MailKind::Recovery, Some(LINK), None, "1 hour"),
            (MailKind::ChangeEmailOld, Some(LINK), None, "1 hour"),
            (MailKind::ChangeEmailNew, Some(LINK), None, "1 hour"),
            (MailKind::EmailChanged, Some(LINK), None, "7 days"),
            (MailKind::SignInCode, None, Some("012345"), "10 minutes"),
        ] {
            let rendered = composer().account_mail(&mail(kind, "Ana", "Díaz"), link, code).expect("rendered");
            for part in [&rendered.text, &rendered.html] {
                assert!(part.contains(piece) && !part.contains("24 hours"), "{part}");
                assert_eq!(part.contains("012345"), code.is_some(), "{part}");
            }
        }
    }

    #[test]
    fn a_missing_value_is_an_error_and_not_an_empty_string() {
        let mail = mail(MailKind::VerifyEmail, "Ana", "Díaz");
        assert!(composer().account_mail(&mail, None, Some("012345")).is_err());
        assert!(composer().account_mail(&mail, Some(LINK), None).is_err());
    }

    #[test]
    fn names_are_escaped_in_html_and_never_evaluated() {
        let mail = mail(MailKind::AccountExists, "<b>{{ link }}</b>", "&");
        let rendered = composer().account_mail(&mail, Some(LINK), None).expect("rendered");
        assert!(!rendered.html.contains("<b>{{"), "{}", rendered.html);
        assert!(rendered.html.contains("&lt;b&gt;{{ link }}"), "{}", rendered.html);
        assert!(rendered.text.contains("<b>{{ link }}</b>"), "{}", rendered.text);
    }

    #[test]
    fn only_people_whose_address_is_confirmed_are_greeted_by_name() {
        for kind in account_kinds() {
            let mail = mail(kind, "Ana", "Díaz");
            let rendered = composer().account_mail(&mail, Some(LINK), Some("012345")).expect("rendered");
            // A new password may be asked for before the address is confirmed; and of several sign-ups of one address
            // the names may be a stranger's.
            let confirmed = !NAMELESS.contains(&kind);
            for part in [&rendered.text, &rendered.html] {
                assert_eq!(part.contains("Hello Ana,"), confirmed, "{kind:?}: {part}");
                assert_eq!(part.contains("Ana") || part.contains("Díaz"), confirmed, "{kind:?}: {part}");
            }
        }
    }

    #[test]
    fn a_link_that_could_break_out_of_its_context_is_refused() {
        let mail = mail(MailKind::AccountExists, "Ana", "Díaz");
        for link in [
            "https://a.example/\"><b>",
            "https://a.example/ b",
            "javascript:alert(1)",
            "https://a.example/\n",
        ] {
            assert!(composer().account_mail(&mail, Some(link), None).is_err(), "{link:?}");
        }
    }

    #[test]
    fn a_notice_says_when_it_happened() {
        let at = datetime!(2026-11-22 20:04:59 +2);
        for kind in [
            MailKind::PasswordChanged,
            MailKind::NewDevice,
            MailKind::SessionStopped,
            MailKind::EmailRestored,
        ] {
            let mail = OutgoingMail { queued_at: at, ..mail(kind, "Ana", "Díaz") };
            let rendered = composer().account_mail(&mail, Some(LINK), None).expect("rendered");
            for part in [&rendered.text, &rendered.html] {
                assert!(part.replace('\n', " ").contains("22 November 2026 at 18:04 UTC"), "{part}");
            }
        }
    }

    #[test]
    fn kinds_without_a_file_are_an_error() {
        for kind in [MailKind::Silence, MailKind::ApplicationApproved] {
            assert!(composer().account_mail(&mail(kind, "Ana", "Díaz"), Some(LINK), None).is_err());
        }
    }

    fn stored(subject: &str, html: &str) -> RenderedMail {
        let filled = FilledTemplate { subject: subject.into(), html: html.into() };
        composer().stored_mail(&filled, "https://forum.example").expect("composed")
    }

    #[test]
    fn a_stored_mail_has_the_frame_of_all_mails_and_says_in_both_parts_why_it_came() {
        let mail = stored("Hello <Ana>", "<h1>Welcome</h1><p>Dear Ana,</p>");
        assert_eq!(mail.subject, "Hello <Ana>");
        assert!(
            mail.html.starts_with("<!doctype html>")
                && mail.html.contains("<title>Hello &lt;Ana&gt;</title>")
        );
        assert!(mail.html.contains("<p style=\"margin:0 0 16px 0;\">Dear Ana,</p>"), "{}", mail.html);
        assert!(mail.html.contains(REASON) && !mail.html.contains("Warm regards"), "{}", mail.html);
        assert!(!mail.html.contains(['{', '}']), "{}", mail.html);
        let text = format!("Welcome\n\nDear Ana,\n\n{}", REASON.replace("the Educators", "the\nEducators"));
        assert_eq!(mail.text.replace('\n', " "), text.replace('\n', " "));
        assert!(mail.text.lines().all(|line| line.chars().count() <= 72), "{}", mail.text);
    }

    #[test]
    fn a_paragraph_of_one_link_is_a_button_and_other_links_are_links() {
        let mail = stored(
            "Hello",
            "<p><a href=\"/apply\">Apply <b>again</b></a></p><p>See <a href=\"/forum\">this</a></p>\
             <p><a href=\"/a\">a</a> and <a href=\"/b\">b</a></p>",
        );
        let button = &composer().styles[BUTTON];
        assert_eq!(mail.html.matches(button.as_str()).count(), 1, "{}", mail.html);
        let expected =
            format!("<a href=\"https://forum.example/apply\" style=\"{button}\">Apply <b>again</b></a></p>");
        assert!(mail.html.contains(&expected), "{}", mail.html);
        assert!(mail.text.contains("Apply again <https://forum.example/apply>"), "{}", mail.text);
    }

    #[test]
    fn a_row_written_by_hand_is_sent_without_what_the_policy_refuses() {
        let mail = stored(
            "Hello",
            "<p onclick=x>a</p><script>alert(1)</script></td></table><img src=//x><!-- b -->",
        );
        assert!(!mail.html.contains("alert") && !mail.html.contains("onclick"), "{}", mail.html);
        assert!(!mail.html.contains("<img") && !mail.html.contains("<!--"), "{}", mail.html);
        assert_eq!(mail.html.matches("</table>").count(), 2, "{}", mail.html);
    }

    #[test]
    fn durations_are_formatted_in_words() {
        for (duration, words) in [
            (Duration::days(7), "7 days"),
            (Duration::hours(36), "36 hours"),
            (Duration::hours(24), "24 hours"),
            (Duration::hours(1), "1 hour"),
            (Duration::minutes(10), "10 minutes"),
            (Duration::minutes(90), "90 minutes"),
        ] {
            assert_eq!(in_words(duration), words);
        }
    }
}
