//! Rows of applications and of their history, shared by several stores.

use forum_domain::applications::{Application, ApplicationEvent, ApplicationFields, Status, TShirtSize};
use forum_domain::audit::AuditEvent;
use forum_domain::mail::OutgoingMail;
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::fault::{fault, unknown};
use super::{audit, outbox};

/// A row of `applications`.
#[derive(sqlx::FromRow)]
pub(super) struct ApplicationRow {
    pub(super) id: Uuid,
    pub(super) user_id: Uuid,
    pub(super) status: String,
    pub(super) submitted_at: OffsetDateTime,
    pub(super) reviewed_at: Option<OffsetDateTime>,
    pub(super) teaching_experience: String,
    pub(super) teaching_position: String,
    pub(super) school_district: String,
    pub(super) subjects_taught: Vec<String>,
    pub(super) date_of_birth: Date,
    pub(super) address_line1: String,
    pub(super) address_line2: Option<String>,
    pub(super) city: String,
    pub(super) state: String,
    pub(super) zip_code: String,
    pub(super) phone: String,
    pub(super) headshot_url: Option<String>,
    pub(super) headshot_id: Option<Uuid>,
    pub(super) t_shirt_size: String,
    pub(super) note: Option<String>,
    pub(super) decided_by: Option<Uuid>,
}

/// Parses the text of a status column.
pub(super) fn parse_status(word: &str) -> Result<Status, Fault> {
    Status::parse(word).ok_or_else(|| unknown("status", word))
}

impl TryFrom<ApplicationRow> for Application {
    type Error = Fault;

    fn try_from(row: ApplicationRow) -> Result<Self, Fault> {
        let size = &row.t_shirt_size;
        Ok(Self {
            id: row.id,
            user_id: row.user_id,
            status: parse_status(&row.status)?,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
            fields: ApplicationFields {
                t_shirt_size: TShirtSize::parse(size).ok_or_else(|| unknown("T-shirt size", size))?,
                teaching_experience: row.teaching_experience,
                teaching_position: row.teaching_position,
                school_district: row.school_district,
                subjects_taught: row.subjects_taught,
                date_of_birth: row.date_of_birth,
                address_line1: row.address_line1,
                address_line2: row.address_line2,
                city: row.city,
                state: row.state,
                zip_code: row.zip_code,
                phone: row.phone,
                headshot_id: row.headshot_id,
            },
            headshot_url: row.headshot_url,
            note: row.note,
            decided_by: row.decided_by,
        })
    }
}

/// All applications of a user, newest first.
pub(super) async fn all_of(connection: &mut PgConnection, user_id: Uuid) -> Result<Vec<Application>, Fault> {
    let rows = sqlx::query_as!(
        ApplicationRow,
        "select id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
                school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state,
                zip_code, phone, headshot_url, headshot_id, t_shirt_size, note, decided_by
         from applications where user_id = $1 order by submitted_at desc, id desc",
        user_id,
    )
    .fetch_all(connection)
    .await
    .map_err(fault)?;
    rows.into_iter().map(Application::try_from).collect()
}

/// The history of an application, oldest event first.
pub(super) async fn history(connection: &mut PgConnection, id: Uuid) -> Result<Vec<ApplicationEvent>, Fault> {
    let rows = sqlx::query!(
        "select id, application_id, at, actor_id, from_status, to_status
         from application_events where application_id = $1 order by at, id",
        id,
    )
    .fetch_all(connection)
    .await
    .map_err(fault)?;
    rows.into_iter()
        .map(|row| {
            Ok(ApplicationEvent {
                id: row.id,
                application_id: row.application_id,
                at: row.at,
                actor_id: row.actor_id,
                from: row.from_status.as_deref().map(parse_status).transpose()?,
                to: parse_status(&row.to_status)?,
            })
        })
        .collect()
}

pub(super) async fn insert_application(
    connection: &mut PgConnection,
    application: &Application,
) -> Result<(), sqlx::Error> {
    let fields = &application.fields;
    sqlx::query!(
        "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
             teaching_position, school_district, subjects_taught, date_of_birth, address_line1, address_line2, city,
             state, zip_code, phone, headshot_url, t_shirt_size, note, decided_by, headshot_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
             $21)",
        application.id,
        application.user_id,
        application.status.as_str(),
        application.submitted_at,
        application.reviewed_at,
        fields.teaching_experience,
        fields.teaching_position,
        fields.school_district,
        &fields.subjects_taught,
        fields.date_of_birth,
        fields.address_line1,
        fields.address_line2,
        fields.city,
        fields.state,
        fields.zip_code,
        fields.phone,
        application.headshot_url,
        fields.t_shirt_size.as_str(),
        application.note,
        application.decided_by,
        fields.headshot_id,
    )
    .execute(connection)
    .await
    .map(|_| ())
}

/// Stores what every step returns besides the application itself.
pub(super) async fn insert_consequences(
    connection: &mut PgConnection,
    event: &ApplicationEvent,
    mails: &[OutgoingMail],
    entries: &[AuditEvent],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into application_events (id, application_id, at, actor_id, from_status, to_status)
         values ($1, $2, $3, $4, $5, $6)",
        event.id,
        event.application_id,
        event.at,
        event.actor_id,
        event.from.map(Status::as_str),
        event.to.as_str(),
    )
    .execute(&mut *connection)
    .await?;
    for mail in mails {
        outbox::queue(connection, mail).await?;
    }
    for entry in entries {
        audit::insert(connection, entry).await?;
    }
    Ok(())
}
