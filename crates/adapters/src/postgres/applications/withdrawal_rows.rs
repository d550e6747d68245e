//! Writes the rows of a withdrawal.

use forum_domain::applications::Withdrawal;
use sqlx::PgConnection;

use super::{change_requests, drafts};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::headshots;
use crate::postgres::idempotency;

/// Deletes the application and stores everything else of its withdrawal. The caller holds the locks of a decision.
pub(crate) async fn apply(connection: &mut PgConnection, withdrawal: &Withdrawal) -> Result<(), StoreError> {
    let Withdrawal { application_id, user_id, draft, removed, audit, record } = withdrawal;
    change_requests::erase_mails(connection, *application_id).await?;
    // The recorded responses about the application are deleted with it: a repeated submission must not return one that does
    // not exist.
    execute!(&mut *connection, "delete from applications where id = $1", application_id)?;
    for photo in removed {
        headshots::put(connection, photo).await?;
    }
    drafts::put(connection, *user_id, draft).await?;
    audit_log::insert(connection, audit).await?;
    idempotency::insert(connection, record.as_ref()).await
}
