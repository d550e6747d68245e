//! Copying and erasing all data of one user.

use async_trait::async_trait;
use forum_domain::accounts::{SecurityQuery, User};
use forum_domain::applications::ApplicationFields;
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::Headshot;
use forum_domain::own_data::{
    ACTIONS_MAX, APPLICATIONS_MAX, DeletionContext, DeletionPlan, NOTES_MAX, OwnApplication, OwnData,
    OwnDataStore, OwnMail, REQUESTS_MAX, ROWS_MAX,
};
use forum_domain::shared::{Code, EmailAddress, Fault, Refusal, Step};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::user::{find_user, lock_administrators, lock_user_and_addresses};
use crate::postgres::accounts::{account_security, change_email, identities, sessions};
use crate::postgres::applications::{application, change_requests, drafts, fields};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::mail::messages::parse_state;
use crate::postgres::stores::PgOwnDataStore;
use crate::postgres::{contact, headshots, newsletter, notes};

#[async_trait]
impl OwnDataStore for PgOwnDataStore {
    #[tracing::instrument(name = "own_data.collect", skip_all)]
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault> {
        let mut tx = self.pool.begin().await?;
        // All statements see the same snapshot.
        execute!(&mut *tx, "set transaction isolation level repeatable read")?;
        let Some(user) = find_user(&mut tx, user_id).await? else { return Ok(None) };
        audit_log::insert(&mut tx, &audit).await?;
        let data = all_of(&mut tx, user).await?;
        tx.commit().await?;
        Ok(Some(data))
    }

    #[tracing::instrument(name = "own_data.delete_account", skip_all)]
    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: Step<DeletionContext, DeletionPlan>,
    ) -> Result<Vec<Headshot>, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_administrators(&mut tx).await?;
        // Sign-ups and links for the address wait until the transaction ends.
        let user = lock_user_and_addresses(&mut tx, user_id, &[]).await?.ok_or(Code::SessionRevoked)?;
        let email = user.email.clone();
        let other_admins = other_admins(&mut tx, user_id).await?;
        let pending = sqlx::query_scalar!(
            "select id from applications where user_id = $1 and status = 'pending'",
            user_id,
        )
        .fetch_optional(&mut *tx)
        .await
        .map_err(StoreError::from)?;
        let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
        let DeletionPlan { at, audit } = step(&DeletionContext { account, pending, other_admins })?;
        erase_applications(&mut tx, user_id).await?;
        let photos = headshots::remove_all(&mut tx, user_id, at).await?;
        erase_user(&mut tx, user_id, at).await?;
        erase_changes(&mut tx, user_id).await?;
        erase_address(&mut tx, &email).await?;
        for entry in &audit {
            audit_log::insert(&mut tx, entry).await?;
        }
        tx.commit().await?;
        Ok(photos)
    }
}

async fn all_of(connection: &mut PgConnection, user: User) -> Result<OwnData, Fault> {
    let id = user.id;
    let (actions, actions_total) = audit_log::newest_of(connection, id, ACTIONS_MAX).await?;
    Ok(OwnData {
        sessions: sessions::newest_of(connection, id, ROWS_MAX).await?,
        factors: account_security::factors_of(connection, id).await?,
        identities: identities::identities_of(connection, id).await?,
        email_changes: change_email::newest_of(connection, id, ROWS_MAX).await?,
        draft: drafts::of_user(connection, id).await?,
        applications: own_applications(connection, id).await?,
        notes: notes::newest_of(connection, id, NOTES_MAX).await?,
        change_requests: change_requests::newest_of(connection, id, REQUESTS_MAX).await?,
        headshots: headshots::stored(connection, id).await?,
        mails: mails(connection, &user.email.key()).await?,
        contact_messages: contact::newest_of(&mut *connection, "lower(l.email)", user.email.key(), ROWS_MAX)
            .await?,
        actions,
        actions_total,
        subscriber: newsletter::find(&mut *connection, "lower(email) = $1", user.email.key()).await?,
        user,
    })
}

