//! The stored templates of emails about applications, for administrators and the command line.

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::User;
use crate::act::{Act, Acts};
use crate::audit::AuditEvent;
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::mail::{Composer, MailKind, OutgoingMail, RenderedMail, TemplateText};
use crate::shared::{Code, Fault, FieldError, Invalid, PersonName, Refusal, Step};
use crate::site::Season;
use crate::users::{Actor, MayRead};

pub const PREVIEW_LIFETIME: Duration = Duration::minutes(10);

/// A row of `email_templates` (docs/product.md, 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTemplate {
    pub id: Uuid,
    pub template_name: String,
    pub text: TemplateText,
    /// 1 for the shipped template, increased by each edit.
    pub version: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateVersion {
    pub version: u32,
    pub text: TemplateText,
    pub edited_at: OffsetDateTime,
    /// The administrator; `None` for the shipped template and the command line.
    pub edited_by: Option<Uuid>,
}

/// A version in the list of versions, which does not contain the HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedVersion {
    pub version: u32,
    pub subject: String,
    pub edited_at: OffsetDateTime,
    pub edited_by: Option<Uuid>,
    /// The administrator's current name; `None` once the account is deleted.
    pub editor: Option<PersonName>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateChange {
    pub version: TemplateVersion,
    pub audit: AuditEvent,
}

/// A page with a rendered template. Every client that knows its id can read it until it expires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewPage {
    /// Random, and part of the page's URL.
    pub id: Uuid,
    pub html: String,
    pub expires_at: OffsetDateTime,
}

/// Stores templates. An act is `forbidden` if its `actor` (`None` for the command line) is no longer
/// an administrator.
#[async_trait]
pub trait TemplateStore: Send + Sync {
    async fn list(&self) -> Result<Vec<StoredTemplate>, Fault>;

    async fn find(&self, name: &str) -> Result<Option<StoredTemplate>, Fault> {
        Ok(self.list().await?.into_iter().find(|template| template.template_name == name))
    }

    /// All versions of the template with this name, newest first. Empty for an unknown name.
    async fn versions(&self, name: &str) -> Result<Vec<ListedVersion>, Fault>;

    async fn version(&self, name: &str, version: u32) -> Result<Option<TemplateText>, Fault>;

    /// Reads the template under lock, runs `step`, stores everything that it returns or nothing, and returns the
    /// template as stored. `not_found` without the template. Earlier versions MUST be kept.
    async fn change(
        &self,
        name: &str,
        actor: Option<Uuid>,
        step: Step<StoredTemplate, Option<TemplateChange>>,
    ) -> Result<StoredTemplate, Refusal>;

