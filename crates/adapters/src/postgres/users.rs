//! The administration of users.

mod invitations;

use async_trait::async_trait;
use forum_domain::accounts::{FactorKind, OneTimeToken, Role};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Code, EmailAddress, Fault, Listing, PageRequest, Refusal, Start, Step};
use forum_domain::users::{
    AcceptContext, AccountState, EndedSessions, Invitation, InvitationContext, InvitationPlan,
    UserChangeContext, UserChangePlan, UserDetail, UserFilter, UserSort, UserStore, UserSummary,
};
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::user::{apply_roles, lock_actor, lock_administrators, lock_user, user_of};
use crate::postgres::applications::application::parse_status;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::connection::keyset::{self, Columns};
use crate::postgres::connection::search::{Found, Search, count, push_words};
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgUserStore;

#[derive(FromRow)]
struct SummaryRow {
    id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    roles: Vec<String>,
    created_at: OffsetDateTime,
    disabled_at: Option<OffsetDateTime>,
    last_sign_in_at: Option<OffsetDateTime>,
    application_id: Option<Uuid>,
    is_verified: bool,
}

impl TryFrom<SummaryRow> for UserSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        Ok(Self {
            last_sign_in_at: row.last_sign_in_at,
            application_id: row.application_id,
            is_verified: row.is_verified,
            user: user_of!(row),
        })
    }
}

const SELECT: &str = "l.user_id as id, l.email, l.first_name, l.last_name, l.user_created_at as created_at,
     (select u.disabled_at from users u where u.id = l.user_id) as disabled_at,
     (select u.last_sign_in_at from users u where u.id = l.user_id) as last_sign_in_at,
     array(select role from user_roles r where r.user_id = l.user_id) as roles,
     (select a.id from applications a where a.user_id = l.user_id
      order by a.submitted_at desc, a.id desc limit 1) as application_id,
     true as is_verified";

const FROM: &str = "from profiles l";
/// New members are older than most applicants, so a walk along all users by time would be long.
const FROM_ROLES: &str = "from (select p.*, r.role, r.user_created_at as created_at, r.user_id as id
     from user_roles r join profiles p on p.user_id = r.user_id) l";

/// Sign-ups that nobody has confirmed, with the columns of a profile. Housekeeping keeps them few.
const FROM_UNVERIFIED: &str = "from (
         select r.id as user_id, r.email, r.first_name, r.last_name, r.created_at as user_created_at,
                left(folded_words(r.last_name), 100) collate \"C\" as last_key,
                left(folded_words(r.first_name), 100) collate \"C\" as first_key,
                application_words(r.first_name, r.last_name, r.email, null, null, null, null, null) as search_words
         from pending_registrations r
         where not exists (select from pending_registrations n where lower(n.email) = lower(r.email)
                           and (n.created_at, n.id) > (r.created_at, r.id))
           and not exists (select from profiles p where lower(p.email) = lower(r.email))
     ) l";
const SELECT_UNVERIFIED: &str =
    "l.user_id as id, l.email, l.first_name, l.last_name, l.user_created_at as created_at,
     null::timestamptz as disabled_at, null::timestamptz as last_sign_in_at, '{}'::text[] as roles,
     null::uuid as application_id, false as is_verified";

/// The columns of the indexes of `profiles` and `user_roles`.
fn columns(sort: UserSort, by_role: bool) -> Columns {
    let keys: &[&str] = match sort {
        UserSort::CreatedAt if by_role => return Columns { keys: &["l.created_at"], id: "l.id" },
        UserSort::CreatedAt => &["l.user_created_at"],
        UserSort::Name => &["l.last_key", "l.first_key"],
        UserSort::Email => &["lower(l.email)"],
    };
    Columns { keys, id: "l.user_id" }
}

/// The role is not bound, because the planner must know its frequency. It is a constant in the program.
fn push_role(query: &mut QueryBuilder<Postgres>, role: Option<Role>) {
    if let Some(role) = role {
        query.push(format_args!(" and l.role = '{}'", role.as_str()));
    }
}

fn push_found(query: &mut QueryBuilder<Postgres>, filter: &UserFilter, role: Option<Role>) {
    if let Some(role) = role {
        query.push(" and exists (select from user_roles r where r.user_id = l.user_id and r.role = ");
        query.push_bind(role.as_str()).push(")");
    }
    if let Some(state) = filter.state.filter(|state| *state != AccountState::Unverified) {
        let is = if state == AccountState::Disabled { "is not null" } else { "is null" };
        query.push(" and exists (select from users u where u.id = l.user_id and u.disabled_at ");
        query.push(is).push(")");
    }
    if let Some(words) = filter.words() {
        push_words(query, &words, None);
    }
}

