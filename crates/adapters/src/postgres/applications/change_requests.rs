//! Requests for changes, and the answers that edits replaced. A trigger of `applications` closes a request when an
//! administrator decides, and opens it again when the decision is undone.

use async_trait::async_trait;
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationFields, ApplicationVersion, ChangeActor, ChangePlan,
    ChangeRequest, ChangeRequestStore, ChangeState, Field, ReminderStep, ReplacedAnswers, RequestOutcome,
    Resubmission, Revisable, SignedRequest, Status,
};
use forum_domain::shared::{Code, Fault, Refusal, Step};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{application, fields};
use crate::postgres::accounts::user::lock_actor;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::headshots;
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgChangeRequestStore;

pub(crate) struct RequestRow {
    pub(crate) id: Uuid,
    pub(crate) application_id: Uuid,
    pub(crate) requested_by: Uuid,
    pub(crate) message: String,
    pub(crate) fields: Vec<String>,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) closed_at: Option<OffsetDateTime>,
    pub(crate) outcome: Option<String>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
}

/// Prepares a query for the requests that match a condition.
macro_rules! select_requests {
    ($condition:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            RequestRow,
            r#"select r.id, r.application_id, r.requested_by, r.message, r.fields, r.created_at, r.closed_at, r.outcome,
                      p.first_name as "first_name?", p.last_name as "last_name?"
               from application_change_requests r left join profiles p on p.user_id = r.requested_by "# + $condition,
            $($argument),+
        )
    };
}

impl TryFrom<RequestRow> for SignedRequest {
    type Error = Fault;

    fn try_from(row: RequestRow) -> Result<Self, Fault> {
        let outcome = parse_outcome(row.outcome.as_deref())?;
        let request = ChangeRequest {
            id: row.id,
            application_id: row.application_id,
            requested_by: row.requested_by,
            message: row.message,
            // Ignores unknown fields, which another release may have stored.
            fields: row.fields.iter().filter_map(|name| Field::named(name)).collect(),
            created_at: row.created_at,
            closed: row.closed_at.zip(outcome),
        };
        Ok(Self { request, requester: application::name(row.first_name, row.last_name) })
    }
}

pub(crate) fn parse_outcome(word: Option<&str>) -> Result<Option<RequestOutcome>, Fault> {
    word.map(|word| RequestOutcome::parse(word).ok_or_else(|| unknown("outcome", word))).transpose()
}

/// The requests for changes to an application, oldest first.
pub(crate) async fn requests_of(
    connection: &mut PgConnection,
    application_id: Uuid,
) -> Result<Vec<SignedRequest>, StoreError> {
    let rows = select_requests!("where r.application_id = $1 order by r.created_at, r.id", application_id)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().map(SignedRequest::try_from).collect::<Result<_, _>>()?)
}

/// The newest requests for changes by an administrator, newest first.
pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    admin_id: Uuid,
    limit: u32,
) -> Result<Vec<ChangeRequest>, StoreError> {
    let rows = select_requests!(
        "where r.requested_by = $1 order by r.created_at desc, r.id desc limit $2",
        admin_id,
        i64::from(limit)
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| Ok(SignedRequest::try_from(row)?.request)).collect::<Result<_, Fault>>()?)
}

/// The earlier answers of an application, oldest first.
pub(crate) async fn versions_of(
    connection: &mut PgConnection,
    application_id: Uuid,
) -> Result<Vec<ApplicationVersion>, StoreError> {
    let rows = sqlx::query!(
        "select number, replaced_at, change_request_id, headshot_id, answers
         from application_versions where application_id = $1 order by number",
        application_id,
    )
    .fetch_all(connection)
    .await?;
    let version = rows.into_iter().map(|row| ApplicationVersion {
        number: row.number.unsigned_abs(),
        fields: ApplicationFields { values: fields::from_json(&row.answers), headshot_id: row.headshot_id },
        headshot_url: row.answers["headshot_url"].as_str().map(str::to_owned),
        replaced_at: row.replaced_at,
        change_request_id: row.change_request_id,
    });
    Ok(version.collect())
}

