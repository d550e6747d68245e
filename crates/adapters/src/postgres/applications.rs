//! Applications: submitting and deciding are each a unit of work around a pure step of the domain.

use async_trait::async_trait;
use forum_domain::accounts::User;
use forum_domain::applications::{
    Applicant, Application, ApplicationDetail, ApplicationEvent, ApplicationStore, DecideError, Idempotency,
    Person, Status, SubmitError, SubmitStep, Submitted, TransitionStep, UnderReview,
};
use forum_domain::shared::{EmailAddress, Fault, Listing, Page, PersonName};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::application_rows::{ApplicationRow, history, insert_application, insert_consequences};
use super::fault::{broke, fault};
use super::idempotency::{self, Replay, StoredResponse};
use super::user_rows::{apply_roles, lock_user};
use super::{drafts, headshots};

/// The operation under which idempotency records of submissions are stored.
const SUBMIT: &str = "submit_application";

/// [`ApplicationStore`] on PostgreSQL.
pub struct PgApplicationStore {
    pool: PgPool,
}

impl PgApplicationStore {
    /// Uses this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Reads a user under lock: everybody else who acts on this user's applications waits.
async fn lock_applicant(connection: &mut PgConnection, user_id: Uuid) -> Result<Option<Applicant>, Fault> {
    let Some(User { name, email, roles, .. }) = lock_user(connection, user_id).await? else {
        return Ok(None);
    };
    let pending = sqlx::query_scalar!(
        "select id from applications where user_id = $1 and status = 'pending'",
        user_id,
    )
    .fetch_optional(&mut *connection)
    .await
    .map_err(fault)?;
    let headshots = headshots::stored(connection, user_id).await?;
    Ok(Some(Applicant { user_id, name, email, roles, pending, headshots }))
}

/// The applicant's profile; `None` once the account is deleted.
async fn person(pool: &PgPool, user_id: Uuid) -> Result<Option<Person>, Fault> {
    let profile =
        sqlx::query!("select first_name, last_name, email from profiles where user_id = $1", user_id)
            .fetch_optional(pool)
            .await
            .map_err(fault)?;
    Ok(profile.map(|profile| Person {
        name: PersonName { first: profile.first_name, last: profile.last_name },
        email: EmailAddress::stored(profile.email),
    }))
}

#[async_trait]
impl ApplicationStore for PgApplicationStore {
    #[tracing::instrument(name = "applications.submit", skip_all)]
    async fn submit(
        &self,
        user_id: Uuid,
        idempotency: Option<Idempotency>,
        now: OffsetDateTime,
        step: SubmitStep,
    ) -> Result<Submitted, SubmitError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let applicant = lock_applicant(&mut tx, user_id).await?.ok_or(SubmitError::UnknownUser)?;
        let request = idempotency.as_ref().map(|known| (known.key.clone(), known.fingerprint));
        if let Some((key, fingerprint)) = request {
            match idempotency::replay(&mut tx, user_id, SUBMIT, &key, &fingerprint, now).await? {
                Replay::New => {}
                Replay::Same(response) => return Ok(Submitted::Replayed(response)),
                Replay::Other => return Err(SubmitError::KeyReused),
            }
        }
        let submission = step(&applicant)?;
        insert_application(&mut tx, &submission.application).await.map_err(|error| {
            // Our own writers take the lock and never get here; the index protects against all others.
            if broke(&error, "applications_one_pending") {
                SubmitError::PendingExists
            } else {
                fault(error).into()
            }
        })?;
        insert_consequences(&mut tx, &submission.event, &submission.mails, &submission.audit)
            .await
            .map_err(fault)?;
        drafts::clear(&mut tx, user_id).await.map_err(fault)?;
        if let Some(idempotency) = idempotency {
            let Idempotency { key, fingerprint, expires_at, record } = idempotency;
            let stored = StoredResponse {
                operation: SUBMIT,
                key,
                fingerprint,
                expires_at,
                response: record(&submission.application),
            };
            idempotency::store(&mut tx, user_id, stored).await.map_err(fault)?;
        }
        tx.commit().await.map_err(fault)?;
        Ok(Submitted::Created(Box::new(submission.application)))
    }

    #[tracing::instrument(name = "applications.transition", skip_all)]
    async fn transition(&self, id: Uuid, step: TransitionStep) -> Result<ApplicationDetail, DecideError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        // The applicant's lock comes first, as in every unit of work; who applied never changes.
        let applied = sqlx::query_scalar!("select user_id from applications where id = $1", id)
            .fetch_optional(&mut *tx)
            .await
            .map_err(fault)?
            .ok_or(DecideError::NotFound)?;
        let applicant = lock_applicant(&mut tx, applied).await?;
        // Deleted meanwhile with its account, it is not found.
        let application: Application = sqlx::query_as!(
            ApplicationRow,
            "select id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
                    school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state,
                    zip_code, phone, headshot_url, headshot_id, t_shirt_size, note, decided_by
             from applications where id = $1 for update",
            id,
        )
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?
        .ok_or(DecideError::NotFound)?
        .try_into()?;
        let seen = UnderReview { application, applicant };
        let changes = step(&seen)?;
        let next = &changes.application;
        sqlx::query!(
            "update applications set status = $2, reviewed_at = $3, note = $4, decided_by = $5 where id = $1",
            id,
            next.status.as_str(),
            next.reviewed_at,
            next.note,
            next.decided_by,
        )
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
        apply_roles(&mut tx, next.user_id, &changes.roles, changes.event.at).await.map_err(fault)?;
        insert_consequences(&mut tx, &changes.event, &changes.mails, &changes.audit).await.map_err(fault)?;
        tx.commit().await.map_err(fault)?;
        let person = seen.applicant.map(|Applicant { name, email, .. }| Person { name, email });
        Ok(ApplicationDetail { application: changes.application, person })
    }

    #[tracing::instrument(name = "applications.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault> {
        let application = sqlx::query_as!(
            ApplicationRow,
            "select id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
                    school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state,
                    zip_code, phone, headshot_url, headshot_id, t_shirt_size, note, decided_by
             from applications where id = $1",
            id,
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        let Some(row) = application else { return Ok(None) };
        let application: Application = row.try_into()?;
        let person = person(&self.pool, application.user_id).await?;
        Ok(Some(ApplicationDetail { application, person }))
    }

    #[tracing::instrument(name = "applications.of_user", skip_all)]
    async fn of_user(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: Page,
    ) -> Result<Listing<Application>, Fault> {
        let status = status.map(Status::as_str);
        let rows = sqlx::query_as!(
            ApplicationRow,
            "select id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
                    school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state,
                    zip_code, phone, headshot_url, headshot_id, t_shirt_size, note, decided_by
             from applications where user_id = $1 and ($2::text is null or status = $2)
             order by submitted_at desc, id desc limit $3 offset $4",
            user_id,
            status,
            i64::from(page.limit),
            i64::from(page.offset),
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        let total = sqlx::query_scalar!(
            r#"select count(*) as "total!" from applications
               where user_id = $1 and ($2::text is null or status = $2)"#,
            user_id,
            status,
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)?;
        let items = rows.into_iter().map(Application::try_from).collect::<Result<_, _>>()?;
        Ok(Listing::by_offset(items, total.unsigned_abs(), page))
    }

    #[tracing::instrument(name = "applications.history", skip_all)]
    async fn history(&self, id: Uuid) -> Result<Vec<ApplicationEvent>, Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        history(&mut connection, id).await
    }
}
