//! The store of applications. A submission and a decision are units of work with a pure step from the domain and few
//! round trips: begin, lock and read, write, commit. A decision also checks the roles of its actor.

use async_trait::async_trait;
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationStore, Decidable, DecideError, DecideStep, OwnApplicationSort,
    OwnApplicationSummary, Status, SubmitError, SubmitStep, UndoError, UndoStep, WithdrawError, WithdrawStep,
    Withdrawable,
};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place};
use uuid::Uuid;

use super::application_rows::{ApplicationRow, parse_status};
use super::{change_requests, decision_rows, submission_rows, undo_rows, withdrawal_rows};
use crate::postgres::audit::actors::lock_actor;
use crate::postgres::connection::fault::fault;
use crate::postgres::headshots;
use crate::postgres::stores::PgApplicationStore;

#[async_trait]
impl ApplicationStore for PgApplicationStore {
    #[tracing::instrument(name = "applications.submit", skip_all)]
    async fn submit(&self, user_id: Uuid, step: SubmitStep) -> Result<Application, SubmitError> {
        let mut tx = self.pool.begin().await?;
        let applicant = submission_rows::lock(&mut tx, user_id).await?.ok_or(SubmitError::UnknownUser)?;
        let submission = step(&applicant)?;
        submission_rows::insert(&mut tx, &submission).await.map_err(|error| {
            // This program holds the lock and never violates the index, which protects against other writers.
            if error.violates("applications_one_pending") { SubmitError::PendingExists } else { error.into() }
        })?;
        self.mails.commit(tx).await?;
        Ok(submission.application)
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
        step: WithdrawStep,
    ) -> Result<Vec<Headshot>, WithdrawError> {
        let mut tx = self.pool.begin().await?;
        let detail = decision_rows::lock(&mut tx, id, user_id).await?.ok_or(WithdrawError::NotFound)?;
        let photos = headshots::own(&mut tx, user_id, Some(id)).await?;
        let withdrawal = step(&Withdrawable { detail, photos })?;
        withdrawal_rows::apply(&mut tx, &withdrawal).await?;
        tx.commit().await?;
        Ok(withdrawal.removed)
    }

    #[tracing::instrument(name = "applications.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault> {
        let row = sqlx::query_as!(
            ApplicationRow,
            r#"select a.id, a.user_id, a.status, a.submitted_at, a.reviewed_at, a.teaching_experience,
                      a.teaching_position, a.school_district, a.subjects_taught, a.date_of_birth, a.address_line1,
                      a.address_line2, a.city, a.state, a.zip_code, a.phone, a.headshot_url, a.headshot_id,
                      a.t_shirt_size, a.note, a.decided_by,
                      p.first_name as "first_name?", p.last_name as "last_name?", p.email as "email?"
               from applications a left join profiles p on p.user_id = a.user_id where a.id = $1"#,
            id,
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        row.map(ApplicationDetail::try_from).transpose()
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
