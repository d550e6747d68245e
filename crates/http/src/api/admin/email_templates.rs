//! `/admin/email-templates`. `site::email_previews` serves the preview pages.

use std::sync::Arc;

use forum_domain::idempotency::KeyedRequest;
use forum_domain::limits::RateLimit;
use forum_domain::mail::{
    EmailTemplates, HTML_MAX, ListedVersion, MailKind, PLACEHOLDERS, RenderedMail, SUBJECT_MAX,
    StoredTemplate, TemplateText,
};
use forum_domain::users::Actor;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::Form;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::request::versions::{IfMatch, Versioned, expected_version};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{AcceptedEmpty, JsonResponse, Success};
use crate::response::schema_types::{Filled, Kind, Nullable, Text, choice};
use crate::site::email_previews;

/// A template of a mail about applications.
#[derive(Object)]
pub(crate) struct EmailTemplate {
    template_name: Text<NameKind>,
    /// With placeholders.
    subject: String,
    /// With placeholders. Links that begin with `/` lead to this site.
    html_content: String,
    /// The allowed placeholder names.
    placeholders: Vec<String>,
    /// For `If-Match`.
    version: u32,
}

impl From<StoredTemplate> for EmailTemplate {
    fn from(template: StoredTemplate) -> Self {
        let StoredTemplate { template_name, text, version, .. } = template;
        Self {
            template_name: template_name.into(),
            subject: text.subject,
            html_content: text.html_content,
            placeholders: PLACEHOLDERS.map(str::to_owned).to_vec(),
            version,
        }
    }
}

/// All templates, by name.
#[derive(Object)]
pub(crate) struct EmailTemplateList {
    #[oai(flatten)]
    list: CompleteList<EmailTemplate>,
}

/// Subject and body of a mail.
#[derive(Object)]
pub(crate) struct TemplateTexts {
    /// One line. The placeholders are `{{first_name}}` and `{{last_name}}`. Other braces are not allowed.
    subject: Filled<SUBJECT_MAX>,
    /// The same placeholders, outside of tags. Allowed are the elements p, br, h1 to h3, ul, ol, li, blockquote, strong,
    /// b, em and i, a with an address that begins with `https://`, `http://`, `mailto:` or a single `/`, and the
    /// attributes lang and dir. A paragraph that consists of one link is shown as a button.
    html_content: Filled<HTML_MAX>,
}

impl From<TemplateTexts> for TemplateText {
    fn from(texts: TemplateTexts) -> Self {
        Self { subject: texts.subject.0, html_content: texts.html_content.0 }
    }
}

/// A version of a template, without its HTML.
#[derive(Object)]
pub(crate) struct EmailTemplateVersion {
    /// 1 for the shipped template.
    version: u32,
    /// With placeholders.
    subject: String,
    /// When it was saved.
    edited_at: OffsetDateTime,
    /// The administrator who saved it. Null for the shipped template and the command line.
    edited_by: Nullable<Uuid>,
    /// The administrator's first and last name. Null after account deletion.
    edited_by_name: Nullable<String>,
}

impl From<ListedVersion> for EmailTemplateVersion {
    fn from(listed: ListedVersion) -> Self {
        let ListedVersion { version, subject, edited_at, edited_by, editor } = listed;
        let name = editor.map(|name| format!("{} {}", name.first, name.last));
        Self { version, subject, edited_at, edited_by: Nullable(edited_by), edited_by_name: Nullable(name) }
    }
}

/// The versions of a template, newest first.
#[derive(Object)]
pub(crate) struct EmailTemplateVersionList {
    #[oai(flatten)]
    list: CompleteList<EmailTemplateVersion>,
}

/// The rendered mail, addressed to you.
#[derive(Object)]
pub(crate) struct EmailPreview {
    /// The subject line with the placeholders replaced.
    subject: String,
    /// The HTML part.
    html: String,
    /// The plain-text part.
    text: String,
    /// Path of a page on this site with the HTML part, for a sandboxed frame. It needs no token and expires after ten
    /// minutes.
    preview_url: String,
}

/// The name of a template in a path; the operation checks it.
pub(crate) struct NameKind;

impl Kind for NameKind {
    const NAME: Option<&'static str> = Some("EmailTemplateName");

    fn schema() -> MetaSchema {
        let stored = MailKind::ALL.into_iter().filter(|kind| kind.is_stored());
        choice(stored.map(MailKind::as_str), Some("The name of a template."))
    }
}

error_codes!(ListCodes: [], SIGNED_IN, ADMIN);
error_codes!(ReadCodes: [NotFound], SIGNED_IN, ADMIN);
error_codes!(
    EditCodes: [NotFound, VersionConflict, PreconditionRequired, UnknownPlaceholder, InvalidSubject, HtmlRejected],
    SIGNED_IN, ADMIN, BODY, TEXT,
);
error_codes!(
    TryCodes: [NotFound, UnknownPlaceholder, InvalidSubject, HtmlRejected],
    SIGNED_IN, ADMIN, BODY, TEXT,
);

error_codes!(
    TestCodes: [NotFound, UnknownPlaceholder, InvalidSubject, HtmlRejected],
    SIGNED_IN, ADMIN, BODY, TEXT, REPEATABLE,
);

