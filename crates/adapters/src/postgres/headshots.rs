//! The rows of photos. Each unit of work changes them with a pure step from the domain, under the same lock as their
//! owner's applications.

use std::collections::HashMap;

use async_trait::async_trait;
use forum_domain::headshots::{
    Headshot, HeadshotKey, HeadshotState, HeadshotStep, HeadshotStore, OwnHeadshot,
};
use forum_domain::idempotency::KeyedRequest;
use forum_domain::shared::{Code, Fault, Refusal};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_user;
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::idempotency;
use crate::postgres::stores::PgHeadshotStore;

/// The key contains the owner, the format and the time.
struct HeadshotRow {
    id: Uuid,
    key: String,
    width: i32,
    height: i32,
    bytes: i64,
    state: String,
    created_at: OffsetDateTime,
    changed_at: OffsetDateTime,
}

macro_rules! select_headshots {
    ($condition:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            HeadshotRow,
            "select id, key, width, height, bytes, state, created_at, changed_at from headshots " + $condition,
            $($argument),+
        )
    };
}

impl TryFrom<HeadshotRow> for Headshot {
    type Error = Fault;

    fn try_from(row: HeadshotRow) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            key: HeadshotKey::parse(&row.key)
                .ok_or_else(|| unknown("key for the photo", &row.id.to_string()))?,
            width: row.width.unsigned_abs(),
            height: row.height.unsigned_abs(),
            bytes: row.bytes.unsigned_abs(),
            state: HeadshotState::parse(&row.state).ok_or_else(|| unknown("photo state", &row.state))?,
            created_at: row.created_at,
            changed_at: row.changed_at,
        })
    }
}

pub(crate) async fn stored(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Headshot>, StoreError> {
    let rows =
        select_headshots!("where user_id = $1 and state = 'stored'", user_id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(Headshot::try_from).collect::<Result<_, _>>()?)
}

/// The photos of a user with their uses. `besides` is an application that is about to be deleted: its uses, and that by the
/// draft that its answers replace, do not count.
pub(crate) async fn own(
    connection: &mut PgConnection,
    user_id: Uuid,
    besides: Option<Uuid>,
) -> Result<Vec<OwnHeadshot>, StoreError> {
    let rows = select_headshots!("where user_id = $1", user_id).fetch_all(&mut *connection).await?;
    let uses = sqlx::query!(
        r#"select headshot_id as "headshot_id!", not exists (
               select from application_change_requests r
               where r.application_id = applications.id and r.closed_at is null and 'headshot_id' = any (r.fields)
           ) as is_counted
           from applications where user_id = $1 and headshot_id is not null and id is distinct from $2
           union
           select v.headshot_id, false from application_versions v join applications a on a.id = v.application_id
           where a.user_id = $1 and v.headshot_id is not null and a.id is distinct from $2
           union
           select headshot_id, null from application_drafts
           where user_id = $1 and headshot_id is not null and $2::uuid is null"#,
        user_id,
        besides,
    )
    .fetch_all(connection)
    .await?;
    let mut shown: HashMap<Uuid, bool> = HashMap::new();
    let mut draft = None;
    for row in uses {
        match row.is_counted {
            Some(is_counted) => *shown.entry(row.headshot_id).or_default() |= is_counted,
            None => draft = Some(row.headshot_id),
        }
    }
    let with_use = |row: HeadshotRow| {
        let (is_counted, in_draft) = (shown.get(&row.id).copied(), draft == Some(row.id));
        let (in_use, is_exempt) = (is_counted.is_some(), is_counted == Some(false));
        Headshot::try_from(row).map(|headshot| OwnHeadshot { headshot, in_use, in_draft, is_exempt })
    };
    Ok(rows.into_iter().map(with_use).collect::<Result<_, Fault>>()?)
}

