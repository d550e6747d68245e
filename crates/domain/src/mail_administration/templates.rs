use std::sync::Arc;

use derive_more::Constructor;
use time::Duration;
use uuid::Uuid;

use crate::accounts::sessions::User;
use crate::act::Acts;
use crate::audit::ActError;
use crate::idempotency::RequestRecord;
use crate::mail::{
    ComposeError, Composer, HtmlPolicy, HtmlRejected, MailKind, PreviewPage, RenderedMail, StoredTemplate,
    TemplateEdit, TemplateError, TemplateStore, TemplateText, TemplateVersion, edit,
};
use crate::shared::{Fault, FieldError, Invalid, PersonName};
use crate::users::Actor;

pub const PREVIEW_LIFETIME: Duration = Duration::minutes(10);

#[derive(Debug, Clone, Copy)]
pub struct TemplateRequest<'a> {
    pub subject: &'a str,
    pub html_content: &'a str,
}

/// The mail as it would be sent, and the id of the page with its HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Previewed {
    pub mail: RenderedMail,
    /// See [`EmailTemplates::page`].
    pub page: Uuid,
}

impl From<ComposeError> for TemplateError {
    fn from(error: ComposeError) -> Self {
        Self::Fault(Fault::Bug(error.to_string()))
    }
}

#[derive(Constructor)]
pub struct EmailTemplates {
    templates: Arc<dyn TemplateStore>,
    policy: Arc<dyn HtmlPolicy>,
    composer: Arc<dyn Composer>,
    acts: Acts,
    /// The base of links that begin with `/`.
    origin: String,
}

impl EmailTemplates {
    /// All templates, by name.
    pub async fn list(&self, _: Actor<'_>) -> Result<Vec<StoredTemplate>, Fault> {
        self.templates.list().await
    }

    /// Reads one template.
    pub async fn read(&self, _: Actor<'_>, name: &str) -> Result<StoredTemplate, TemplateError> {
        self.templates.find(name).await?.ok_or(TemplateError::NotFound)
    }

    /// All versions of a template, newest first.
    pub async fn versions(&self, _: Actor<'_>, name: &str) -> Result<Vec<TemplateVersion>, TemplateError> {
        let versions = self.templates.versions(name).await?;
        if versions.is_empty() { Err(TemplateError::NotFound) } else { Ok(versions) }
    }

    /// Edits a template whose version is `expected`, and records it in the audit log. Without effect if the content is
    /// the same. Returns the template after the edit.
    ///
    /// # Errors
    /// `NotFound`; `Invalid`, with the errors of [`TemplateText::parse`] and `html_rejected` at `/html_content`;
    /// `Former`; `Conflict`; faults.
    pub async fn edit(
        &self,
        actor: Actor<'_>,
        name: &str,
        expected: u32,
        request: TemplateRequest<'_>,
    ) -> Result<StoredTemplate, TemplateError> {
        let text = self.checked(name, request).await?;
        let (act, actor) = (self.acts.begin(), actor.id());
        let wanted = TemplateEdit { text, expected, actor, audit: act.ordered_id(), at: act.now };
        let step = Box::new(move |seen: &_| edit(seen, wanted));
        self.templates.change(name, actor, step).await
    }

    /// Renders this content for a person with this name. Nothing is stored.
    ///
    /// # Errors
    /// Those of [`edit`](Self::edit), except `Conflict`.
    pub async fn render(
        &self,
        _: Actor<'_>,
        name: &str,
        request: TemplateRequest<'_>,
        person: &PersonName,
    ) -> Result<RenderedMail, TemplateError> {
        let text = self.checked(name, request).await?;
        Ok(self.composer.stored_mail(text.filled(person), &self.origin).await??)
    }

    /// Renders this content and stores a page with the HTML for [`PREVIEW_LIFETIME`].
    ///
    /// # Errors
    /// Those of [`render`](Self::render); `Former`.
    pub async fn preview(
        &self,
        actor: Actor<'_>,
        name: &str,
        request: TemplateRequest<'_>,
        person: &PersonName,
    ) -> Result<Previewed, TemplateError> {
        let mail = self.render(actor, name, request, person).await?;
        let act = self.acts.begin();
        let (now, id) = (act.now, act.new_id());
        let page = PreviewPage { id, html: mail.html.clone(), expires_at: now + PREVIEW_LIFETIME };
        self.templates.keep_preview(actor.id(), &page, now).await?;
        Ok(Previewed { mail, page: id })
    }

    /// The HTML of a preview; `None` if it has expired.
    pub async fn page(&self, id: Uuid) -> Result<Option<String>, Fault> {
        self.templates.preview(id, self.acts.now()).await
    }

    /// Queues a mail with this content to an administrator, marked as a test.
    ///
    /// # Errors
    /// Those of [`render`](Self::render); `NotAdministrator`.
    pub async fn test(
        &self,
        name: &str,
        request: TemplateRequest<'_>,
        recipient: &User,
        record: Option<RequestRecord>,
    ) -> Result<(), TemplateError> {
        let text = self.checked(name, request).await?;
        let mail = self.acts.begin().mail(MailKind::TemplateTest, &recipient.email, &recipient.name);
        match self.templates.queue_test(recipient.id, &mail, &text, record).await {
            Err(ActError::Former(_)) => Err(TemplateError::NotAdministrator),
            queued => Ok(queued?),
        }
    }

    /// The content, if the template exists and the content is valid.
    async fn checked(&self, name: &str, request: TemplateRequest<'_>) -> Result<TemplateText, TemplateError> {
        self.templates.find(name).await?.ok_or(TemplateError::NotFound)?;
        let mut errors = Vec::new();
        let text = TemplateText::parse(request.subject, request.html_content, &mut errors);
        if errors.iter().all(|error| error.code != "too_long") {
            errors.extend(self.rejected(&text).await?);
        }
        Invalid::unless_empty(errors)?;
        Ok(text)
    }

    /// Checks the HTML before and after filling in the placeholders, because a placeholder could complete a tag.
    async fn rejected(&self, text: &TemplateText) -> Result<Option<FieldError>, Fault> {
        let sample = PersonName { first: "Ana".into(), last: "Li".into() };
        let policy = &self.policy;
        let checked = match policy.check(&text.html_content).await? {
            Ok(()) => policy.check(&text.filled(&sample).html).await?,
            rejected => rejected,
        };
        Ok(checked.err().map(|HtmlRejected(what)| {
            let mut sentence = what.chars();
            let first = sentence.next().map(char::to_uppercase).into_iter().flatten().collect::<String>();
            let detail = format!("{first}{} is not allowed in an email.", sentence.as_str());
            FieldError::new("/html_content", "html_rejected", detail)
        }))
    }
}
