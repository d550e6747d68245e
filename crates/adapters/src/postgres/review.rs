//! The review list: a query port of its own that joins freely and reads no birth date, address or phone.

use async_trait::async_trait;
use forum_domain::applications::{ApplicationSummary, Counts, ReviewFilter, ReviewQueue, ReviewSort, Status};
use forum_domain::shared::{EmailAddress, Fault, Listing, Order, PersonName};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::applications::parse_status;
use super::fault::fault;

/// [`ReviewQueue`] on PostgreSQL.
pub struct PgReviewQueue {
    pool: PgPool,
}

impl PgReviewQueue {
    /// On this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

struct SummaryRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    teaching_position: String,
    status: String,
    submitted_at: OffsetDateTime,
    reviewed_at: Option<OffsetDateTime>,
}

impl TryFrom<SummaryRow> for ApplicationSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            name: PersonName { first: row.first_name, last: row.last_name },
            email: EmailAddress::stored(row.email),
            teaching_position: row.teaching_position,
            status: parse_status(&row.status)?,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
        })
    }
}

/// The text to look for as a `like` pattern in which `%`, `_` and `\` stand for themselves.
fn pattern(query: &str) -> String {
    let mut pattern = String::from("%");
    for c in query.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// One checked statement per sorting, so that each can use an index.
macro_rules! page_ordered_by {
    ($pool:expr, $status:expr, $pattern:expr, $page:expr, $order:literal) => {
        sqlx::query_as!(
            SummaryRow,
            "select a.id, p.first_name, p.last_name, p.email, a.teaching_position, a.status, a.submitted_at,
                    a.reviewed_at
             from applications a join profiles p on p.user_id = a.user_id
             where ($1::text is null or a.status = $1)
               and ($2::text is null or lower(p.first_name || ' ' || p.last_name) like $2
                    or lower(p.email) like $2)
             order by "
                + $order
                + " limit $3 offset $4",
            $status,
            $pattern,
            i64::from($page.limit),
            i64::from($page.offset),
        )
        .fetch_all($pool)
        .await
    };
}

#[async_trait]
impl ReviewQueue for PgReviewQueue {
    #[tracing::instrument(name = "applications.review_list", skip_all)]
    async fn list(&self, filter: ReviewFilter) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        let ReviewFilter { status, query, sort, order, page } = filter;
        let status = status.map(Status::as_str);
        let pattern = query.as_deref().map(pattern);
        let pattern = pattern.as_deref();
        let pool = &self.pool;
        let rows = match (sort, order) {
            (ReviewSort::SubmittedAt, Order::Desc) => {
                page_ordered_by!(pool, status, pattern, page, "a.submitted_at desc, a.id desc")
            }
            (ReviewSort::SubmittedAt, Order::Asc) => {
                page_ordered_by!(pool, status, pattern, page, "a.submitted_at, a.id")
            }
            (ReviewSort::Name, Order::Asc) => {
                page_ordered_by!(pool, status, pattern, page, "lower(p.last_name), lower(p.first_name), a.id")
            }
            (ReviewSort::Name, Order::Desc) => page_ordered_by!(
                pool,
                status,
                pattern,
                page,
                "lower(p.last_name) desc, lower(p.first_name) desc, a.id desc"
            ),
            (ReviewSort::Status, Order::Asc) => {
                page_ordered_by!(pool, status, pattern, page, "a.status, a.id")
            }
            (ReviewSort::Status, Order::Desc) => {
                page_ordered_by!(pool, status, pattern, page, "a.status desc, a.id desc")
            }
        }
        .map_err(fault)?;
        let counts = sqlx::query!(
            r#"select count(*) as "total!",
                      count(*) filter (where status = 'pending') as "pending!",
                      count(*) filter (where status = 'approved') as "approved!",
                      count(*) filter (where status = 'rejected') as "rejected!"
               from applications"#,
        )
        .fetch_one(pool)
        .await
        .map_err(fault)?;
        let total = sqlx::query_scalar!(
            r#"select count(*) as "total!"
               from applications a join profiles p on p.user_id = a.user_id
               where ($1::text is null or a.status = $1)
                 and ($2::text is null or lower(p.first_name || ' ' || p.last_name) like $2
                      or lower(p.email) like $2)"#,
            status,
            pattern,
        )
        .fetch_one(pool)
        .await
        .map_err(fault)?;
        let items = rows.into_iter().map(ApplicationSummary::try_from).collect::<Result<_, _>>()?;
        let counts = Counts {
            total: counts.total.unsigned_abs(),
            pending: counts.pending.unsigned_abs(),
            approved: counts.approved.unsigned_abs(),
            rejected: counts.rejected.unsigned_abs(),
        };
        Ok((Listing { items, total: total.unsigned_abs(), page }, counts))
    }
}
