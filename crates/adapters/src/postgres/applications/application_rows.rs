//! Rows of applications and their history, shared by several stores.

use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationFields, ChangeAct, Counts, Person, Status,
    TShirtSize,
};
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::postgres::connection::fault::{StoreError, unknown};

#[derive(sqlx::FromRow)]
pub(crate) struct ApplicationRow {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) status: String,
    pub(crate) submitted_at: OffsetDateTime,
    pub(crate) reviewed_at: Option<OffsetDateTime>,
    pub(crate) teaching_experience: String,
    pub(crate) teaching_position: String,
    pub(crate) school_district: String,
    pub(crate) subjects_taught: Vec<String>,
    pub(crate) date_of_birth: Date,
    pub(crate) address_line1: String,
    pub(crate) address_line2: Option<String>,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) zip_code: String,
    pub(crate) phone: String,
    pub(crate) headshot_url: Option<String>,
    pub(crate) headshot_id: Option<Uuid>,
    pub(crate) t_shirt_size: String,
    pub(crate) note: Option<String>,
    pub(crate) decided_by: Option<Uuid>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) email: Option<String>,
}

pub(crate) fn parse_status(word: &str) -> Result<Status, Fault> {
    Status::parse(word).ok_or_else(|| unknown("status", word))
}

pub(crate) fn parse_change(word: Option<&str>) -> Result<Option<ChangeAct>, Fault> {
    let parse = |word| ChangeAct::parse(word).ok_or_else(|| unknown("act", word));
    word.map(parse).transpose()
}

/// The applicant. The columns are null if the account was deleted.
pub(crate) fn person(first: Option<String>, last: Option<String>, email: Option<String>) -> Option<Person> {
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

pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<Application>, StoreError> {
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
    .await?;
    rows.into_iter().map(|row| Ok(ApplicationDetail::try_from(row)?.application)).collect()
}

pub(crate) async fn history(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<Vec<ApplicationEvent>, StoreError> {
    let rows = sqlx::query!(
        "select id, application_id, at, actor_id, from_status, to_status, act
         from application_events where application_id = $1 order by at, id",
        id,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ApplicationEvent {
                id: row.id,
                application_id: row.application_id,
                at: row.at,
                actor_id: row.actor_id,
                from: row.from_status.as_deref().map(parse_status).transpose()?,
                to: parse_status(&row.to_status)?,
                change: parse_change(row.act.as_deref())?,
            })
        })
        .collect()
}

/// Sums the recorded changes of the counts.
pub(crate) async fn counts(connection: &mut PgConnection) -> Result<Counts, StoreError> {
    let rows = sqlx::query!(
        r#"select status, sum(delta)::bigint as "number!" from application_count_changes group by status"#,
    )
    .fetch_all(connection)
    .await?;
    let mut counts = Counts::default();
    for row in rows {
        let number = row.number.unsigned_abs();
        counts.total += number;
        match parse_status(&row.status)? {
            Status::Pending => counts.pending = number,
            Status::Approved => counts.approved = number,
            Status::Rejected => counts.rejected = number,
        }
    }
    Ok(counts)
}
