use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::act::Act;
use crate::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationFields, ChangeAct, Field,
};
use crate::audit::AuditEvent;
use crate::headshots::{Headshot, OwnHeadshot};
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{Code, PersonName, Refusal, words};

words! {
    /// Why a request is closed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum RequestOutcome {
        Resubmitted = "resubmitted",
        TakenBack = "taken_back",
        /// An administrator decided on the application. Undoing the decision opens the request again.
        Decided = "decided",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeRequest {
    /// Also the id of its mail.
    pub id: Uuid,
    pub application_id: Uuid,
    pub requested_by: Uuid,
    /// For the applicant.
    pub message: String,
    /// The fields that the applicant can edit, in the order of the form.
    pub fields: Vec<&'static Field>,
    pub created_at: OffsetDateTime,
    /// `None` while the request is open.
    pub closed: Option<(OffsetDateTime, RequestOutcome)>,
}

impl ChangeRequest {
    /// Maximum length of the message in code points.
    pub const MESSAGE_MAX: usize = 2_000;
    /// Maximum number of edits of an application, whose versions are listed together.
    pub const MAX_EDITS: u32 = 20;
    pub const REMINDED_AFTER: Duration = Duration::WEEK;

    pub fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    pub(super) fn close(&self, at: OffsetDateTime, outcome: RequestOutcome) -> Self {
        Self { closed: Some((at, outcome)), ..self.clone() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedRequest {
    pub request: ChangeRequest,
    /// The administrator's current name; `None` once the account is deleted.
    pub requester: Option<PersonName>,
}

/// An application, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revisable {
    pub detail: ApplicationDetail,
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
    pub open: Option<ChangeRequest>,
    pub photos: Vec<OwnHeadshot>,
}

/// Answers that an edit replaced: a row of `application_versions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationVersion {
    pub application_id: Uuid,
    /// 1 for the answers that were submitted.
    pub number: u32,
    pub fields: ApplicationFields,
    /// Root-relative URL of the photo.
    pub headshot_url: Option<String>,
    pub replaced_at: OffsetDateTime,
    pub change_request_id: Uuid,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resubmission {
    pub application: Application,
    pub earlier: ApplicationVersion,
}

/// Everything that a request, its end or an edit stores, in one transaction.
#[derive(Debug, Clone)]
pub struct ChangePlan {
    /// The new request, or the closed one. A queued mail about a closed request is removed.
    pub request: ChangeRequest,
    pub resubmission: Option<Resubmission>,
    /// Photos to remove. The sweep deletes their files.
    pub removed: Vec<Headshot>,
    pub event: ApplicationEvent,
    pub mail: Option<OutgoingMail>,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeActor {
    Administrator(Uuid),
    Applicant(Uuid),
}

/// What a reader of an application needs in order to edit it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeState {
    pub version: u32,
    pub open: Option<SignedRequest>,
}

pub(super) fn check_not_own(applicant: Uuid, admin_id: Uuid) -> Result<(), Refusal> {
    if applicant == admin_id {
        return Err(Refusal::new(Code::OwnApplication, "You cannot review your own application."));
    }
    Ok(())
}

pub(super) fn about(request: &ChangeRequest, mail: OutgoingMail) -> OutgoingMail {
    let fields = request.fields.iter().filter(|_| request.fields.len() < Field::ALL.len());
    let labels = fields.map(|field| field.label.to_owned());
    let items = std::iter::once(request.message.clone()).chain(labels).collect();
    OutgoingMail { application_id: Some(request.application_id), items, ..mail }
}

/// What every act stores: the request, an event in the history and an audit entry without the message.
pub(super) fn plan(
    application: &Application,
    request: ChangeRequest,
    change: ChangeAct,
    actor_id: Uuid,
    act: &Act,
) -> ChangePlan {
    let action = match change {
        ChangeAct::Requested => "application.changes_requested",
        ChangeAct::TakenBack => "application.request_taken_back",
        ChangeAct::Resubmitted => "application.resubmitted",
    };
    let event = ApplicationEvent::of(application, Some(application.status), actor_id, act);
    ChangePlan {
        event: ApplicationEvent { change: Some(change), ..event },
        audit: act
            .audit(Some(actor_id), action, ("application", application.id))
            .with("request_id", request.id.to_string()),
        request,
        resubmission: None,
        removed: Vec::new(),
        mail: None,
        record: None,
    }
}
