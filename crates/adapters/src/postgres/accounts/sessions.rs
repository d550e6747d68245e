//! The store of sessions. Every authenticated request reads one session with its user and roles.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, Device, EarlierSignIns, LiveSession, Method, Proof, RefreshStep, SecurityChange,
    SecurityQuery, Session, SessionScope, SessionSort, SessionStore, User,
};
use forum_domain::shared::{Code, EmailAddress, Fault, Listing, PageRequest, PersonName, Refusal, Step};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security::{read, store};
use super::identities::UNIQUE_IDENTITY;
use super::user::{find_user, lock_user};
use crate::postgres::accounts::user::parse_roles;
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::connection::keyset;
use crate::postgres::connection::keyset::Columns;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgSessionStore;

/// Maximum number of browsers on one network that a new sign-in is compared with.
const BROWSERS_COMPARED: i64 = 100;

#[derive(FromRow)]
struct SessionRow {
    id: Uuid,
    user_id: Uuid,
    counter: i32,
    current_used: bool,
    rotated_at: OffsetDateTime,
    created_at: OffsetDateTime,
    last_used_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
    ip_prefix: Option<String>,
    user_agent: Option<String>,
    proof_methods: Vec<String>,
    proof_times: Vec<OffsetDateTime>,
    proof_factors: Vec<Option<Uuid>>,
}

const SELECT: &str =
    "id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at, revoked_at,
     ip_prefix, user_agent, proof_methods, proof_times, proof_factors";
const COLUMNS: Columns = Columns { keys: &["last_used_at", "created_at"], id: "id" };

/// Builds a session from a row with its columns.
macro_rules! session_of {
    ($row:ident) => {
        Session {
            id: $row.id,
            user_id: $row.user_id,
            counter: $row.counter.unsigned_abs(),
            current_used: $row.current_used,
            rotated_at: $row.rotated_at,
            created_at: $row.created_at,
            last_used_at: $row.last_used_at,
            expires_at: $row.expires_at,
            revoked_at: $row.revoked_at,
            device: Device { ip_prefix: $row.ip_prefix, user_agent: $row.user_agent },
            proofs: parse_proofs(&$row.proof_methods, &$row.proof_times, &$row.proof_factors)?,
        }
    };
}

/// Reads the sessions that match a condition.
macro_rules! read_sessions {
    ($on:expr, $condition:tt, $($argument:expr),+) => {{
        let rows = sqlx::query!(
            r#"select id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at, revoked_at,
                      ip_prefix, user_agent, proof_methods, proof_times,
                      proof_factors as "proof_factors: Vec<Option<Uuid>>"
               from sessions "#
                + $condition,
            $($argument),+
        )
        .fetch_all($on)
        .await
        .map_err(StoreError::from)?;
        rows.into_iter().map(|row| Ok(session_of!(row))).collect::<Result<Vec<Session>, StoreError>>()
    }};
}

/// Reads a session with its user and roles.
macro_rules! read_live_session {
    ($on:expr, $lock:tt, $id:expr) => {{
        let row = sqlx::query!(
            r#"select s.id, s.user_id, s.counter, s.current_used, s.rotated_at, s.created_at, s.last_used_at,
                      s.expires_at, s.revoked_at, s.ip_prefix, s.user_agent, s.proof_methods, s.proof_times,
                      s.proof_factors as "proof_factors: Vec<Option<Uuid>>",
                      exists (select from factors f where f.user_id = s.user_id and f.verified_at is not null)
                          as "has_factor!", s.is_first,
                      p.email, p.first_name, p.last_name, u.created_at as user_created_at, u.disabled_at,
                      array(select role from user_roles r where r.user_id = s.user_id) as "roles!: Vec<String>"
               from sessions s
               join users u on u.id = s.user_id
               join profiles p on p.user_id = s.user_id
               where s.id = $1"#
                + $lock,
            $id
        )
        .fetch_optional($on)
        .await
        .map_err(fault)?;
        match row {
            Some(row) => Some(LiveSession {
                has_factor: row.has_factor,
                is_first: row.is_first,
                user: User {
                    id: row.user_id,
                    email: EmailAddress::stored(row.email),
                    name: PersonName { first: row.first_name, last: row.last_name },
                    roles: parse_roles(&row.roles)?,
                    created_at: row.user_created_at,
                    disabled_at: row.disabled_at,
                },
                session: session_of!(row),
            }),
            None => None,
        }
    }};
}

