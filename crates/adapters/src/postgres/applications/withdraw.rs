//! Withdrawal of an application.

use forum_domain::applications::{Withdrawable, Withdrawal};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{Code, Refusal, Step};
use uuid::Uuid;

use super::{application, change_requests, drafts};
use crate::postgres::audit::audit_log;
use crate::postgres::headshots;
use crate::postgres::idempotency;
use crate::postgres::stores::PgApplicationStore;

pub(super) async fn withdraw(
    store: &PgApplicationStore,
    id: Uuid,
    user_id: Uuid,
    step: Step<Withdrawable, Withdrawal>,
) -> Result<Vec<Headshot>, Refusal> {
    let mut tx = store.pool.begin().await?;
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