pub(crate) struct EmailTemplatesApi {
    pub(crate) templates: Arc<EmailTemplates>,
}

#[OpenApi(prefix_path = "/admin/email-templates", tag = "Tag::Email")]
impl EmailTemplatesApi {
    /// List email templates
    ///
    /// All templates with their texts, by name.
    #[oai(path = "/", method = "get", operation_id = "list_email_templates")]
    async fn list_email_templates(
        &self,
        Reading(reader): Reading,
    ) -> Result<Success<EmailTemplateList>, ApiError<ListCodes>> {
        let templates = self.templates.list(&reader).await?;
        Ok(JsonResponse(EmailTemplateList { list: templates.into_iter().map(EmailTemplate::from).collect() }))
    }

    /// Get an email template
    ///
    /// The template with its texts and its version.
    #[oai(path = "/:template_name", method = "get", operation_id = "get_email_template")]
    async fn get_email_template(
        &self,
        Reading(reader): Reading,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
    ) -> Result<Versioned<EmailTemplate>, ApiError<ReadCodes>> {
        let template = self.templates.read(&reader, &template_name.0.0).await?;
        Ok(Versioned::new(template.version, template.into()))
    }

    /// Edit an email template
    ///
    /// Replaces both texts and creates a new version. Earlier versions are kept. No effect if the texts are unchanged.
    /// Queued mails are sent with the new texts.
    #[oai(path = "/:template_name", method = "put", operation_id = "update_email_template")]
    async fn update_email_template(
        &self,
        Admin(admin): Admin,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
        /// The version that was edited, in double quotes. Weak tags, lists and `*` are accepted.
        #[oai(name = "If-Match")]
        if_match: IfMatch,
        json: Form<TemplateTexts>,
    ) -> Result<Versioned<EmailTemplate>, ApiError<EditCodes>> {
        let (actor, name) = (Actor::Administrator(&admin), &template_name.0.0);
        let current = self.templates.read(actor, name).await?.version;
        let expected = expected_version(if_match, current)?;
        let template = self.templates.edit(actor, name, expected, &json.body.into()).await?;
        Ok(Versioned::new(template.version, template.into()))
    }

    /// List the versions of an email template
    ///
    /// All versions without their HTML, the current one first.
    #[oai(path = "/:template_name/versions", method = "get", operation_id = "list_email_template_versions")]
    async fn list_email_template_versions(
        &self,
        Reading(reader): Reading,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
    ) -> Result<Success<EmailTemplateVersionList>, ApiError<ReadCodes>> {
        let versions = self.templates.versions(&reader, &template_name.0.0).await?;
        Ok(JsonResponse(EmailTemplateVersionList {
            list: versions.into_iter().map(EmailTemplateVersion::from).collect(),
        }))
    }

    /// Get a version of an email template
    ///
    /// The template as it was in this version. To put it back, edit the template with its texts.
    #[oai(
        path = "/:template_name/versions/:version",
        method = "get",
        operation_id = "get_email_template_version"
    )]
    async fn get_email_template_version(
        &self,
        Reading(reader): Reading,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
        /// The number of the version.
        version: Path<u32>,
    ) -> Result<Success<EmailTemplate>, ApiError<ReadCodes>> {
        let template = self.templates.version(&reader, &template_name.0.0, version.0).await?;
        Ok(JsonResponse(template.into()))
    }

    /// Preview an email template
    ///
    /// Renders these texts with your name, without storing them.
    #[oai(path = "/:template_name/preview", method = "post", operation_id = "preview_email_template")]
    async fn preview_email_template(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
        json: Form<TemplateTexts>,
    ) -> Result<Success<EmailPreview>, ApiError<TryCodes>> {
        let user = &admin.caller().user;
        limits::user(request, &RateLimit::EMAIL_PREVIEWS, user.id).await?;
        let (actor, name) = (Actor::Administrator(&admin), &template_name.0.0);
        let (mail, page) = self.templates.preview(actor, name, &json.body.into(), &user.name).await?;
        let RenderedMail { subject, html, text, .. } = mail;
        Ok(JsonResponse(EmailPreview { subject, html, text, preview_url: email_previews::url(page) }))
    }

    /// Send a test mail of an email template
    ///
    /// Sends a test mail with these texts to your own address, without storing them.
    #[oai(path = "/:template_name/test", method = "post", operation_id = "test_email_template")]
    async fn test_email_template(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// One of the names in the list of templates.
        template_name: Path<Text<NameKind>>,
        json: Form<TemplateTexts>,
    ) -> Result<Recorded<AcceptedEmpty>, ApiError<TestCodes>> {
        let user = &admin.caller().user;
        let text = json.body.into();
        let act = |key: Option<KeyedRequest<()>>| async {
            limits::user(request, &RateLimit::TEST_EMAILS, user.id).await?;
            let actor = Actor::Administrator(&admin);
            self.templates.test(actor, &template_name.0.0, &text, user, key).await?;
            Ok::<_, Problem>(())
        };
        Ok(key.once(user.id, &json.raw, |()| AcceptedEmpty, act).await?)
    }
}
