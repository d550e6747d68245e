//! Changes to a pending application: an administrator asks for them, and the applicant edits the answers.

mod request;
mod resubmit;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::application::{
    Application, ApplicationDetail, ApplicationEvent, ChangeAct, Person, check_not_own,
};
use super::field::Field;
use super::fields::ApplicationFields;
use super::review::ReviewStore;
use crate::accounts::Reader;
use crate::act::{Act, Acts};
use crate::audit::{AuditEvent, AuditLog};
use crate::headshots::{Headshot, HeadshotStore, OwnHeadshot};
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{Code, Fault, PersonName, Refusal, Step, words};

pub use request::{reminder, request_changes, take_back};
pub use resubmit::resubmit;

pub type ReminderStep = Box<dyn FnOnce(&ChangeRequest, &Person) -> OutgoingMail + Send>;

#[async_trait]
pub trait ChangeRequestStore: Send + Sync {
    /// Reads the application under the locks of [`ReviewStore::decide`], so that an edit, a decision, a withdrawal and the end
    /// of a request exclude each other. Refuses an administrator who is no longer one before it runs `step`. Stores
    /// everything that the step returns, or nothing. Returns the application and the request as stored.
    async fn change(
        &self,
        id: Uuid,
        actor: ChangeActor,
        step: Step<Revisable, ChangePlan>,
    ) -> Result<(ApplicationDetail, ChangeRequest), Refusal>;

    /// Queues the mail of `step` about the oldest open request that was made at `asked_until` or earlier and has no reminder
    /// yet. A request has at most one reminder, however many processes call this and whether or not it was closed since.
    /// Returns `false` if there is no such request.
    async fn remind(&self, asked_until: OffsetDateTime, step: ReminderStep) -> Result<bool, Fault>;

    /// The earlier answers, oldest first; empty for an unknown application.
    async fn versions(&self, id: Uuid) -> Result<Vec<ReplacedAnswers>, Fault>;
}

pub struct ChangeRequests {
    pub store: Arc<dyn ChangeRequestStore>,
    pub review: Arc<dyn ReviewStore>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub audit: Arc<dyn AuditLog>,
    pub acts: Acts,
}

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

const OWN: &str = "You cannot review your own application.";

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

/// Earlier answers, with the request that led to the edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedAnswers {
    pub version: ApplicationVersion,
    pub request: SignedRequest,
}