async fn own_applications(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<OwnApplication>, Fault> {
    let mut own = Vec::new();
    for mut application in application::newest_of(connection, user_id, APPLICATIONS_MAX).await? {
        (application.note, application.decided_by) = (None, None);
        let history = application::history(&mut *connection, application.id).await?.unwrap_or_default();
        let history = history.into_iter().map(|entry| entry.event).collect();
        let requests = change_requests::requests_of(connection, application.id).await?;
        let versions = change_requests::versions_of(connection, application.id).await?;
        let requests = requests.into_iter().map(|signed| signed.request).collect();
        own.push(OwnApplication { application, history, requests, versions });
    }
    Ok(own)
}

async fn mails(connection: &mut PgConnection, key: &str) -> Result<Vec<OwnMail>, StoreError> {
    // A decoy is not a mail: it only makes every address take the same time.
    let rows = sqlx::query!(
        "select kind, queued_at, state from outbox where lower(to_email) = $1 and kind <> 'silence'
         order by queued_at desc, id desc limit $2",
        key,
        i64::from(ROWS_MAX),
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| Ok(OwnMail { kind: row.kind, queued_at: row.queued_at, state: parse_state(&row.state)? }))
        .collect()
}

/// The number of other administrators who can sign in. The caller holds the lock on the administrators.
async fn other_admins(connection: &mut PgConnection, user_id: Uuid) -> Result<u64, StoreError> {
    let others = sqlx::query_scalar!(
        r#"select count(*) as "others!" from users u join user_roles r on r.user_id = u.id
           where r.role = 'admin' and u.id <> $1 and u.disabled_at is null"#,
        user_id,
    )
    .fetch_one(connection)
    .await?;
    Ok(others.unsigned_abs())
}

/// Deletes the pending application, and the personal data of decided ones with the notes and marks on them, the requests for
/// changes to them, their earlier versions, and the mails about them.
async fn erase_applications(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    // Also those to an earlier address, which may be another account's now.
    execute!(
        &mut *connection,
        "delete from outbox o using applications a where a.id = o.application_id and a.user_id = $1",
        user_id
    )?;
    execute!(
        &mut *connection,
        "delete from applications where user_id = $1 and status = 'pending'",
        user_id
    )?;
    execute!(
        &mut *connection,
        "delete from application_notes n using applications a where a.id = n.application_id and a.user_id = $1",
        user_id
    )?;
    execute!(
        &mut *connection,
        "delete from application_marks m using applications a where a.id = m.application_id and a.user_id = $1",
        user_id
    )?;
    // Their versions go with them.
    execute!(
        &mut *connection,
        "delete from application_change_requests r using applications a where a.id = r.application_id and a.user_id = $1",
        user_id
    )?;
    let columns = fields::column_list();
    let statement = format!(
        "update applications set headshot_id = null, headshot_url = null, note = null, ({columns}) =
             (select {columns} from jsonb_populate_record(null::applications, $2))
         where user_id = $1"
    );
    sqlx::query(AssertSqlSafe(statement))
        .bind(user_id)
        .bind(Value::Object(fields::to_json(&ApplicationFields::erased().values)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the rows of the user and keeps the id of the deleted account.
async fn erase_user(
    connection: &mut PgConnection,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    execute!(&mut *connection, "delete from sessions where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from factor_challenges where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from factors where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from recovery_codes where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from identities where user_id = $1", user_id)?;
    drafts::clear(connection, user_id).await?;
    execute!(
        &mut *connection,
        "delete from idempotent_requests where user_id = $1 or subject_id = $1",
        user_id
    )?;
    execute!(&mut *connection, "delete from application_viewers where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from application_readings where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from user_roles where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from credentials where user_id = $1", user_id)?;
    execute!(&mut *connection, "delete from profiles where user_id = $1", user_id)?;
    execute!(connection, "update users set deleted_at = $2 where id = $1", user_id, at)
}

/// Deletes email address changes with their links and mails, and mails to former addresses of the account that no account
/// has now.
async fn erase_changes(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    execute!(
        &mut *connection,
        "delete from outbox o using email_changes c
         where c.user_id = $1
           and (o.token_id in (select id from one_time_tokens where change_id = c.id)
                or c.changed_at is not null and lower(o.to_email) = lower(c.old_email)
                   and not exists (select from profiles p where lower(p.email) = lower(c.old_email)))",
        user_id
    )?;
    execute!(connection, "delete from email_changes where user_id = $1", user_id)
}

async fn erase_address(connection: &mut PgConnection, email: &EmailAddress) -> Result<(), StoreError> {
    let key = email.key();
    execute!(&mut *connection, "delete from outbox where lower(to_email) = $1", key)?;
    execute!(&mut *connection, "delete from newsletter_subscribers where lower(email) = $1", key)?;
    execute!(&mut *connection, "delete from one_time_tokens where lower(email) = $1", key)?;
    execute!(&mut *connection, "delete from contact_messages where lower(email) = $1", key)?;
    execute!(connection, "delete from pending_registrations where lower(email) = $1", key)
}
