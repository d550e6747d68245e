//! Stored templates with all versions, and the unsaved content of previews and test mails.

use async_trait::async_trait;
use forum_domain::audit::AuditEvent;
use forum_domain::idempotency::RequestRecord;
use forum_domain::mail::{
    ListedVersion, OutgoingMail, PreviewPage, StoredTemplate, TemplateChange, TemplateStore, TemplateText,
    TemplateVersion,
};
use forum_domain::shared::{Code, Fault, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use super::outbox;
use crate::postgres::accounts::user::lock_actor;
use crate::postgres::applications::application;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::fault;
use crate::postgres::idempotency;
use crate::postgres::stores::PgTemplateStore;

struct TemplateRow {
    id: Uuid,
    template_name: String,
    subject: String,
    html_content: String,
    version: i32,
}

impl From<TemplateRow> for StoredTemplate {
    fn from(row: TemplateRow) -> Self {
        let TemplateRow { id, template_name, subject, html_content, version } = row;
        let text = TemplateText { subject, html_content };
        Self { id, template_name, text, version: version.unsigned_abs() }
    }
}

#[async_trait]
impl TemplateStore for PgTemplateStore {
    async fn list(&self) -> Result<Vec<StoredTemplate>, Fault> {
        let rows = sqlx::query_as!(
            TemplateRow,
            "select id, template_name, subject, html_content, version from email_templates order by template_name",
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        Ok(rows.into_iter().map(StoredTemplate::from).collect())
    }

    async fn versions(&self, name: &str) -> Result<Vec<ListedVersion>, Fault> {
        let rows = sqlx::query!(
            r#"select v.version, v.subject, v.edited_at, v.edited_by,
                      p.first_name as "first_name?", p.last_name as "last_name?"
               from email_template_versions v left join profiles p on p.user_id = v.edited_by
               where v.template_name = $1 order by v.version desc"#,
            name,
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        let version = rows.into_iter().map(|row| ListedVersion {
            version: row.version.unsigned_abs(),
            subject: row.subject,
            edited_at: row.edited_at,
            edited_by: row.edited_by,
            editor: application::name(row.first_name, row.last_name),
        });
        Ok(version.collect())
    }

    async fn version(&self, name: &str, version: u32) -> Result<Option<TemplateText>, Fault> {
        let Ok(version) = i32::try_from(version) else { return Ok(None) };
        sqlx::query_as!(
            TemplateText,
            "select subject, html_content from email_template_versions where template_name = $1 and version = $2",
            name,
            version,
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)
    }

    async fn change(
        &self,
        name: &str,
        actor: Option<Uuid>,
        step: Step<StoredTemplate, Option<TemplateChange>>,
    ) -> Result<StoredTemplate, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, actor).await??;
        let row = sqlx::query_as!(
            TemplateRow,
            "select id, template_name, subject, html_content, version from email_templates
             where template_name = $1 for update",
            name,
        )
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
        let seen = StoredTemplate::from(row.ok_or(Code::NotFound)?);
        let Some(TemplateChange { version, audit }) = step(&seen)? else { return Ok(seen) };
        let TemplateVersion { version, text, edited_at, edited_by } = version;
        execute!(
            &mut *tx,
            "with edited as (
                 update email_templates set subject = $3, html_content = $4, version = $2, updated_at = $5
                 where template_name = $1
             )
             insert into email_template_versions
                 (template_name, version, subject, html_content, edited_at, edited_by)
             values ($1, $2, $3, $4, $5, $6)",
            name,
            i32::try_from(version).unwrap_or(i32::MAX),
            text.subject,
            text.html_content,
            edited_at,
            edited_by,
        )?;
        audit_log::insert(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(StoredTemplate { version, text, ..seen })
    }

    async fn queue_test(
        &self,
        recipient: Uuid,
        mail: &OutgoingMail,
        text: &TemplateText,
        audit: &AuditEvent,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, Some(recipient)).await??;
        outbox::queue(&mut tx, mail).await?;
        execute!(
            &mut *tx,
            "insert into email_tests (mail_id, subject, html_content) values ($1, $2, $3)",
            mail.id,
            text.subject,
            text.html_content
        )?;
        audit_log::insert(&mut tx, audit).await?;
        idempotency::insert(&mut tx, record.as_ref()).await?;
        Ok(self.mails.commit(tx).await?)
    }

    async fn test_text(&self, mail_id: Uuid) -> Result<Option<TemplateText>, Fault> {
        sqlx::query_as!(
            TemplateText,
            "select subject, html_content from email_tests where mail_id = $1",
            mail_id,
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)
    }

    async fn keep_preview(
        &self,
        actor: Option<Uuid>,
        page: &PreviewPage,
        now: OffsetDateTime,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, actor).await??;
        execute!(
            &mut *tx,
            "with expired as (delete from email_previews where expires_at <= $1)
             insert into email_previews (id, html, expires_at) values ($2, $3, $4)",
            now,
            page.id,
            page.html,
            page.expires_at
        )?;
        Ok(tx.commit().await?)
    }

    async fn preview(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<String>, Fault> {
        sqlx::query_scalar!("select html from email_previews where id = $1 and expires_at > $2", id, now)
            .fetch_optional(&self.pool)
            .await
            .map_err(fault)
    }
}