fn proof_columns(proofs: &[Proof]) -> (Vec<String>, Vec<OffsetDateTime>, Vec<Option<Uuid>>) {
    let methods = proofs.iter().map(|proof| proof.method.as_str().to_owned()).collect();
    let times = proofs.iter().map(|proof| proof.at).collect();
    (methods, times, proofs.iter().map(|proof| proof.factor_id).collect())
}

fn parse_proofs(
    methods: &[String],
    times: &[OffsetDateTime],
    factors: &[Option<Uuid>],
) -> Result<Vec<Proof>, Fault> {
    let proof = |((name, &at), &factor_id): ((&String, &OffsetDateTime), &Option<Uuid>)| {
        let method = Method::parse(name).ok_or_else(|| unknown("method", name))?;
        Ok(Proof { method, at, factor_id })
    };
    methods.iter().zip(times).zip(factors).map(proof).collect()
}

pub(crate) async fn set_proofs(
    connection: &mut PgConnection,
    id: Uuid,
    proofs: &[Proof],
) -> Result<(), StoreError> {
    let (methods, times, factors) = proof_columns(proofs);
    execute!(
        connection,
        "update sessions set proof_methods = $2, proof_times = $3, proof_factors = $4 where id = $1",
        id,
        &methods,
        &times,
        &factors as &[Option<Uuid>]
    )
}

/// The live sessions of a user, least recently used first.
pub(crate) async fn alive(
    connection: &mut PgConnection,
    user_id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Session>, StoreError> {
    read_sessions!(
        connection,
        "where user_id = $1 and revoked_at is null and expires_at > $2 order by last_used_at, created_at, id",
        user_id,
        now
    )
}

/// Ends these sessions of a user. Sessions that have already ended stay unchanged.
pub(crate) async fn end_these(
    connection: &mut PgConnection,
    user_id: Uuid,
    ids: &[Uuid],
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sessions set revoked_at = $3 where user_id = $1 and id = any($2) and revoked_at is null",
        user_id,
        ids,
        now
    )
}

/// The newest sessions of a user, including ended ones.
pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<Session>, StoreError> {
    read_sessions!(
        connection,
        "where user_id = $1 order by created_at desc, id desc limit $2",
        user_id,
        i64::from(limit)
    )
}

/// The counter as a column value. A session cannot be refreshed two billion times.
fn column(counter: u32) -> i32 {
    i32::try_from(counter).unwrap_or(i32::MAX)
}

/// Whether the user has signed in before, and the browsers used in the network of this device since `since`. Only those can
/// be the same device.
pub(crate) async fn earlier(
    connection: &mut PgConnection,
    user_id: Uuid,
    device: &Device,
    since: OffsetDateTime,
) -> Result<EarlierSignIns, StoreError> {
    let any =
        sqlx::query_scalar!(r#"select exists (select from sessions where user_id = $1) as "any!""#, user_id,)
            .fetch_one(&mut *connection)
            .await?;
    let browsers = sqlx::query_scalar!(
        "select distinct user_agent from sessions
         where user_id = $1 and ip_prefix is not distinct from $2 and last_used_at > $3
         order by user_agent limit $4",
        user_id,
        device.ip_prefix,
        since,
        BROWSERS_COMPARED,
    )
    .fetch_all(connection)
    .await?;
    let known = |user_agent| Device { ip_prefix: device.ip_prefix.clone(), user_agent };
    Ok(EarlierSignIns { any, devices: browsers.into_iter().map(known).collect() })
}

/// The subquery sees the user as before the update.
pub(crate) async fn insert(connection: &mut PgConnection, session: &Session) -> Result<(), StoreError> {
    let (methods, times, factors) = proof_columns(&session.proofs);
    execute!(
        connection,
        "with signed_in as (update users set last_sign_in_at = greatest(last_sign_in_at, $6) where id = $2)
         insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at,
                               expires_at, ip_prefix, user_agent, proof_methods, proof_times, proof_factors, is_first)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
                 (select last_sign_in_at is null from users where id = $2))",
        session.id,
        session.user_id,
        column(session.counter),
        session.current_used,
        session.rotated_at,
        session.created_at,
        session.last_used_at,
        session.expires_at,
        session.device.ip_prefix,
        session.device.user_agent,
        &methods,
        &times,
        &factors as &[Option<Uuid>]
    )
}

