//! `ChangeRequestStore` in memory.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationDetail, ChangeActor, ChangeError, ChangePlan, ChangeRequest, ChangeRequestStore, ChangeState,
    ChangeStep, ReminderStep, ReplacedAnswers, Resubmission, Revisable, SignedRequest,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use uuid::Uuid;

use super::headshots;
use super::store::detail;
use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{State, unique};

pub(crate) fn version(state: &State, id: Uuid) -> u32 {
    let earlier = state.versions.iter().filter(|version| version.application_id == id);
    earlier.map(|version| version.number).max().unwrap_or_default() + 1
}

fn open(state: &State, id: Uuid) -> Option<ChangeRequest> {
    let mut requests = state.change_requests.values();
    requests.find(|request| request.application_id == id && request.is_open()).cloned()
}

fn signed(state: &State, request: ChangeRequest) -> SignedRequest {
    let requester = state.users.get(&request.requested_by).map(|row| row.user.name.clone());
    SignedRequest { request, requester }
}

fn write(state: &mut State, plan: ChangePlan) -> Result<(), Fault> {
    let ChangePlan { request, resubmission, removed, event, mail, audit, record } = plan;
    state.add_request(record)?;
    let clash = |row: &ChangeRequest| row.application_id == request.application_id && row.id != request.id;
    unique(
        "requests",
        !request.is_open() || !state.change_requests.values().any(|row| row.is_open() && clash(row)),
    )?;
    if !request.is_open() {
        state.unqueue_request(request.application_id);
    }
    removed.into_iter().try_for_each(|photo| state.put_headshot(photo))?;
    state.change_requests.insert(request.id, request);
    if let Some(Resubmission { application, earlier }) = resubmission {
        if !state.has(SeededBug::EarlierAnswersLost) {
            state.versions.push(earlier);
        }
        state.put_application(application)?;
    }
    state.add_event(event)?;
    mail.into_iter().try_for_each(|mail| state.add_mail(mail))?;
    state.add_audit(audit)
}

impl State {
    /// Removes the queued mail about a request for changes to this application.
    pub(crate) fn unqueue_request(&mut self, application: Uuid) {
        if !self.has(SeededBug::RequestMailStays) {
            self.outbox.retain(|row| !row.is_queued_request(application));
        }
    }

    /// Erases the messages of requests from the mails that stay.
    pub(crate) fn erase_messages(&mut self, application: Uuid) {
        if !self.has(SeededBug::SentMessagesStay) {
            let about = self.outbox.iter_mut().map(|row| &mut row.mail);
            let about = about.filter(|mail| mail.application_id == Some(application));
            about
                .filter(|mail| MailKind::OF_REQUESTS.contains(&mail.kind))
                .for_each(|mail| mail.items.clear());
        }
    }

    /// Deletes the requests for changes to these applications, and their earlier versions.
    pub(crate) fn forget_changes(&mut self, applications: &[Uuid]) {
        self.change_requests.retain(|_, request| !applications.contains(&request.application_id));
        self.versions.retain(|version| !applications.contains(&version.application_id));
    }
}

#[async_trait]
impl ChangeRequestStore for MemoryDatabase {
    async fn change(
        &self,
        id: Uuid,
        actor: ChangeActor,
        step: ChangeStep,
    ) -> Result<(ApplicationDetail, ChangeRequest), ChangeError> {
        self.write(|state| {
            let detail = detail(state, id).ok_or(ChangeError::NotFound)?;
            if let ChangeActor::Administrator(admin_id) = actor {
                state.hold_actor(Some(admin_id))?;
            }
            let photos = headshots::own(state, detail.application.user_id, None);
            let seen = Revisable { version: version(state, id), open: open(state, id), photos, detail };
            let plan = step(&seen)?;
            write(state, plan.clone())?;
            let application = plan.resubmission.map(|resubmission| resubmission.application);
            let application = application.unwrap_or(seen.detail.application);
            Ok((ApplicationDetail { application, person: seen.detail.person }, plan.request))
        })
    }

    async fn remind(&self, asked_until: OffsetDateTime, step: ReminderStep) -> Result<bool, Fault> {
        self.write(|state| {
            let bug = state.has(SeededBug::ReminderRepeated);
            let is_reminded = |id| !bug && state.reminders.values().any(|reminded| *reminded == id);
            let due = |request: &&ChangeRequest| {
                request.is_open() && request.created_at <= asked_until && !is_reminded(request.id)
            };
            let oldest = state.change_requests.values().filter(due).min_by_key(|request| request.created_at);
            let Some(request) = oldest.cloned() else { return Ok(false) };
            let person = detail(state, request.application_id).and_then(|detail| detail.person);
            let mail = step(&request, &person.ok_or_else(|| Fault::Bug("no applicant".to_owned()))?);
            state.reminders.insert(mail.id, request.id);
            state.add_mail(mail)?;
            Ok(true)
        })
    }

    async fn read(&self, id: Uuid) -> Result<Option<(ApplicationDetail, ChangeState)>, Fault> {
        self.read(|state| {
            let open = open(state, id).map(|request| signed(state, request));
            let changes = ChangeState { version: version(state, id), open };
            detail(state, id).map(|detail| (detail, changes))
        })
    }

    async fn versions(&self, id: Uuid) -> Result<Vec<ReplacedAnswers>, Fault> {
        self.read(|state| {
            let own = state.versions.iter().filter(|version| version.application_id == id).cloned();
            let with_request = own.filter_map(|version| {
                let request = state.change_requests.get(&version.change_request_id)?.clone();
                Some(ReplacedAnswers { version, request: signed(state, request) })
            });
            let mut versions: Vec<_> = with_request.collect();
            versions.sort_by_key(|replaced| replaced.version.number);
            versions
        })
    }
}
