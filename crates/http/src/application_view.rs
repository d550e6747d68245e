//! JSON representations of applications, for their owners and for administrators.

use forum_domain::accounts::Caller;
use forum_domain::applications::{self as domain, Application, Status, TShirtSize};
use poem_openapi::{Enum, Object};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::list::Page;
use crate::values::{Email, Nullable};

/// The status of an application.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "ApplicationStatus", rename_all = "lowercase")]
pub(crate) enum StatusWord {
    Pending,
    Approved,
    Rejected,
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Approved => Self::Approved,
            Status::Rejected => Self::Rejected,
        }
    }
}

impl From<StatusWord> for Status {
    fn from(word: StatusWord) -> Self {
        match word {
            StatusWord::Pending => Self::Pending,
            StatusWord::Approved => Self::Approved,
            StatusWord::Rejected => Self::Rejected,
        }
    }
}

/// A T-shirt size.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "TShirtSize", rename_all = "UPPERCASE")]
pub(crate) enum SizeWord {
    Xs,
    S,
    M,
    L,
    Xl,
    Xxl,
}

impl From<TShirtSize> for SizeWord {
    fn from(size: TShirtSize) -> Self {
        match size {
            TShirtSize::Xs => Self::Xs,
            TShirtSize::S => Self::S,
            TShirtSize::M => Self::M,
            TShirtSize::L => Self::L,
            TShirtSize::Xl => Self::Xl,
            TShirtSize::Xxl => Self::Xxl,
        }
    }
}

/// An application that was received.
#[derive(Object)]
pub(crate) struct ApplicationReceipt {
    id: Uuid,
    status: StatusWord,
    submitted_at: OffsetDateTime,
}

impl From<&Application> for ApplicationReceipt {
    fn from(application: &Application) -> Self {
        Self { id: application.id, status: application.status.into(), submitted_at: application.submitted_at }
    }
}

/// One of your applications.
#[derive(Object)]
pub(crate) struct MyApplication {
    id: Uuid,
    status: StatusWord,
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
}

impl From<&Application> for MyApplication {
    fn from(application: &Application) -> Self {
        Self {
            id: application.id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: Nullable(application.reviewed_at),
        }
    }
}

/// A page of your applications.
#[derive(Object)]
pub(crate) struct MyApplications {
    #[oai(flatten)]
    pub(crate) page: Page<MyApplication>,
}

/// An application with the name and email address of its applicant.
#[derive(Object)]
pub(crate) struct ApplicationDetail {
    id: Uuid,
    /// The applicant.
    user_id: Uuid,
    status: StatusWord,
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
    first_name: String,
    last_name: String,
    email: Email,
    teaching_experience: String,
    /// The current teaching position.
    teaching_position: String,
    school_district: String,
    subjects_taught: Vec<String>,
    date_of_birth: Date,
    address_line1: String,
    address_line2: Nullable<String>,
    city: String,
    state: String,
    zip_code: String,
    phone: String,
    t_shirt_size: SizeWord,
    /// Path of the photo on this site.
    headshot_url: Nullable<String>,
    /// The internal note on the decision. Only administrators get this member, and not on their own applications.
    #[oai(skip_serializing_if_is_none)]
    note: Option<Nullable<String>>,
    /// The administrator who decided. Only administrators get this member, and not on their own applications.
    #[oai(skip_serializing_if_is_none)]
    decided_by: Option<Nullable<Uuid>>,
}

impl ApplicationDetail {
    /// What `caller` may see: note and decider only for administrators, and never for the owner.
    pub(crate) fn seen_by(caller: &Caller, detail: domain::ApplicationDetail) -> Self {
        let domain::ApplicationDetail { application, name, email } = detail;
        let internal = caller.roles().is_admin() && caller.user.id != application.user_id;
        let fields = application.fields;
        Self {
            id: application.id,
            user_id: application.user_id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: Nullable(application.reviewed_at),
            first_name: name.first,
            last_name: name.last,
            email: Email::from(&email),
            teaching_experience: fields.teaching_experience,
            teaching_position: fields.teaching_position,
            school_district: fields.school_district,
            subjects_taught: fields.subjects_taught,
            date_of_birth: fields.date_of_birth,
            address_line1: fields.address_line1,
            address_line2: Nullable(fields.address_line2),
            city: fields.city,
            state: fields.state,
            zip_code: fields.zip_code,
            phone: fields.phone,
            t_shirt_size: fields.t_shirt_size.into(),
            headshot_url: Nullable(application.headshot_url),
            note: internal.then_some(Nullable(application.note)),
            decided_by: internal.then_some(Nullable(application.decided_by)),
        }
    }
}

#[cfg(test)]
mod tests;