/// The user with this id in a list.
async fn find(
    connection: &mut PgConnection,
    (select, from): (&str, &str),
    id: Uuid,
) -> Result<Option<UserSummary>, StoreError> {
    let statement = AssertSqlSafe(format!("select {select} {from} where l.user_id = $1"));
    let row: Option<SummaryRow> = sqlx::query_as(statement).bind(id).fetch_optional(connection).await?;
    Ok(row.map(UserSummary::try_from).transpose()?)
}

async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    changes: &UserChangePlan,
) -> Result<(), StoreError> {
    let UserChangePlan { roles, disabled_at, sessions, removes_factors, mail, audit } = changes;
    apply_roles(connection, user_id, roles, audit.at).await?;
    execute!(&mut *connection, "update users set disabled_at = $2 where id = $1", user_id, *disabled_at)?;
    if *sessions != EndedSessions::None {
        execute!(
            &mut *connection,
            "update sessions set revoked_at = $2
             where user_id = $1 and revoked_at is null
                 and ($3 or proof_methods && array['totp', 'passkey', 'recovery_code'])",
            user_id,
            audit.at,
            *sessions == EndedSessions::All,
        )?;
    }
    if *removes_factors {
        execute!(&mut *connection, "delete from factors where user_id = $1", user_id)?;
        execute!(&mut *connection, "delete from recovery_codes where user_id = $1", user_id)?;
    }
    outbox::queue(&mut *connection, mail).await?;
    audit_log::insert(connection, audit).await
}

/// Locks the administrators and the user.
async fn locked_context(connection: &mut PgConnection, id: Uuid) -> Result<UserChangeContext, Refusal> {
    lock_administrators(connection).await?;
    let user = lock_user(connection, id).await?.ok_or(Code::NotFound)?;
    let seen = sqlx::query!(
        r#"select array(select u.id from users u join user_roles r on r.user_id = u.id
                        where r.role = 'admin' and u.disabled_at is null order by u.id) as "administrators!",
                  exists (select from sessions where user_id = $1 and revoked_at is null) as "has_sessions!",
                  exists (select from factors where user_id = $1)
                      or exists (select from recovery_codes where user_id = $1) as "has_factors!""#,
        id,
    )
    .fetch_one(connection)
    .await
    .map_err(fault)?;
    let (administrators, has_sessions, has_factors) =
        (seen.administrators, seen.has_sessions, seen.has_factors);
    Ok(UserChangeContext { user, administrators, has_sessions, has_factors })
}