#[async_trait]
impl SessionStore for PgSessionStore {
    #[tracing::instrument(name = "sessions.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault> {
        Ok(read_live_session!(&self.pool, "", id))
    }

    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault> {
        execute!(
            &self.pool,
            "update sessions set current_used = true, last_used_at = $3
             where id = $1 and counter = $2 and not current_used",
            id,
            column(counter),
            now
        )?;
        Ok(())
    }

    #[tracing::instrument(name = "sessions.rotate", skip_all)]
    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: Step<LiveSession, RefreshStep>,
    ) -> Result<LiveSession, Refusal> {
        let mut tx = self.pool.begin().await?;
        // Locks only the session. Disabling an account ends its sessions, so a concurrent refresh sees that.
        let live = read_live_session!(&mut *tx, " for update of s", id);
        let live = live.ok_or(Code::RefreshTokenInvalid)?;
        match step(&live)? {
            RefreshStep::Repeat => {
                // A dropped transaction ends later, and another refresh waits until then.
                tx.rollback().await?;
                Ok(live)
            }
            RefreshStep::Rotate(next) => {
                execute!(
                    &mut *tx,
                    "update sessions set counter = $2, current_used = $3, rotated_at = $4, last_used_at = $5,
                                         expires_at = $6
                     where id = $1",
                    id,
                    column(next.counter),
                    next.current_used,
                    next.rotated_at,
                    next.last_used_at,
                    next.expires_at
                )?;
                tx.commit().await?;
                Ok(LiveSession { session: next, ..live })
            }
            RefreshStep::Revoke(notice) => {
                execute!(&mut *tx, "update sessions set revoked_at = $2 where id = $1", id, now)?;
                outbox::queue(&mut tx, &notice).await?;
                self.mails.commit(tx).await?;
                Err(Code::RefreshTokenReused.into())
            }
        }
    }

    #[tracing::instrument(name = "sessions.end_sessions", skip_all)]
    async fn end_sessions(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault> {
        let (ends_current, ends_others) = match scope {
            SessionScope::Global => (true, true),
            SessionScope::Local => (true, false),
            SessionScope::Others => (false, true),
        };
        execute!(
            &self.pool,
            "update sessions set revoked_at = $5
             where user_id = $1 and revoked_at is null and case when id = $2 then $3::boolean else $4::boolean end",
            user_id,
            current,
            ends_current,
            ends_others,
            now,
        )?;
        Ok(())
    }

    async fn end_session(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault> {
        Ok(affected!(
            &self.pool,
            "update sessions set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2",
            user_id,
            id,
            now
        )? > 0)
    }

    async fn list(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        let from = |query: &mut QueryBuilder<Postgres>| {
            query.push("from sessions where user_id = ").push_bind(user_id);
            query.push(" and revoked_at is null and expires_at > ").push_bind(now);
        };
        let mut connection = self.pool.acquire().await?;
        let rows: Listing<SessionRow> = keyset::read(&mut connection, SELECT, from, &COLUMNS, &page).await?;
        rows.try_map(|row| Ok(session_of!(row)))
    }

    #[tracing::instrument(name = "sessions.security", skip_all)]
    async fn security(&self, user_id: Uuid, now: OffsetDateTime) -> Result<AccountSecurity, Refusal> {
        let mut connection = self.pool.acquire().await?;
        let user = find_user(&mut connection, user_id).await?.ok_or(Code::NotFound)?;
        Ok(read(&mut connection, user, &SecurityQuery::at(now)).await?)
    }

    #[tracing::instrument(name = "sessions.change", skip_all)]
    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: Step<AccountSecurity, SecurityChange>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        let user = lock_user(&mut tx, user_id).await?.ok_or(Code::NotFound)?;
        let change = step(&read(&mut tx, user, &query).await?)?;
        store(&mut tx, user_id, query.now, &change).await.map_err(|error| {
            if error.violates("factors_credential") {
                Code::CredentialInvalid.into()
            } else if error.violates(UNIQUE_IDENTITY) {
                Code::IdentityTaken.into()
            } else {
                Refusal::from(error)
            }
        })?;
        self.mails.commit(tx).await?;
        change.refused.map_or(Ok(()), Err)
    }
}
