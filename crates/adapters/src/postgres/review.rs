//! The review list: a separate query port that joins freely and reads no birth date, address or phone number.

use async_trait::async_trait;
use forum_domain::applications::{ApplicationSummary, Counts, Person, ReviewFilter, ReviewQueue, ReviewSort};
use forum_domain::shared::{EmailAddress, Fault, Listing, PageRequest, PersonName};
use sqlx::{FromRow, PgPool, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::application_rows::parse_status;
use super::fault::fault;
use super::keyset::{self, Columns};
use super::search::pattern;

/// [`ReviewQueue`] on PostgreSQL.
pub struct PgReviewQueue {
    pool: PgPool,
}

impl PgReviewQueue {
    /// Uses this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(FromRow)]
struct SummaryRow {
    id: Uuid,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    teaching_position: String,
    status: String,
    submitted_at: OffsetDateTime,
    reviewed_at: Option<OffsetDateTime>,
}

impl TryFrom<SummaryRow> for ApplicationSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        let person = match (row.first_name, row.last_name, row.email) {
            (Some(first), Some(last), Some(email)) => {
                Some(Person { name: PersonName { first, last }, email: EmailAddress::stored(email) })
            }
            _ => None,
        };
        Ok(Self {
            id: row.id,
            person,
            teaching_position: row.teaching_position,
            status: parse_status(&row.status)?,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
        })
    }
}

const SELECT: &str =
    "a.id, p.first_name, p.last_name, p.email, a.teaching_position, a.status, a.submitted_at, a.reviewed_at";

fn columns(sort: ReviewSort) -> Columns {
    let keys: &[&str] = match sort {
        ReviewSort::SubmittedAt => &["a.submitted_at"],
        // Deleted accounts have no name and come before all others.
        ReviewSort::Name => &["coalesce(lower(p.last_name), '')", "coalesce(lower(p.first_name), '')"],
        ReviewSort::Status => &["a.status"],
    };
    Columns { keys, id: "a.id" }
}

/// Pushes FROM and WHERE for the applications that match the filter.
fn push_from(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    query.push("from applications a left join profiles p on p.user_id = a.user_id where true");
    if let Some(status) = filter.status {
        query.push(" and a.status = ").push_bind(status.as_str());
    }
    if let Some(text) = &filter.query {
        let pattern = pattern(text);
        query.push(" and (lower(p.first_name || ' ' || p.last_name) like ").push_bind(pattern.clone());
        query.push(" or lower(p.email) like ").push_bind(pattern).push(")");
    }
}

#[async_trait]
impl ReviewQueue for PgReviewQueue {
    #[tracing::instrument(name = "applications.review_list", skip_all)]
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        let from = |query: &mut QueryBuilder<Postgres>| push_from(query, &filter);
        let rows: Listing<SummaryRow> =
            keyset::read(&self.pool, SELECT, from, &columns(page.sort), &page).await?;
        let counts = sqlx::query!(
            r#"select count(*) as "total!",
                      count(*) filter (where status = 'pending') as "pending!",
                      count(*) filter (where status = 'approved') as "approved!",
                      count(*) filter (where status = 'rejected') as "rejected!"
               from applications"#,
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)?;
        let counts = Counts {
            total: counts.total.unsigned_abs(),
            pending: counts.pending.unsigned_abs(),
            approved: counts.approved.unsigned_abs(),
            rejected: counts.rejected.unsigned_abs(),
        };
        Ok((rows.try_map(ApplicationSummary::try_from)?, counts))
    }
}
