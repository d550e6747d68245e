//! Renders mails: account mails from the files in `templates/`, and stored mails, whose HTML comes from the database, in a
//! common frame.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::{CODE_LIFETIME, Purpose};
use forum_domain::mail::{ComposeError, Composer, FilledTemplate, MailKind, OutgoingMail, RenderedMail};
use forum_domain::newsletter::CONFIRMED_WITHIN;
use forum_domain::shared::Fault;
use minijinja::{Environment, UndefinedBehavior, Value};
use time::macros::format_description;
use time::{Duration, OffsetDateTime, UtcOffset};
use url::Url;

use super::html_policy::{forbidden, styled};
use super::plain_text::plain_text;
use crate::bounded_queue::{BoundedQueue, QueueError};

pub(crate) const ORGANISATION: &str = "Educators Forum";
/// Ends every mail. A test compares it with `ui/src/content/site/organisation.ts`.
const POSTAL_ADDRESS: &str = "1200 Lakeside Avenue, Suite 310, Orange Grove, Florida 00000"; // launch
/// The default contact address. A test compares it with the same file.
pub(super) const CONTACT: &str = "info@educatorsforum.example"; // launch
/// The reason why the recipient gets a stored mail. Both parts of the mail end with it.
const REASON: &str =
    "You received this email because you applied for membership in the Educators Forum with this address.";
/// Maximum number of waiting callers. Each holds about 100 kB of text.
const MAX_WAITING: usize = 100;
/// The name of the style in `stored.styles` for a link that is a whole paragraph.
const BUTTON: &str = "button";

/// The template files of these mails by name. The extension determines how values are escaped.
macro_rules! templates {
    ($($mail:literal),+ $(,)?) => {
        &[$(
            (concat!($mail, ".subject"), include_str!(concat!("templates/", $mail, "/subject.txt"))),
            (concat!($mail, ".txt"), include_str!(concat!("templates/", $mail, "/body.txt"))),
            (concat!($mail, ".html"), include_str!(concat!("templates/", $mail, "/body.html"))),
        )+]
    };
}

const FRAMES: [(&str, &str); 3] = [
    ("layout.html", include_str!("templates/layout.html")),
    ("stored.html", include_str!("templates/stored.html")),
    ("stored.styles", include_str!("templates/stored.styles")),
];

const MAILS: &[(&str, &str)] = templates![
    "verify_email",
    "account_exists",
    "recovery",
    "sign_in_code",
    "password_changed",
    "address_confirmed",
    "new_device",
    "session_stopped",
    "session_replaced",
    "change_email_old",
    "change_email_new",
    "change_email_taken",
    "email_changed",
    "email_restored",
    "account_restored",
    "factor_added",
    "factor_removed",
    "recovery_code_used",
    "identities_changed",
    "account_changed",
    "changes_requested",
    "changes_reminder",
    "admin_invitation",
    "contact_message",
    "newsletter_confirm",
    "newsletter_subscribed",
];

/// The site's colours. Mails use their names: `{{ colour.sand_deep }}` is `--color-sand-deep`.
const TOKENS: &str = include_str!("../../../../ui/src/styles/tokens.css");

/// Renders the embedded template files. A missing value is an error, never an empty string.
pub struct MiniJinjaComposer {
    files: Arc<Files>,
    /// Parses one document at a time, because a crafted one may take long.
    parsing: BoundedQueue,
}

struct Files {
    templates: Environment<'static>,
    /// Styles by element. [`BUTTON`] is an additional name.
    styles: HashMap<String, String>,
}

impl MiniJinjaComposer {
    /// Parses all template files. Mails that invite the recipient to write name the default contact address.
    pub fn new() -> Result<Self, ComposeError> {
        Self::with_contact(CONTACT)
    }

    /// Parses all template files. Mails that invite the recipient to write name the address `contact`.
    pub fn with_contact(contact: &str) -> Result<Self, ComposeError> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.add_global("colour", Value::from(colours(TOKENS)));
        templates.add_global("organisation", Value::from(ORGANISATION));
        templates.add_global("postal_address", Value::from(POSTAL_ADDRESS));
        templates.add_global("contact", Value::from(contact));
        for (name, source) in FRAMES.iter().chain(MAILS) {
            templates.add_template(name, source).map_err(failed)?;
        }
        let lines =
            templates.get_template("stored.styles").and_then(|lines| lines.render(())).map_err(failed)?;
        let pairs = lines.lines().filter_map(|line| line.split_once(": "));
        let styles = pairs.map(|(element, style)| (element.to_owned(), style.to_owned())).collect();
        let parsing = BoundedQueue::new(1, MAX_WAITING);
        Ok(Self { files: Arc::new(Files { templates, styles }), parsing })
    }

    async fn parse<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        self.parsing.run(work).await.map_err(|error| match error {
            QueueError::Panicked => Fault::Bug(format!("reading HTML: {error}")),
            QueueError::Full | QueueError::ShuttingDown => {
                Fault::Unavailable(format!("reading HTML: {error}"))
            }
        })
    }
}

