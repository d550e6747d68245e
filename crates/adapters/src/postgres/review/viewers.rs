//! Who has an application open. The table is unlogged: a crash of PostgreSQL empties it, and the viewers announce
//! themselves again.

use forum_domain::applications::{VIEWER_LIFETIME, Viewer};
use forum_domain::shared::{Fault, PersonName};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;

pub(super) async fn announce(
    pool: &ConnectionPool,
    application_id: Uuid,
    user_id: Uuid,
    now: OffsetDateTime,
) -> Result<Option<Vec<Viewer>>, Fault> {
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
        application_id,
        user_id,
        now,
        now - VIEWER_LIFETIME,
    )
    .fetch_all(pool)
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
