//! Stored templates: content, versions and allowed HTML.

mod html_policy;
mod stored_template;
mod template;
mod template_store;

pub use html_policy::{HtmlPolicy, HtmlRejected};
pub use stored_template::{
    StoredTemplate, TemplateChange, TemplateEdit, TemplateVersion, VersionConflict, edit,
};
pub use template::{FilledTemplate, HTML_MAX, PLACEHOLDERS, RenderedMail, SUBJECT_MAX, TemplateText};
pub use template_store::{EditStep, PreviewPage, TemplateError, TemplateStore};
