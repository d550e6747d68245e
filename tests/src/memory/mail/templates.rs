//! `TemplateStore` in memory.

use async_trait::async_trait;
use forum_domain::audit::ActError;
use forum_domain::mail::{
    EditStep, OutgoingMail, PreviewPage, StoredTemplate, TemplateError, TemplateStore, TemplateText,
    TemplateVersion,
};
use forum_domain::shared::{Fault, RequestRecord};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl TemplateStore for MemoryDatabase {
    async fn list(&self) -> Result<Vec<StoredTemplate>, Fault> {
        self.read(|state| {
            let mut rows = state.templates.clone();
            rows.sort_by(|a, b| a.template_name.cmp(&b.template_name));
            rows
        })
    }

    async fn find(&self, name: &str) -> Result<Option<StoredTemplate>, Fault> {
        self.read(|state| state.templates.iter().find(|row| row.template_name == name).cloned())
    }

    async fn versions(&self, name: &str) -> Result<Vec<TemplateVersion>, Fault> {
        self.read(|state| {
            let rows = state.template_versions.iter().filter(|row| row.0 == name);
            let mut versions: Vec<_> = rows.map(|row| row.1.clone()).collect();
            versions.sort_by_key(|version| std::cmp::Reverse(version.version));
            versions
        })
    }

    async fn change(
        &self,
        name: &str,
        actor: Option<Uuid>,
        step: EditStep,
    ) -> Result<StoredTemplate, TemplateError> {
        self.write(|state| {
            state.hold_actor(actor)?;
            let at = state.templates.iter().position(|row| row.template_name == name);
            let at = at.ok_or(TemplateError::NotFound)?;
            let Some(change) = step(&state.templates[at])? else { return Ok(state.templates[at].clone()) };
            let TemplateVersion { version, text, .. } = change.version.clone();
            let row = &mut state.templates[at];
            (row.version, row.text) = (version, text);
            let changed = row.clone();
            if state.has(SeededBug::EarlierVersionsLost) {
                state.template_versions.retain(|row| row.0 != name);
            }
            state.template_versions.push((name.to_owned(), change.version));
            state.add_audit(change.audit)?;
            Ok(changed)
        })
    }

    async fn queue_test(
        &self,
        recipient: Uuid,
        mail: &OutgoingMail,
        text: &TemplateText,
        record: Option<RequestRecord>,
    ) -> Result<(), ActError> {
        self.write(|state| {
            state.hold_actor(Some(recipient))?;
            state.add_request(record)?;
            state.add_mail(mail.clone())?;
            state.test_texts.insert(mail.id, text.clone());
            Ok(())
        })
    }

    async fn test_text(&self, mail_id: Uuid) -> Result<Option<TemplateText>, Fault> {
        self.read(|state| state.test_texts.get(&mail_id).cloned())
    }

    async fn keep_preview(
        &self,
        actor: Option<Uuid>,
        page: &PreviewPage,
        now: OffsetDateTime,
    ) -> Result<(), ActError> {
        self.write(|state| {
            state.hold_actor(actor)?;
            if !state.has(SeededBug::PreviewsKept) {
                state.previews.retain(|row| row.expires_at > now);
            }
            state.previews.push(page.clone());
            Ok(())
        })
    }

    async fn preview(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<String>, Fault> {
        self.read(|state| {
            let late = state.has(SeededBug::PreviewsKept);
            let row = state.previews.iter().find(|row| row.id == id && (late || row.expires_at > now));
            row.map(|row| row.html.clone())
        })
    }
}
