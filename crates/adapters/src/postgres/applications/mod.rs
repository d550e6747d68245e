//! The store of applications. Each act is a unit of work with a pure step from the domain.

pub(crate) mod application;
pub(crate) mod change_requests;
pub(crate) mod drafts;
pub(crate) mod fields;
mod submit;

use async_trait::async_trait;
use forum_domain::applications::{
    Applicant, Application, ApplicationStore, Draft, DraftContext, OwnApplicationSort, OwnApplicationSummary,
    Status, Submission, Withdrawable, Withdrawal,
};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{Code, Fault, Key, Listing, PageRequest, Place, Refusal, Step};
use uuid::Uuid;

use self::application::parse_status;
use crate::postgres::accounts::user::lock_user;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::stores::PgApplicationStore;
use crate::postgres::{headshots, idempotency};

#[async_trait]
impl ApplicationStore for PgApplicationStore {
    #[tracing::instrument(name = "applications.submit", skip_all)]
    async fn submit(&self, user_id: Uuid, step: Step<Applicant, Submission>) -> Result<Application, Refusal> {
        submit::submit(self, user_id, step).await
    }

    #[tracing::instrument(name = "applications.withdraw", skip_all)]
    async fn withdraw(
        &self,
        id: Uuid,
        user_id: Uuid,
        step: Step<Withdrawable, Withdrawal>,
    ) -> Result<Vec<Headshot>, Refusal> {
        let mut tx = self.pool.begin().await?;
        let detail = application::lock(&mut tx, id, user_id).await?.ok_or(Code::NotFound)?;
        let photos = headshots::own(&mut tx, user_id, Some(id)).await?;
        let withdrawal = step(&Withdrawable { detail, photos })?;
        change_requests::erase_mails(&mut tx, id).await?;
        // The recorded responses about the application are deleted with it: a repeated submission must not return one that does
        // not exist.
        execute!(&mut *tx, "delete from applications where id = $1", id)?;
        for photo in &withdrawal.removed {
            headshots::put(&mut tx, photo).await?;
        }
        drafts::put(&mut tx, user_id, &withdrawal.draft).await?;
        audit_log::insert(&mut tx, &withdrawal.audit).await?;
        idempotency::insert(&mut tx, withdrawal.record.as_ref()).await?;
        tx.commit().await?;
        Ok(withdrawal.removed)
    }

    #[tracing::instrument(name = "applications.draft", skip_all)]
    async fn draft(&self, user_id: Uuid) -> Result<Option<Draft>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let draft = drafts::of_user(&mut connection, user_id).await?;
        connection.release();
        Ok(draft)
    }

    #[tracing::instrument(name = "applications.save_draft", skip_all)]
    async fn save_draft(&self, user_id: Uuid, step: Step<DraftContext, Draft>) -> Result<Draft, Refusal> {
        let mut tx = self.pool.begin().await?;
        // The same lock as that of a submission. Without a user, the account was deleted after the token was checked.
        let user = lock_user(&mut tx, user_id).await?.ok_or(Code::SessionRevoked)?;
        let seen = sqlx::query!(
            r#"select (select id from applications where user_id = $1 and status = 'pending') as pending,
                      array(select id from headshots where user_id = $1 and state = 'stored') as "photos!",
                      (select version from application_drafts where user_id = $1) as version"#,
            user_id,
        )
        .fetch_one(&mut *tx)
        .await
        .map_err(StoreError::from)?;
        let (pending, photos) = (seen.pending, seen.photos);
        let version = seen.version.unwrap_or(Draft::NO_VERSION);
        let draft = step(&DraftContext { roles: user.roles, pending, photos, version })?;
        drafts::put(&mut tx, user_id, &draft).await?;
        tx.commit().await?;
        Ok(draft)
    }

    #[tracing::instrument(name = "applications.delete_draft", skip_all)]
    async fn delete_draft(&self, user_id: Uuid) -> Result<(), Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(drafts::clear(&mut connection, user_id).await?)
    }

    #[tracing::instrument(name = "applications.list_own", skip_all)]
    async fn list_own(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault> {
        // A user has few applications, so they need not be sorted and paged in the database.
        let rows = sqlx::query!(
            "select id, status, submitted_at, reviewed_at from applications
             where user_id = $1 and ($2::text is null or status = $2)
             order by submitted_at desc, id desc",
            user_id,
            status.map(Status::as_str),
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        let rows = rows.into_iter().map(|row| {
            let place = Place { keys: vec![Key::Instant(row.submitted_at)], id: row.id };
            let summary = OwnApplicationSummary {
                id: row.id,
                status: parse_status(&row.status)?,
                submitted_at: row.submitted_at,
                reviewed_at: row.reviewed_at,
            };
            Ok((place, summary))
        });
        Ok(Listing::of_all(&page, rows.collect::<Result<_, Fault>>()?))
    }
}