#[async_trait]
impl Composer for MiniJinjaComposer {
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError> {
        let lifetime = match mail.kind {
            MailKind::Recovery => Purpose::Recovery.lifetime(),
            MailKind::ChangeEmailOld | MailKind::ChangeEmailNew => Purpose::ChangeEmailNew.lifetime(),
            MailKind::EmailChanged => Purpose::RestoreEmail.lifetime(),
            MailKind::AdminInvitation => Purpose::AdminInvitation.lifetime(),
            MailKind::NewsletterConfirm => CONFIRMED_WITHIN,
            _ => Purpose::VerifyEmail.lifetime(),
        };
        let mut values = BTreeMap::from([
            ("first_name", Value::from(mail.name.first.as_str())),
            ("link_lifetime", Value::from(in_words(lifetime))),
            ("code_lifetime", Value::from(in_words(CODE_LIFETIME))),
            ("time", Value::from(in_utc(mail.queued_at)?)),
            ("items", Value::from(mail.items.clone())),
            ("occasions", Value::from(mail.occasions)),
        ]);
        if let Some(link) = link {
            values.insert("link", Value::from_safe_string(checked_link(link)?.to_owned()));
        }
        if let Some(code) = code {
            values.insert("code", Value::from(code));
        }
        let values = Value::from(values);
        let subject = self.files.render(mail.kind, "subject", &values)?;
        if subject.is_empty() || subject.chars().any(char::is_control) {
            return Err(ComposeError(format!("the subject of {} is not one line", mail.kind.as_str())));
        }
        let text = signed(&self.files.render(mail.kind, "txt", &values)?);
        let html = self.files.render(mail.kind, "html", &values)?;
        Ok(RenderedMail { subject, text, html, reply_to: None, unsubscribe_url: None })
    }

    async fn stored_mail(
        &self,
        filled: FilledTemplate,
        origin: &str,
    ) -> Result<Result<RenderedMail, ComposeError>, Fault> {
        let (files, origin) = (Arc::clone(&self.files), origin.to_owned());
        self.parse(move || files.stored_mail(filled, &origin)).await
    }

    async fn forbidden_markup(&self, html: &str) -> Result<Option<String>, Fault> {
        let html = html.to_owned();
        self.parse(move || forbidden(&html)).await
    }
}

impl Files {
    fn render(&self, kind: MailKind, part: &str, values: &Value) -> Result<String, ComposeError> {
        let name = format!("{}.{part}", kind.as_str());
        let template = self.templates.get_template(&name).map_err(failed)?;
        Ok(template.render(values).map_err(failed)?.trim_end().to_owned())
    }

    fn stored_mail(&self, filled: FilledTemplate, origin: &str) -> Result<RenderedMail, ComposeError> {
        let FilledTemplate { subject, html } = filled;
        let origin = Url::parse(origin).map_err(failed)?;
        let content = styled(&html, &origin, &self.styles);
        let text = format!("{}\n\n{}", plain_text(&content)?, plain_text(&format!("<p>{REASON}</p>"))?);
        let text = signed(&text);
        let values = BTreeMap::from([
            ("subject", Value::from(subject.as_str())),
            ("content", Value::from_safe_string(self.with_buttons(&content))),
            ("reason", Value::from(REASON)),
        ]);
        let html = self
            .templates
            .get_template("stored.html")
            .and_then(|template| template.render(values))
            .map_err(failed)?;
        Ok(RenderedMail {
            subject,
            text,
            html: html.trim_end().to_owned(),
            reply_to: None,
            unsubscribe_url: None,
        })
    }

    /// Shows each link that is a whole paragraph as a button. In the output of ammonia, `<` always begins a tag.
    fn with_buttons(&self, html: &str) -> String {
        let style = |element: &str| self.styles.get(element).map(String::as_str).unwrap_or_default();
        let paragraph = format!("<p style=\"{}\">", style("p"));
        let (link, button) =
            (format!(" style=\"{}\">", style("a")), format!(" style=\"{}\">", style(BUTTON)));
        let mut parts = html.split(&paragraph);
        let mut result = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_button = part.starts_with("<a ")
                && part.split_once("</a>").is_some_and(|(_, rest)| rest.starts_with("</p>"));
            result.push_str(&paragraph);
            result.push_str(&if is_button { part.replacen(&link, &button, 1) } else { part.to_owned() });
        }
        result
    }
}

fn signed(text: &str) -> String {
    format!("{text}\n\n{ORGANISATION}\n{POSTAL_ADDRESS}")
}

/// The hex values of the lines `--color-name: #hex;` by name.
fn colours(tokens: &str) -> BTreeMap<String, &str> {
    let named = tokens.lines().filter_map(|line| line.trim().strip_prefix("--color-")?.split_once(": "));
    named.map(|(name, value)| (name.replace('-', "_"), value.trim_end_matches(';'))).collect()
}

/// Refuses links that contain characters with a special meaning in HTML or in plain text. Links are not escaped in the
/// HTML, so that both parts contain the same link.
fn checked_link(link: &str) -> Result<&str, ComposeError> {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$()*+,;=%".contains(c);
    let is_web = link.starts_with("https://") || link.starts_with("http://");
    if is_web && link.chars().all(harmless) {
        Ok(link)
    } else {
        Err(ComposeError("a link contains characters that are not allowed in an email".into()))
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

/// Formats the time of an action: "November 22, 2026 at 6:04 PM UTC".
fn in_utc(time: OffsetDateTime) -> Result<String, ComposeError> {
    let format = format_description!(
        "[month repr:long] [day padding:none], [year] at [hour repr:12 padding:none]:[minute] [period] UTC"
    );
    time.to_offset(UtcOffset::UTC).format(format).map_err(failed)
}

fn counted(number: i64, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

fn failed(error: impl std::fmt::Display) -> ComposeError {
    ComposeError(error.to_string())
}

#[cfg(test)]
mod tests;
