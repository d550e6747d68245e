//! The actor of an administrative act, locked and checked in its transaction.

use forum_domain::shared::Code;
use forum_domain::users::check_actor;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user::parse_roles;
use crate::postgres::connection::fault::StoreError;

/// Checks that an administrator still has the role and an enabled account, and locks both until the transaction ends. `None`
/// is the command line. The actor is locked before the rows that the act changes; an act on an application locks both at
/// once (`lock_application`). Two acts by one administrator share the lock.
pub(crate) async fn lock_actor(
    connection: &mut PgConnection,
    actor: Option<Uuid>,
) -> Result<Result<(), Code>, StoreError> {
    let Some(id) = actor else { return Ok(Ok(())) };
    let row = sqlx::query!(r#"select roles as "roles!", disabled_at from lock_actor($1)"#, id)
        .fetch_one(connection)
        .await?;
    Ok(check_actor(&parse_roles(&row.roles)?, row.disabled_at))
}