impl ChangeRequests {
    /// The earlier answers of an application, oldest first. Like reading the application, this is audited before the data is
    /// returned.
    ///
    /// # Errors
    /// `not_found`, `own_application`, `forbidden`.
    pub async fn versions(&self, reader: &Reader, id: Uuid) -> Result<Vec<ReplacedAnswers>, Refusal> {
        check_not_own(self.review.applicant(id).await?.ok_or(Code::NotFound)?, reader.id(), OWN)?;
        let audit = self.acts.begin().audit(Some(reader.id()), "application.read", ("application", id));
        self.audit.record_read(audit).await?;
        Ok(self.store.versions(id).await?)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::applications::application::testing::{ADMIN, LATER, NOW, TEACHER, detail, photo};
    use crate::applications::{
        Application, ApplicationFields, ChangeAct, Field, FieldKind, RawFields, Status,
    };
    use crate::headshots::{HeadshotState, OwnHeadshot};
    use crate::mail::MailKind;
    use crate::mail::testing::act;
    use crate::shared::Code;

    fn fields(raw: &RawFields) -> ApplicationFields {
        ApplicationFields::parse(raw, time::macros::date!(2026 - 11 - 21)).expect("a valid form")
    }

    fn seen(status: Status) -> Revisable {
        Revisable { detail: detail(status), version: 1, open: None, photos: Vec::new() }
    }

    fn asked(seen: &Revisable, fields: &[&'static Field]) -> ChangePlan {
        request_changes(seen, "Which city?".to_owned(), fields.to_vec(), ADMIN, &act(NOW)).expect("a request")
    }

    fn open(fields: &[&'static Field]) -> Revisable {
        let seen = seen(Status::Pending);
        Revisable { open: Some(asked(&seen, fields).request), ..seen }
    }

    fn all() -> Vec<&'static Field> {
        Field::ALL.iter().collect()
    }

    #[test]
    fn a_mail_has_the_message_and_the_labels_unless_all_fields_are_meant() {
        let seen = seen(Status::Pending);
        let items = |fields: &[&'static Field]| {
            let plan = asked(&seen, fields);
            let mail = plan.mail.expect("a mail");
            let application_id = Some(seen.detail.application.id);
            assert_eq!((mail.kind, mail.application_id), (MailKind::ChangesRequested, application_id));
            assert_eq!(mail.id, plan.request.id);
            mail.items
        };
        assert_eq!(items(&[&Field::CITY]), ["Which city?", Field::CITY.label]);
        assert_eq!(items(&all()), ["Which city?"]);
    }

    #[test]
    fn only_a_pending_application_of_another_user_without_an_open_request_can_be_asked_for() {
        let ask = |seen: &Revisable, admin| {
            request_changes(seen, String::new(), all(), admin, &act(NOW))
                .map(drop)
                .expect_err("a refusal")
                .code
        };
        assert_eq!(ask(&seen(Status::Pending), TEACHER), Code::OwnApplication);
        for status in [Status::Approved, Status::Rejected] {
            assert_eq!(ask(&seen(status), ADMIN), Code::ApplicationAlreadyDecided);
        }
        assert_eq!(ask(&open(&all()), ADMIN), Code::ChangeRequestOpen);
        let edited = |edits| Revisable { version: edits + 1, ..seen(Status::Pending) };
        assert_eq!(asked(&edited(ChangeRequest::MAX_EDITS - 1), &all()).request.closed, None);
        assert_eq!(ask(&edited(ChangeRequest::MAX_EDITS), ADMIN), Code::TooManyEdits);
    }

    #[test]
    fn only_the_open_request_can_be_taken_back_and_not_by_the_applicant() {
        let seen = open(&[&Field::CITY]);
        let request = seen.open.clone().expect("a request");
        let plan = take_back(&seen, request.id, ADMIN, &act(LATER)).expect("an end");
        assert_eq!(plan.request.closed, Some((LATER, RequestOutcome::TakenBack)));
        assert_eq!(plan.event.change, Some(ChangeAct::TakenBack));
        let refused =
            |id, admin| take_back(&seen, id, admin, &act(LATER)).map(drop).expect_err("a refusal").code;
        assert_eq!(refused(Uuid::from_u128(9), ADMIN), Code::NotFound);
        assert_eq!(refused(request.id, TEACHER), Code::OwnApplication);
    }

    #[test]
    fn an_edit_replaces_the_answers_keeps_the_rest_and_closes_the_request() {
        let seen = open(&[&Field::CITY]);
        let before = &seen.detail.application;
        let edit = fields(&RawFields::example().with(&Field::CITY, "Ávila"));
        let plan = resubmit(&seen, edit.clone(), 1, TEACHER, &act(LATER)).expect("an edit");
        assert_eq!(plan.request.closed, Some((LATER, RequestOutcome::Resubmitted)));
        assert_eq!((plan.audit.action, plan.audit.actor_id), ("application.resubmitted", Some(TEACHER)));
        let Resubmission { application, earlier } = plan.resubmission.expect("an edit");
        assert_eq!(application, Application { fields: edit, ..before.clone() });
        assert_eq!((earlier.number, earlier.replaced_at), (1, LATER));
        assert_eq!((&earlier.fields, earlier.change_request_id), (&before.fields, plan.request.id));
    }

    /// Every field, so that none is forgotten in the comparison.
    #[test]
    fn each_field_differs_by_itself_and_is_refused_if_it_was_not_asked_for() {
        let other = Field::ALL.iter().fold(RawFields::default(), |other, field| match field.kind {
            FieldKind::Text { .. } => other.with(field, "Other"),
            FieldKind::List { .. } => other.with(field, vec!["Other".to_owned()]),
            FieldKind::Date => other.with(field, "1977-07-07"),
            FieldKind::TShirtSize => other.with(field, "XS"),
            FieldKind::Headshot => RawFields { headshot_id: Some(Uuid::from_u128(7).to_string()), ..other },
        });
        let (before, other) = (fields(&RawFields::example()), fields(&other));
        assert_eq!(before.differing(&before), [] as [&Field; 0]);
        assert_eq!(before.differing(&other), all());
        let nothing_asked = open(&[]);
        let refused = resubmit(&nothing_asked, other, 1, TEACHER, &act(LATER)).map(|_| ());
        let refused = refused.expect_err("a refusal");
        let errors: Vec<_> = refused.fields.iter().map(|error| (error.field.as_str(), error.code)).collect();
        let expected: Vec<_> = Field::ALL.iter().map(|field| (field.pointer, "not_requested")).collect();
        assert_eq!(errors, expected);
        assert!(resubmit(&nothing_asked, before, 1, TEACHER, &act(LATER)).is_ok(), "without a difference");
    }

    #[test]
    fn refusals_of_an_edit_are_checked_in_order() {
        let edit = |seen: &Revisable, version, user_id| {
            resubmit(seen, fields(&RawFields::example()), version, user_id, &act(LATER))
                .err()
                .map(|refused| refused.code)
        };
        assert_eq!(edit(&seen(Status::Pending), 2, ADMIN), Some(Code::NotFound));
        assert_eq!(edit(&seen(Status::Pending), 2, TEACHER), Some(Code::VersionConflict));
        assert_eq!(edit(&seen(Status::Pending), 1, TEACHER), Some(Code::NotEditable));
        let decided = Revisable { open: open(&all()).open, ..seen(Status::Rejected) };
        assert_eq!(edit(&decided, 1, TEACHER), Some(Code::NotEditable));
        assert_eq!(edit(&open(&all()), 1, TEACHER), None);
    }

    #[test]
    fn a_request_that_is_taken_back_leaves_no_photo_that_was_uploaded_for_it() {
        let (shown, drafted) =
            (OwnHeadshot { in_use: true, ..photo(1) }, OwnHeadshot { in_draft: true, ..photo(2) });
        let seen = Revisable { photos: vec![shown, drafted, photo(3)], ..open(&all()) };
        let request = seen.open.as_ref().expect("an open request").id;
        let plan = take_back(&seen, request, ADMIN, &act(LATER)).expect("an open request");
        let removed: Vec<_> = plan.removed.iter().map(|photo| (photo.id.as_u128(), photo.state)).collect();
        assert_eq!(removed, [(3, HeadshotState::Removing)]);
    }

    #[test]
    fn a_chosen_photo_is_one_of_the_applicants_and_an_unchanged_one_needs_no_upload() {
        let (kept, own) = (Uuid::from_u128(7), photo(8));
        let (chosen, chosen_url) = (own.headshot.id, own.headshot.key.url());
        let mut seen = Revisable { photos: vec![own], ..open(&all()) };
        seen.detail.application.headshot_url = Some("/storage/kept.png".to_owned());
        seen.detail.application.fields.headshot_id = Some(kept);
        let with = |photo| ApplicationFields { headshot_id: photo, ..seen.detail.application.fields.clone() };
        let url = |photo| {
            let plan =
                resubmit(&seen, with(photo), 1, TEACHER, &act(LATER)).map_err(|refused| refused.code)?;
            Ok::<_, Code>(plan.resubmission.and_then(|resubmission| resubmission.application.headshot_url))
        };
        assert_eq!(url(Some(kept)), Ok(Some("/storage/kept.png".to_owned())));
        assert_eq!(url(Some(chosen)), Ok(Some(chosen_url)));
        assert_eq!(url(None), Ok(None));
        assert_eq!(url(Some(Uuid::from_u128(9))), Err(Code::ValidationFailed));
    }
}