    /// Queues a mail with this content to this user as one unit of work, unless the user is no longer an administrator.
    async fn queue_test(
        &self,
        recipient: Uuid,
        mail: &OutgoingMail,
        text: &TemplateText,
        audit: &AuditEvent,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal>;

    async fn test_text(&self, mail_id: Uuid) -> Result<Option<TemplateText>, Fault>;

    /// Stores a preview, and deletes those that have expired at `now`.
    async fn keep_preview(
        &self,
        actor: Option<Uuid>,
        page: &PreviewPage,
        now: OffsetDateTime,
    ) -> Result<(), Refusal>;

    /// The HTML of the preview with this id, unless it has expired at `now`.
    async fn preview(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<String>, Fault>;
}

pub struct EmailTemplates {
    pub store: Arc<dyn TemplateStore>,
    pub composer: Arc<dyn Composer>,
    pub acts: Acts,
    /// The base of links that begin with `/`.
    pub origin: String,
    pub season: Season,
}

impl EmailTemplates {
    pub async fn list(&self, _: impl MayRead) -> Result<Vec<StoredTemplate>, Fault> {
        self.store.list().await
    }

    pub async fn read(&self, _: impl MayRead, name: &str) -> Result<StoredTemplate, Refusal> {
        Ok(self.store.find(name).await?.ok_or(Code::NotFound)?)
    }

    /// All versions of a template, newest first.
    pub async fn versions(&self, _: impl MayRead, name: &str) -> Result<Vec<ListedVersion>, Refusal> {
        let versions = self.store.versions(name).await?;
        if versions.is_empty() { Err(Code::NotFound.into()) } else { Ok(versions) }
    }

    /// The template as it was in one version.
    pub async fn version(
        &self,
        reader: impl MayRead,
        name: &str,
        version: u32,
    ) -> Result<StoredTemplate, Refusal> {
        let text = self.store.version(name, version).await?.ok_or(Code::NotFound)?;
        Ok(StoredTemplate { version, text, ..self.read(reader, name).await? })
    }

    /// Edits a template whose version is `expected`. Without effect if the content is the same. Returns the template
    /// after the edit.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, `version_conflict`; the field errors of [`TemplateText::checked`] and `html_rejected`
    /// at `/html_content`.
    pub async fn edit(
        &self,
        actor: Actor<'_>,
        name: &str,
        expected: u32,
        text: &TemplateText,
    ) -> Result<StoredTemplate, Refusal> {
        let (_, text) = self.checked(name, text).await?;
        let (act, actor) = (self.acts.begin(), actor.id());
        let step = move |seen: &StoredTemplate| edit(seen, expected, text, actor, &act);
        self.store.change(name, actor, Box::new(step)).await
    }

    /// Renders this content for a person with this name. Nothing is stored.
    ///
    /// # Errors
    /// `not_found`, field errors.
    pub async fn render(
        &self,
        _: Actor<'_>,
        name: &str,
        text: &TemplateText,
        person: &PersonName,
    ) -> Result<RenderedMail, Refusal> {
        let (_, text) = self.checked(name, text).await?;
        let text = text.as_sent(name, &self.season);
        let composed = self.composer.stored_mail(text.filled(person), &self.origin).await?;
        Ok(composed.map_err(|error| Fault::Bug(error.to_string()))?)
    }

    /// Renders this content and stores a page with the HTML for [`PREVIEW_LIFETIME`]. Returns its id with the mail.
    ///
    /// # Errors
    /// Those of [`render`](Self::render); `forbidden`.
    pub async fn preview(
        &self,
        actor: Actor<'_>,
        name: &str,
        text: &TemplateText,
        person: &PersonName,
    ) -> Result<(RenderedMail, Uuid), Refusal> {
        let mail = self.render(actor, name, text, person).await?;
        let act = self.acts.begin();
        let (now, id) = (act.now, act.new_id());
        let page = PreviewPage { id, html: mail.html.clone(), expires_at: now + PREVIEW_LIFETIME };
        self.store.keep_preview(actor.id(), &page, now).await?;
        Ok((mail, id))
    }

    /// Previews the stored template of this kind of mail.
    ///
    /// # Errors
    /// Those of [`preview`](Self::preview).
    pub async fn preview_stored(
        &self,
        actor: Actor<'_>,
        kind: MailKind,
        person: &PersonName,
    ) -> Result<(RenderedMail, Uuid), Refusal> {
        let stored = self.store.find(kind.as_str()).await?.ok_or(Code::NotFound)?;
        self.preview(actor, kind.as_str(), &stored.text, person).await
    }

    pub async fn page(&self, id: Uuid) -> Result<Option<String>, Fault> {
        self.store.preview(id, self.acts.now()).await
    }

    /// Queues a mail with this content to an administrator, marked as a test.
    ///
    /// # Errors
    /// Those of [`render`](Self::render); `forbidden` unless the recipient is an administrator.
    pub async fn test(
        &self,
        actor: Actor<'_>,
        name: &str,
        text: &TemplateText,
        recipient: &User,
        key: Option<KeyedRequest<()>>,
    ) -> Result<(), Refusal> {
        let (template_id, text) = self.checked(name, text).await?;
        let text = text.as_sent(name, &self.season);
        let act = self.acts.begin();
        let mail = act.mail(MailKind::TemplateTest, &recipient.email, &recipient.name);
        let audit = act
            .audit(actor.id(), "email_template.tested", ("email_template", template_id))
            .with("template", name)
            .with("recipient", recipient.id.to_string());
        let record = key.map(|key| key.answered(&(), None));
        self.store.queue_test(recipient.id, &mail, &text, &audit, record).await
    }

    /// The template's id and the content, if the template exists and the content is valid.
    async fn checked(&self, name: &str, text: &TemplateText) -> Result<(Uuid, TemplateText), Refusal> {
        let template = self.store.find(name).await?.ok_or(Code::NotFound)?;
        let mut errors = Vec::new();
        let text = text.checked(&mut errors);
        if errors.iter().all(|error| error.code != "too_long") {
            errors.extend(self.forbidden_markup(&text).await?);
        }
        Invalid::unless_empty(errors)?;
        Ok((template.id, text))
    }

    /// Checks the HTML before and after filling in the placeholders, because a placeholder could complete a tag.
    async fn forbidden_markup(&self, text: &TemplateText) -> Result<Option<FieldError>, Fault> {
        let sample = PersonName { first: "Ana".into(), last: "Li".into() };
        let forbidden = match self.composer.forbidden_markup(&text.html_content).await? {
            None => self.composer.forbidden_markup(&text.filled(&sample).html).await?,
            forbidden => forbidden,
        };
        Ok(forbidden.map(|what| {
            let mut sentence = what.chars();
            let first = sentence.next().map(char::to_uppercase).into_iter().flatten().collect::<String>();
            let detail = format!("{first}{} is not allowed in an email.", sentence.as_str());
            FieldError::new("/html_content", "html_rejected", detail)
        }))
    }
}

/// Replaces the content of the version `expected`; `None` if it is the same. `actor` is `None` for the command line.
pub fn edit(
    seen: &StoredTemplate,
    expected: u32,
    text: TemplateText,
    actor: Option<Uuid>,
    act: &Act,
) -> Result<Option<TemplateChange>, Refusal> {
    if expected != seen.version {
        return Err(Code::VersionConflict.into());
    }
    if text == seen.text {
        return Ok(None);
    }
    let version = seen.version + 1;
    Ok(Some(TemplateChange {
        version: TemplateVersion { version, text, edited_at: act.now, edited_by: actor },
        audit: act
            .audit(actor, "email_template.edited", ("email_template", seen.id))
            .with("template", &seen.template_name)
            .with("from_version", seen.version.to_string())
            .with("to_version", version.to_string()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::testing::act;

    const EDITOR: Option<Uuid> = Some(Uuid::from_u128(2));

    fn stored() -> StoredTemplate {
        let text = TemplateText { subject: "Welcome".into(), html_content: "<p>Hello</p>".into() };
        let template_name = "application_approved".into();
        StoredTemplate { id: Uuid::from_u128(1), template_name, text, version: 3 }
    }

    fn edited(subject: &str, expected: u32) -> Result<Option<TemplateChange>, Code> {
        let text = TemplateText { subject: subject.into(), ..stored().text };
        edit(&stored(), expected, text, EDITOR, &act(OffsetDateTime::UNIX_EPOCH))
            .map_err(|refusal| refusal.code)
    }

    #[test]
    fn an_edit_creates_the_next_version_and_audits_both_numbers() {
        let TemplateChange { version, audit } =
            edited("Hello", 3).expect("the current version").expect("a change");
        assert_eq!((version.version, version.text.subject.as_str(), version.edited_by), (4, "Hello", EDITOR));
        let target = (audit.actor_id, audit.action, audit.target_id);
        assert_eq!(target, (EDITOR, "email_template.edited", stored().id));
        let facts: Vec<_> = audit.detail.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(facts, [("template", "application_approved"), ("from_version", "3"), ("to_version", "4")]);
    }

    #[test]
    fn an_edit_of_another_version_is_refused_even_with_the_same_content() {
        for expected in [0, 2, 4] {
            assert_eq!(edited("Welcome", expected), Err(Code::VersionConflict));
        }
        assert_eq!(edited("Welcome", 3), Ok(None), "it creates no version");
    }
}
