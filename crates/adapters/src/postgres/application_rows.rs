//! Rows of applications and of their history, shared by several stores.

use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationFields, Person, Status, TShirtSize,
};
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::fault::{fault, unknown};

/// A row of `applications`, and its applicant's profile where that is read too.
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
    pub(super) first_name: Option<String>,
    pub(super) last_name: Option<String>,
    pub(super) email: Option<String>,
}

/// Parses the text of a status column.
pub(super) fn parse_status(word: &str) -> Result<Status, Fault> {
    Status::parse(word).ok_or_else(|| unknown("status", word))
}

/// The applicant, from columns that are null once the account is deleted.
pub(super) fn person(first: Option<String>, last: Option<String>, email: Option<String>) -> Option<Person> {
    let email = EmailAddress::stored(email?);
    Some(Person { name: PersonName { first: first?, last: last? }, email })
}

impl TryFrom<ApplicationRow> for ApplicationDetail {
    type Error = Fault;

    fn try_from(row: ApplicationRow) -> Result<Self, Fault> {
        let size = &row.t_shirt_size;
        let person = person(row.first_name, row.last_name, row.email);
        let application = Application {
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
        };
        Ok(Self { application, person })
    }
}

/// The newest applications of a user, newest first.
pub(super) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<Application>, Fault> {
    let rows = sqlx::query_as!(
        ApplicationRow,
        "select id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
                school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state,
                zip_code, phone, headshot_url, headshot_id, t_shirt_size, note, decided_by,
                null as first_name, null as last_name, null as email
         from applications where user_id = $1 order by submitted_at desc, id desc limit $2",
        user_id,
        i64::from(limit),
    )
    .fetch_all(connection)
    .await
    .map_err(fault)?;
    rows.into_iter().map(|row| Ok(ApplicationDetail::try_from(row)?.application)).collect()
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
