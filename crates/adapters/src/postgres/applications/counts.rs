//! The numbers of applications by status.

use forum_domain::applications::{Counts, Status};
use sqlx::PgConnection;

use super::application_rows::parse_status;
use crate::postgres::connection::fault::StoreError;

/// Sums the recorded changes of the counts.
pub(crate) async fn counts(connection: &mut PgConnection) -> Result<Counts, StoreError> {
    let rows = sqlx::query!(
        r#"select status, sum(delta)::bigint as "number!" from application_count_changes group by status"#,
    )
    .fetch_all(connection)
    .await?;
    let mut counts = Counts::default();
    for row in rows {
        let number = row.number.unsigned_abs();
        counts.total += number;
        match parse_status(&row.status)? {
            Status::Pending => counts.pending = number,
            Status::Approved => counts.approved = number,
            Status::Rejected => counts.rejected = number,
        }
    }
    Ok(counts)
}