#[async_trait]
impl UserStore for PgUserStore {
    #[tracing::instrument(name = "users.list", skip_all)]
    async fn list(
        &self,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault> {
        if filter.state == Some(AccountState::Unverified) {
            let from = |query: &mut QueryBuilder<Postgres>| {
                query.push(FROM_UNVERIFIED).push(" where true");
                push_found(query, &filter, filter.role);
            };
            let mut connection = self.pool.acquire().await?;
            let columns = columns(page.sort, false);
            let found: Listing<SummaryRow> =
                keyset::read(&mut connection, SELECT_UNVERIFIED, from, &columns, &page).await?;
            connection.release();
            return found.try_map(UserSummary::try_from);
        }
        let by_role = page.sort == UserSort::CreatedAt && filter.role.is_some();
        let (within, found) = if by_role { (filter.role, None) } else { (None, filter.role) };
        let columns = columns(page.sort, by_role);
        let search = Search {
            select: SELECT,
            from: if by_role { FROM_ROLES } else { FROM },
            table: "profiles",
            columns: &columns,
            within: &|query| push_role(query, within),
            found: &|query| push_found(query, &filter, found),
            indexed: &|query| push_found(query, &filter, found),
        };
        let is_searched = filter.role.is_some() || filter.query.is_some() || filter.state.is_some();
        let Found { rows, total }: Found<SummaryRow> = match page.start {
            Start::Offset(1..) if !is_searched => {
                Found { rows: search.skip(&self.pool, &page).await?, total: None }
            }
            _ => search.read(&self.pool, &page).await?,
        };
        let mut connection = self.pool.acquire().await?;
        let (total, total_is_exact) = match total.or_else(|| page.total(rows.len())) {
            Some(total) => (total, true),
            None => {
                let from = |query: &mut QueryBuilder<Postgres>| {
                    query.push(FROM).push(" where true");
                    push_found(query, &filter, filter.role);
                };
                count(&mut connection, from, UserFilter::COUNTED).await?
            }
        };
        connection.release();
        let listing = Listing::by_key(&page, rows, total).try_map(UserSummary::try_from)?;
        Ok(Listing { total_is_exact, ..listing })
    }

    #[tracing::instrument(name = "users.find", skip_all)]
    async fn find(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<UserDetail>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let summary = match find(&mut connection, (SELECT, FROM), id).await? {
            None => find(&mut connection, (SELECT_UNVERIFIED, FROM_UNVERIFIED), id).await?,
            confirmed => confirmed,
        };
        let Some(summary) = summary else { return Ok(None) };
        let applications = sqlx::query!(
            "select id, status from applications where user_id = $1 order by submitted_at desc, id desc",
            id,
        )
        .fetch_all(&mut *connection)
        .await
        .map_err(fault)?;
        let applications = applications.into_iter().map(|row| Ok((row.id, parse_status(&row.status)?)));
        let applications = applications.collect::<Result<_, Fault>>()?;
        let held = sqlx::query!(
            r#"select (select count(*) from sessions
                       where user_id = $1 and revoked_at is null and expires_at > $2) as "sessions!",
                      array(select kind from factors where user_id = $1 and verified_at is not null
                            order by created_at, id) as "factors!""#,
            id,
            now,
        )
        .fetch_one(&mut *connection)
        .await
        .map_err(fault)?;
        let kind = |word: &String| FactorKind::parse(word).ok_or_else(|| unknown("kind of factor", word));
        let factors = held.factors.iter().map(kind).collect::<Result<_, _>>()?;
        Ok(Some(UserDetail { summary, applications, sessions: held.sessions.unsigned_abs(), factors }))
    }

    #[tracing::instrument(name = "users.change", skip_all)]
    async fn change(
        &self,
        id: Uuid,
        step: Step<UserChangeContext, Option<UserChangePlan>>,
    ) -> Result<UserSummary, Refusal> {
        let mut tx = self.pool.begin().await?;
        let context = locked_context(&mut tx, id).await?;
        if let Some(changes) = step(&context)? {
            store(&mut tx, id, &changes).await?;
        }
        let stored = find(&mut tx, (SELECT, FROM), id).await?.ok_or(Code::NotFound)?;
        self.mails.commit(tx).await?;
        Ok(stored)
    }

    #[tracing::instrument(name = "invitations.list", skip_all)]
    async fn invitations(&self, now: OffsetDateTime) -> Result<Vec<Invitation>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(invitations::open(&mut connection, now, None).await?)
    }

    #[tracing::instrument(name = "invitations.invite", skip_all)]
    async fn invite(
        &self,
        actor: Uuid,
        email: EmailAddress,
        now: OffsetDateTime,
        step: Step<InvitationContext, InvitationPlan>,
    ) -> Result<OneTimeToken, Refusal> {
        invitations::invite(self, actor, email, now, step).await
    }

    #[tracing::instrument(name = "invitations.withdraw", skip_all)]
    async fn withdraw_invitation(&self, id: Uuid, audit: AuditEvent) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_administrators(&mut tx).await?;
        lock_actor(&mut tx, audit.actor_id).await??;
        let open = invitations::open(&mut tx, audit.at, Some(id)).await?.pop().ok_or(Code::NotFound)?;
        invitations::end(&mut tx, &open.token.email, audit.at).await?;
        audit_log::insert(&mut tx, &audit).await?;
        Ok(tx.commit().await?)
    }

    #[tracing::instrument(name = "invitations.accept", skip_all)]
    async fn accept_invitation(
        &self,
        user_id: Uuid,
        token_id: Uuid,
        now: OffsetDateTime,
        step: Step<AcceptContext, Option<UserChangePlan>>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        let seen = locked_context(&mut tx, user_id).await?;
        let invitation = invitations::open(&mut tx, now, Some(token_id)).await?.pop();
        let context = AcceptContext { invitation, seen };
        if let Some(plan) = step(&context)? {
            invitations::end(&mut tx, &context.seen.user.email, now).await?;
            store(&mut tx, user_id, &plan).await?;
        }
        Ok(self.mails.commit(tx).await?)
    }
}
