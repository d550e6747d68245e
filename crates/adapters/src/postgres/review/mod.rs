//! The review of applications.

mod decide;
mod export;
mod filter;
mod list;
mod mark;
mod read;
mod selection;
mod undo;

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationDetail, ApplicationSummary, ChangeState, Counts, Decidable, DecisionPlan, ExportRequest,
    ExportRow, HistoryEntry, MarkChange, Markable, Marks, ReviewContext, ReviewFilter, ReviewSort,
    ReviewStore, SeenDecision, Selection, StateCounts, SubmittedWithin, Target, UndoPlan, VIEWER_LIFETIME,
    Viewer,
};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Batches, Fault, Listing, PageRequest, PersonName, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use super::applications::application;
use super::connection::fault::{StoreError, fault};
use super::stores::PgReviewStore;

#[async_trait]
impl ReviewStore for PgReviewStore {
    #[tracing::instrument(name = "applications.review_list", skip_all)]
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        list::list(&self.pool, &filter, &page).await
    }

    #[tracing::instrument(name = "applications.states", skip_all)]
    async fn states(&self, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        list::states(&self.pool, &filter).await
    }

    #[tracing::instrument(name = "applications.read", skip_all)]
    async fn read(&self, id: Uuid) -> Result<Option<(ApplicationDetail, ChangeState)>, Fault> {
        read::read(&self.pool, id).await
    }

    #[tracing::instrument(name = "applications.record_reading", skip_all)]
    async fn record_reading(&self, id: Uuid, admin_id: Uuid, now: OffsetDateTime) -> Result<(), Fault> {
        Ok(execute!(
            &self.pool,
            "insert into application_readings (application_id, user_id, read_at)
             select a.id, u.id, $3 from applications a, users u
             where a.id = $1 and u.id = $2 and u.deleted_at is null for share of u for key share of a
             on conflict (application_id, user_id) do update set read_at = excluded.read_at",
            id,
            admin_id,
            now,
        )?)
    }

    #[tracing::instrument(name = "applications.applicant", skip_all)]
    async fn applicant(&self, id: Uuid) -> Result<Option<Uuid>, Fault> {
        let found = sqlx::query_scalar!("select user_id from applications where id = $1", id);
        found.fetch_optional(&self.pool).await.map_err(fault)
    }

    #[tracing::instrument(name = "applications.review_context", skip_all)]
    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault> {
        Ok(read::context(&self.pool, id).await?)
    }

    #[tracing::instrument(name = "applications.review_history", skip_all)]
    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault> {
        Ok(application::history(&self.pool, id).await?)
    }

    #[tracing::instrument(name = "applications.decide", skip_all)]
    async fn decide(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<Decidable, DecisionPlan>,
    ) -> Result<ApplicationDetail, Refusal> {
        decide::decide(self, id, actor, step).await
    }

    #[tracing::instrument(name = "applications.undo", skip_all)]
    async fn undo(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<SeenDecision, Option<UndoPlan>>,
    ) -> Result<ApplicationDetail, Refusal> {
        undo::undo(&self.pool, id, actor, step).await
    }

    #[tracing::instrument(name = "applications.mark", skip_all)]
    async fn mark(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<Markable, Option<MarkChange>>,
    ) -> Result<Marks, Refusal> {
        mark::mark(&self.pool, id, actor, step).await
    }

    #[tracing::instrument(name = "selection.read", skip_all)]
    async fn selection(&self, reader: Uuid, submitted: SubmittedWithin) -> Result<Selection, Fault> {
        selection::selection(&self.pool, reader, submitted).await
    }

    #[tracing::instrument(name = "selection.set_target", skip_all)]
    async fn set_target(
        &self,
        actor: Uuid,
        step: Step<Target, Option<(Target, AuditEvent)>>,
    ) -> Result<Target, Refusal> {
        selection::set_target(&self.pool, actor, step).await
    }

    #[tracing::instrument(name = "applications.export", skip_all)]
    async fn export(&self, request: ExportRequest) -> Result<(u64, Batches<ExportRow>), Fault> {
        export::open(&self.pool, &request).await
    }

    #[tracing::instrument(name = "viewers.announce", skip_all)]
    async fn announce_viewing(
        &self,
        id: Uuid,
        user_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Option<Vec<Viewer>>, Fault> {
        // The table is unlogged: a crash of PostgreSQL empties it, and the viewers announce themselves again.
        let others = sqlx::query!(
            "with announced as (
                 insert into application_viewers as own (application_id, user_id, since, seen_at) values ($1, $2, $3, $3)
                 on conflict (application_id, user_id) do update
                 set seen_at = $3, since = case when own.seen_at > $4 then own.since else $3 end
             )
             select v.user_id, p.first_name, p.last_name, v.since
             from application_viewers v join profiles p on p.user_id = v.user_id
             where v.application_id = $1 and v.user_id <> $2 and v.seen_at > $4
             order by v.since, v.user_id",
            id,
            user_id,
            now,
            now - VIEWER_LIFETIME,
        )
        .fetch_all(&self.pool)
        .await
        .map_err(StoreError::from);
        let others = match others {
            Err(error) if error.violates("application_viewers_application_id_fkey") => return Ok(None),
            others => others?,
        };
        let viewer = others.into_iter().map(|row| Viewer {
            user_id: row.user_id,
            name: PersonName { first: row.first_name, last: row.last_name },
            since: row.since,
        });
        Ok(Some(viewer.collect()))
    }

    #[tracing::instrument(name = "viewers.end", skip_all)]
    async fn end_viewing(&self, id: Uuid, user_id: Uuid) -> Result<(), Fault> {
        Ok(execute!(
            &self.pool,
            "delete from application_viewers where application_id = $1 and user_id = $2",
            id,
            user_id,
        )?)
    }
}
