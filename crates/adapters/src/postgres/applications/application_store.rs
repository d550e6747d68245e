//! The store of applications. Each act is a unit of work with a pure step from the domain.

use async_trait::async_trait;
use forum_domain::applications::{
    Applicant, Application, ApplicationStore, Draft, DraftContext, OwnApplicationSort, OwnApplicationSummary,
    Status, Submission, Withdrawable, Withdrawal,
};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place, Refusal, Step};
use uuid::Uuid;

use super::application::parse_status;
use super::{drafts, submit, withdraw};
use crate::postgres::connection::fault::fault;
use crate::postgres::stores::PgApplicationStore;

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
        withdraw::withdraw(self, id, user_id, step).await
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
        drafts::save(&self.pool, user_id, step).await
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