pub(crate) async fn version(connection: &mut PgConnection, application_id: Uuid) -> Result<u32, StoreError> {
    let number = sqlx::query_scalar!(
        "select max(number) from application_versions where application_id = $1",
        application_id,
    )
    .fetch_one(connection)
    .await?;
    Ok(number.unwrap_or_default().unsigned_abs() + 1)
}

/// The caller holds the locks of a decision.
async fn state(connection: &mut PgConnection, application_id: Uuid) -> Result<ChangeState, StoreError> {
    let version = version(&mut *connection, application_id).await?;
    let open = select_requests!("where r.application_id = $1 and r.closed_at is null", application_id)
        .fetch_optional(connection)
        .await?;
    Ok(ChangeState { version, open: open.map(SignedRequest::try_from).transpose()? })
}

/// Writes everything but the mail and the record. The caller holds the locks of a decision.
async fn write(connection: &mut PgConnection, plan: &ChangePlan) -> Result<(), StoreError> {
    let ChangePlan { request, resubmission, removed, event, audit, .. } = plan;
    let fields: Vec<String> = request.fields.iter().map(|field| field.name().to_owned()).collect();
    let (closed_at, outcome) = request.closed.unzip();
    execute!(
        &mut *connection,
        "insert into application_change_requests
             (id, application_id, requested_by, message, fields, created_at, closed_at, outcome)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update set closed_at = excluded.closed_at, outcome = excluded.outcome",
        request.id,
        request.application_id,
        request.requested_by,
        request.message,
        &fields,
        request.created_at,
        closed_at,
        outcome.map(RequestOutcome::as_str),
    )?;
    if !request.is_open() {
        unqueue(&mut *connection, request.application_id).await?;
    }
    for photo in removed {
        headshots::put(&mut *connection, photo).await?;
    }
    if let Some(Resubmission { application, earlier }) = resubmission {
        replace_answers(&mut *connection, application, earlier).await?;
    }
    execute!(
        &mut *connection,
        "insert into application_events (id, application_id, at, actor_id, from_status, to_status, act)
         values ($1, $2, $3, $4, $5, $6, $7)",
        event.id,
        event.application_id,
        event.at,
        event.actor_id,
        event.from.map(Status::as_str),
        event.to.as_str(),
        event.change.map(|change| change.as_str()),
    )?;
    audit_log::insert(connection, audit).await
}

/// Removes the queued mails about a request. A worker that holds one asks whether the request is open.
async fn unqueue(connection: &mut PgConnection, application_id: Uuid) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from outbox where application_id = $1 and kind = any($2) and state = 'queued' and lease is null",
        application_id,
        &outbox::kinds_of_requests(),
    )
}

/// Removes the queued mails about requests, and the messages in all others: a worker may hold one of them, or it was sent.
pub(crate) async fn erase_mails(
    connection: &mut PgConnection,
    application_id: Uuid,
) -> Result<(), StoreError> {
    unqueue(&mut *connection, application_id).await?;
    execute!(
        connection,
        "update outbox set items = '{}' where application_id = $1 and kind = any($2)",
        application_id,
        &outbox::kinds_of_requests(),
    )
}

