//! The store of applications. Each act is a unit of work with a pure step from the domain.

use async_trait::async_trait;
use forum_domain::applications::{
    Applicant, Application, ApplicationDetail, ApplicationStore, Decidable, DecideError, DecideStep, Draft,
    DraftContext, OwnApplicationSort, OwnApplicationSummary, Status, Submission, UndoError, UndoStep,
    Withdrawable, Withdrawal,
};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place, Refusal, Step};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::application::{self, parse_status};
use super::{change_requests, decision_rows, drafts, submit, undo_rows, withdraw};
use crate::postgres::audit::actors::lock_actor;
use crate::postgres::connection::fault::fault;
use crate::postgres::stores::PgApplicationStore;

#[async_trait]
impl ApplicationStore for PgApplicationStore {
    #[tracing::instrument(name = "applications.submit", skip_all)]
    async fn submit(&self, user_id: Uuid, step: Step<Applicant, Submission>) -> Result<Application, Refusal> {
        submit::submit(self, user_id, step).await
    }

    #[tracing::instrument(name = "applications.decide", skip_all)]
    async fn decide(
        &self,
        id: Uuid,
        actor: Uuid,
        step: DecideStep,
    ) -> Result<ApplicationDetail, DecideError> {
        let mut tx = self.pool.begin().await?;
        let detail = decision_rows::lock(&mut tx, id, actor).await?.ok_or(DecideError::NotFound)?;
        lock_actor(&mut tx, Some(actor)).await??;
        // Read under the lock, because an edit may have been stored while this transaction waited for it.
        let version = change_requests::version(&mut tx, id).await?;
        let seen = Decidable { detail, version };
        let changes = step(&seen)?;
        decision_rows::update(&mut tx, &changes).await?;
        self.mails.commit(tx).await?;
        Ok(ApplicationDetail { application: changes.application, person: seen.detail.person })
    }

    #[tracing::instrument(name = "applications.undo", skip_all)]
    async fn undo(&self, id: Uuid, actor: Uuid, step: UndoStep) -> Result<ApplicationDetail, UndoError> {
        let mut tx = self.pool.begin().await?;
        let detail = decision_rows::lock(&mut tx, id, actor).await?.ok_or(UndoError::NotFound)?;
        lock_actor(&mut tx, Some(actor)).await??;
        let seen = undo_rows::lock(&mut tx, detail).await?;
        let changes = match step(&seen) {
            Ok(Some(changes)) => changes,
            unchanged => {
                // A dropped transaction ends later, and a worker skips the locked mail until then.
                tx.rollback().await?;
                return unchanged.map(|_| seen.detail);
            }
        };
        undo_rows::update(&mut tx, &changes).await?;
        tx.commit().await?;
        Ok(ApplicationDetail { application: changes.application, person: seen.detail.person })
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

    #[tracing::instrument(name = "applications.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault> {
        let query = format!(
            "select {}, p.first_name, p.last_name, p.email
             from applications a left join profiles p on p.user_id = a.user_id where a.id = $1",
            application::columns("a"),
        );
        let row =
            sqlx::query(AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await.map_err(fault)?;
        Ok(row.as_ref().map(application::detail).transpose()?)
    }

    #[tracing::instrument(name = "applications.applicant", skip_all)]
    async fn applicant(&self, id: Uuid) -> Result<Option<Uuid>, Fault> {
        let found = sqlx::query_scalar!("select user_id from applications where id = $1", id);
        found.fetch_optional(&self.pool).await.map_err(fault)
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
