//! What applications look like in JSON, for their owners and for administrators.

use forum_domain::accounts::Caller;
use forum_domain::applications::{self as domain, Application, Status, TShirtSize};
use poem_openapi::{Enum, Object};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Where an application stands.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "ApplicationStatus", rename_all = "lowercase")]
pub(crate) enum StatusWord {
    /// Submitted, not decided.
    Pending,
    /// Decided: the applicant is a member.
    Approved,
    /// Decided: the applicant may apply again.
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
    /// XS
    Xs,
    /// S
    S,
    /// M
    M,
    /// L
    L,
    /// XL
    Xl,
    /// XXL
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

/// A submission that arrived.
#[derive(Object)]
pub(crate) struct ApplicationReceipt {
    /// The application.
    id: Uuid,
    status: StatusWord,
    /// When it was submitted.
    submitted_at: OffsetDateTime,
}

impl From<&Application> for ApplicationReceipt {
    fn from(application: &Application) -> Self {
        Self { id: application.id, status: application.status.into(), submitted_at: application.submitted_at }
    }
}

/// One of the caller's own applications.
#[derive(Object)]
pub(crate) struct MyApplication {
    /// The application.
    id: Uuid,
    status: StatusWord,
    /// When it was submitted.
    submitted_at: OffsetDateTime,
    /// When it was decided.
    #[oai(skip_serializing_if_is_none)]
    reviewed_at: Option<OffsetDateTime>,
}

impl From<&Application> for MyApplication {
    fn from(application: &Application) -> Self {
        Self {
            id: application.id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: application.reviewed_at,
        }
    }
}

/// A page of the caller's own applications.
#[derive(Object)]
pub(crate) struct MyApplications {
    /// Newest first.
    pub(crate) items: Vec<MyApplication>,
    /// How many there are under the same filter.
    pub(crate) total: u64,
    /// Items of a page at most.
    pub(crate) limit: u32,
    /// Items passed over.
    pub(crate) offset: u32,
}

/// A whole application with its applicant's profile.
#[derive(Object)]
pub(crate) struct ApplicationDetail {
    /// The application.
    id: Uuid,
    /// The applicant.
    user_id: Uuid,
    status: StatusWord,
    /// When it was submitted.
    submitted_at: OffsetDateTime,
    /// When it was decided.
    #[oai(skip_serializing_if_is_none)]
    reviewed_at: Option<OffsetDateTime>,
    /// The applicant's first name.
    first_name: String,
    /// The applicant's last name.
    last_name: String,
    /// The applicant's address.
    email: String,
    /// Long text.
    teaching_experience: String,
    /// Current teaching position.
    teaching_position: String,
    /// School district.
    school_district: String,
    /// Any number of subjects.
    subjects_taught: Vec<String>,
    /// Date of birth.
    date_of_birth: Date,
    /// Address line 1.
    address_line1: String,
    /// Address line 2.
    #[oai(skip_serializing_if_is_none)]
    address_line2: Option<String>,
    /// City.
    city: String,
    /// State.
    state: String,
    /// ZIP code.
    zip_code: String,
    /// Phone number.
    phone: String,
    t_shirt_size: SizeWord,
    /// Root-relative address of the photo.
    #[oai(skip_serializing_if_is_none)]
    headshot_url: Option<String>,
    /// The administrator's internal note; administrators only.
    #[oai(skip_serializing_if_is_none)]
    note: Option<String>,
    /// The administrator who decided; administrators only.
    #[oai(skip_serializing_if_is_none)]
    decided_by: Option<Uuid>,
}

impl ApplicationDetail {
    /// What `caller` may see of it: note and decider are for administrators, and never for the owner.
    pub(crate) fn seen_by(caller: &Caller, detail: domain::ApplicationDetail) -> Self {
        let domain::ApplicationDetail { application, name, email } = detail;
        let internal = caller.roles().is_admin() && caller.user.id != application.user_id;
        let fields = application.fields;
        Self {
            id: application.id,
            user_id: application.user_id,
            status: application.status.into(),
            submitted_at: application.submitted_at,
            reviewed_at: application.reviewed_at,
            first_name: name.first,
            last_name: name.last,
            email: email.as_str().to_owned(),
            teaching_experience: fields.teaching_experience,
            teaching_position: fields.teaching_position,
            school_district: fields.school_district,
            subjects_taught: fields.subjects_taught,
            date_of_birth: fields.date_of_birth,
            address_line1: fields.address_line1,
            address_line2: fields.address_line2,
            city: fields.city,
            state: fields.state,
            zip_code: fields.zip_code,
            phone: fields.phone,
            t_shirt_size: fields.t_shirt_size.into(),
            headshot_url: application.headshot_url,
            note: application.note.filter(|_| internal),
            decided_by: application.decided_by.filter(|_| internal),
        }
    }
}

#[cfg(test)]
mod tests;
