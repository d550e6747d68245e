//! Rows of stored templates, their versions, and the rule for an edit.

use time::OffsetDateTime;
use uuid::Uuid;

use super::template::TemplateText;
use crate::audit::AuditEvent;

/// A row of `email_templates` (docs/product.md, 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTemplate {
    pub id: Uuid,
    /// Name, such as `application_approved`.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateEdit {
    pub text: TemplateText,
    pub expected: u32,
    /// The administrator; `None` for the command line.
    pub actor: Option<Uuid>,
    pub audit: Uuid,
    pub at: OffsetDateTime,
}

#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateChange {
    pub version: TemplateVersion,
    pub audit: AuditEvent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the template is at version {current} now")]
pub struct VersionConflict {
    pub current: u32,
}

/// Decides what an edit stores; `None` if the content is the same.
///
/// # Errors
/// [`VersionConflict`] if the edit is based on another version.
pub fn edit(seen: &StoredTemplate, edit: TemplateEdit) -> Result<Option<TemplateChange>, VersionConflict> {
    let TemplateEdit { text, expected, actor, audit, at } = edit;
    if expected != seen.version {
        return Err(VersionConflict { current: seen.version });
    }
    if text == seen.text {
        return Ok(None);
    }
    let next = seen.version + 1;
    Ok(Some(TemplateChange {
        version: TemplateVersion { version: next, text, edited_at: at, edited_by: actor },
        audit: AuditEvent::new(audit, at, actor, "email_template.edited", ("email_template", seen.id))
            .with("template", &seen.template_name)
            .with("from_version", seen.version.to_string())
            .with("to_version", next.to_string()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> StoredTemplate {
        let text = TemplateText { subject: "Welcome".into(), html_content: "<p>Hello</p>".into() };
        StoredTemplate {
            id: Uuid::from_u128(1),
            template_name: "application_approved".into(),
            text,
            version: 3,
        }
    }

    fn with(subject: &str, expected: u32) -> TemplateEdit {
        TemplateEdit {
            text: TemplateText { subject: subject.into(), ..stored().text },
            expected,
            actor: Some(Uuid::from_u128(2)),
            audit: Uuid::from_u128(3),
            at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn an_edit_creates_the_next_version_and_audits_both_numbers() {
        let change = edit(&stored(), with("Hello", 3)).expect("the current version").expect("a change");
        assert_eq!((change.version.version, change.version.text.subject.as_str()), (4, "Hello"));
        assert_eq!(change.version.edited_by, Some(Uuid::from_u128(2)));
        let AuditEvent { actor_id, action, target_id, detail, .. } = change.audit;
        assert_eq!(
            (actor_id, action, target_id),
            (change.version.edited_by, "email_template.edited", stored().id)
        );
        let facts: Vec<_> = detail.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(facts, [("template", "application_approved"), ("from_version", "3"), ("to_version", "4")]);
    }

    #[test]
    fn an_edit_of_another_version_is_refused_even_with_the_same_content() {
        for expected in [0, 2, 4] {
            assert_eq!(edit(&stored(), with("Welcome", expected)), Err(VersionConflict { current: 3 }));
        }
    }

    #[test]
    fn an_edit_with_the_same_content_creates_no_version() {
        assert_eq!(edit(&stored(), with("Welcome", 3)), Ok(None));
    }
}