/// Sets the state of all photos of a user to `removing`. Returns those whose files exist. The sweep removes the others,
/// which are still being uploaded.
pub(crate) async fn remove_all(
    connection: &mut PgConnection,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<Vec<Headshot>, Fault> {
    let stored = stored(connection, user_id).await?;
    execute!(
        connection,
        "update headshots set state = 'removing', changed_at = $2 where user_id = $1 and state <> 'removing'",
        user_id,
        at
    )?;
    let removing = |headshot| Headshot { state: HeadshotState::Removing, changed_at: at, ..headshot };
    Ok(stored.into_iter().map(removing).collect())
}

/// Inserts or updates a row. The properties of the file never change.
pub(crate) async fn put(connection: &mut PgConnection, headshot: &Headshot) -> Result<(), Fault> {
    let number = |value: u32| {
        i32::try_from(value).map_err(|_| Fault::Bug("a photo's size is out of range".to_owned()))
    };
    execute!(
        connection,
        "insert into headshots
             (id, user_id, key, content_type, width, height, bytes, state, created_at, changed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (id) do update set state = excluded.state, changed_at = excluded.changed_at",
        headshot.id,
        headshot.key.user_id,
        headshot.key.to_string(),
        headshot.key.extension.kind().content_type(),
        number(headshot.width)?,
        number(headshot.height)?,
        i64::try_from(headshot.bytes).map_err(|_| Fault::Bug("a photo's size is out of range".to_owned()))?,
        headshot.state.as_str(),
        headshot.created_at,
        headshot.changed_at
    )?;
    Ok(())
}

#[async_trait]
impl HeadshotStore for PgHeadshotStore {
    async fn change(
        &self,
        user_id: Uuid,
        keyed: Option<KeyedRequest<Headshot>>,
        step: HeadshotStep,
    ) -> Result<Vec<Headshot>, Refusal> {
        let mut tx = self.pool.begin().await?;
        // The same lock as in `PgApplicationStore::submit`.
        lock_user(&mut tx, user_id).await?.ok_or(Code::SessionRevoked)?;
        let own = own(&mut tx, user_id, None).await?;
        let rows = step(&own)?;
        for headshot in &rows {
            put(&mut tx, headshot).await?;
        }
        let record = keyed.zip(rows.first()).map(|(request, first)| request.answered(first, None));
        idempotency::insert(&mut tx, record.as_ref()).await?;
        tx.commit().await?;
        Ok(rows)
    }

    async fn forget(&self, id: Uuid) -> Result<(), Fault> {
        execute!(&self.pool, "delete from headshots where id = $1 and state = 'removing'", id)?;
        Ok(())
    }

    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(stored(&mut connection, user_id).await?)
    }

    async fn own(&self, user_id: Uuid) -> Result<Vec<OwnHeadshot>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(own(&mut connection, user_id, None).await?)
    }

    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault> {
        let row = select_headshots!("where key = $1 and state = 'stored'", key.to_string())
            .fetch_optional(&self.pool)
            .await
            .map_err(fault)?;
        row.map(Headshot::try_from).transpose()
    }

    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault> {
        let rows = select_headshots!(
            "where state <> 'stored' and changed_at < $1 order by changed_at, id limit $2",
            before,
            i64::from(limit)
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        rows.into_iter().map(Headshot::try_from).collect()
    }

    async fn unshown(&self, keys: Vec<String>, until: OffsetDateTime) -> Result<Vec<Headshot>, Fault> {
        let rows = select_headshots!(
            "h where key = any($1) and state = 'stored' and changed_at <= $2
                 and not exists (select from applications a where a.headshot_id = h.id)
                 and not exists (select from application_versions v where v.headshot_id = h.id)
                 and not exists (select from application_drafts d where d.headshot_id = h.id)",
            &keys,
            until
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        rows.into_iter().map(Headshot::try_from).collect()
    }

    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault> {
        sqlx::query_scalar!(
            r#"select asked.key as "key!" from unnest($1::text[]) as asked (key)
               where not exists (select from headshots h where h.key = asked.key)"#,
            &keys,
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)
    }
}
