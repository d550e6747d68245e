//! The review of applications.

mod decide;
mod export;
mod filter;
mod history;
mod list;
mod read;
mod undo;
mod viewers;

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationDetail, ApplicationSummary, ChangeState, Counts, Decidable, DecisionPlan, ExportRequest,
    ExportRows, HistoryEntry, ReviewContext, ReviewFilter, ReviewSort, ReviewStore, SeenDecision,
    StateCounts, UndoPlan, Viewer,
};
use forum_domain::shared::{Fault, Listing, PageRequest, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use super::connection::fault::fault;
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
        Ok(history::history(&self.pool, id).await?)
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

    #[tracing::instrument(name = "applications.export", skip_all)]
    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault> {
        let (total, rows) = export::PgExport::open(&self.pool, &request).await?;
        Ok((total, Box::new(rows)))
    }

    #[tracing::instrument(name = "viewers.announce", skip_all)]
    async fn announce_viewing(
        &self,
        id: Uuid,
        user_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Option<Vec<Viewer>>, Fault> {
        viewers::announce(&self.pool, id, user_id, now).await
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