async fn replace_answers(
    connection: &mut PgConnection,
    application: &Application,
    earlier: &ApplicationVersion,
) -> Result<(), StoreError> {
    let number = i32::try_from(earlier.number).map_err(|_| Fault::Bug("too many versions".to_owned()))?;
    let mut answers = fields::to_json(&earlier.fields.values);
    answers.insert("headshot_url".to_owned(), earlier.headshot_url.as_deref().into());
    execute!(
        &mut *connection,
        "insert into application_versions (application_id, number, answers, headshot_id, replaced_at, change_request_id)
         values ($1, $2, $3, $4, $5, $6)",
        application.id,
        number,
        Value::Object(answers),
        earlier.fields.headshot_id,
        earlier.replaced_at,
        earlier.change_request_id,
    )?;
    let columns = fields::column_list();
    let statement = format!(
        "update applications set (headshot_id, headshot_url, {columns}) =
             (select $2, $3, {columns} from jsonb_populate_record(null::applications, $4))
         where id = $1"
    );
    sqlx::query(AssertSqlSafe(statement))
        .bind(application.id)
        .bind(application.fields.headshot_id)
        .bind(&application.headshot_url)
        .bind(Value::Object(fields::to_json(&application.fields.values)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes the locks of an edit, so that the end of a request waits for its reminder, or the reminder finds it ended.
async fn remind(
    connection: &mut PgConnection,
    asked_until: OffsetDateTime,
    step: ReminderStep,
) -> Result<bool, StoreError> {
    let due = sqlx::query!(
        "select r.id, r.application_id, a.user_id
         from application_change_requests r join applications a on a.id = r.application_id
         where r.closed_at is null and r.reminder_id is null and r.created_at <= $1
         order by r.created_at, r.id limit 1",
        asked_until,
    );
    let Some(due) = due.fetch_optional(&mut *connection).await? else { return Ok(false) };
    let detail = application::lock(&mut *connection, due.application_id, due.user_id).await?;
    let row = select_requests!("where r.id = $1 and r.closed_at is null and r.reminder_id is null", due.id)
        .fetch_optional(&mut *connection)
        .await?;
    let person = detail.and_then(|detail| detail.person);
    let (Some(row), Some(person)) = (row, person) else { return Ok(true) };
    let mail = step(&SignedRequest::try_from(row)?.request, &person);
    execute!(
        &mut *connection,
        "update application_change_requests set reminder_id = $2 where id = $1",
        due.id,
        mail.id,
    )?;
    outbox::queue(connection, &mail).await?;
    Ok(true)
}

#[async_trait]
impl ChangeRequestStore for PgChangeRequestStore {
    #[tracing::instrument(name = "change_requests.change", skip_all)]
    async fn change(
        &self,
        id: Uuid,
        actor: ChangeActor,
        step: Step<Revisable, ChangePlan>,
    ) -> Result<(ApplicationDetail, ChangeRequest), Refusal> {
        let (ChangeActor::Administrator(user_id) | ChangeActor::Applicant(user_id)) = actor;
        let mut tx = self.pool.begin().await?;
        let detail = application::lock(&mut tx, id, user_id).await?.ok_or(Code::NotFound)?;
        if let ChangeActor::Administrator(admin_id) = actor {
            lock_actor(&mut tx, Some(admin_id)).await??;
        }
        let ChangeState { version, open } = state(&mut tx, id).await?;
        let photos = headshots::own(&mut tx, detail.application.user_id, None).await?;
        let open = open.map(|open| open.request);
        let seen = Revisable { detail, version, open, photos };
        let plan = step(&seen)?;
        write(&mut tx, &plan).await?;
        if let Some(mail) = &plan.mail {
            outbox::queue(&mut tx, mail).await?;
        }
        idempotency::insert(&mut tx, plan.record.as_ref()).await?;
        self.mails.commit(tx).await?;
        let application = plan.resubmission.map(|resubmission| resubmission.application);
        let application = application.unwrap_or(seen.detail.application);
        Ok((ApplicationDetail { application, person: seen.detail.person }, plan.request))
    }

    #[tracing::instrument(name = "change_requests.remind", skip_all)]
    async fn remind(&self, asked_until: OffsetDateTime, step: ReminderStep) -> Result<bool, Fault> {
        let mut tx = self.pool.begin().await?;
        let reminded = remind(&mut tx, asked_until, step).await?;
        self.mails.commit(tx).await?;
        Ok(reminded)
    }

    #[tracing::instrument(name = "change_requests.versions", skip_all)]
    async fn versions(&self, id: Uuid) -> Result<Vec<ReplacedAnswers>, Fault> {
        let mut connection = self.pool.acquire().await?;
        // The first query, so that the second finds the request of each version.
        let versions = versions_of(&mut connection, id).await?;
        let requests = requests_of(&mut connection, id).await?;
        connection.release();
        let with_request = |version: ApplicationVersion| {
            let request =
                requests.iter().find(|signed| signed.request.id == version.change_request_id)?.clone();
            Some(ReplacedAnswers { version, request })
        };
        Ok(versions.into_iter().filter_map(with_request).collect())
    }
}
