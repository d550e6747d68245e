//! The actor of an administrator's act, read and locked in its transaction.

use forum_domain::audit::FormerAdministrator;
use forum_domain::shared::Fault;
use forum_domain::users::check_actor;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::connection::fault::fault;
use crate::postgres::roles::parse_roles;

/// Keeps an administrator's roles, and their account enabled, until the transaction of their act ends, and checks both
/// then. `None` is the command line. A user is locked before what the act changes; the lock of two acts of one
/// administrator is shared.
pub(crate) async fn hold_actor(
    connection: &mut PgConnection,
    actor: Option<Uuid>,
) -> Result<Result<(), FormerAdministrator>, Fault> {
    let Some(id) = actor else { return Ok(Ok(())) };
    let row = sqlx::query!(r#"select roles as "roles!", disabled_at from lock_actor($1)"#, id)
        .fetch_one(connection)
        .await
        .map_err(fault)?;
    Ok(check_actor(&parse_roles(&row.roles)?, row.disabled_at))
}
