//! `ApplicationStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::RoleChange;
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationStore, Decidable, DecideError, DecideStep,
    DecisionPlan, OwnApplicationSort, OwnApplicationSummary, Person, SeenDecision, Status, Submission,
    SubmitError, SubmitStep, UndoError, UndoPlan, UndoStep, WithdrawError, WithdrawStep, Withdrawable,
    Withdrawal,
};
use forum_domain::headshots::Headshot;
use forum_domain::mail::MailState;
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place};
use uuid::Uuid;

use super::{change_requests, headshots};
use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{State, unique};

#[async_trait]
impl ApplicationStore for MemoryDatabase {
    async fn submit(&self, user_id: Uuid, step: SubmitStep) -> Result<Application, SubmitError> {
        self.write(|state| {
            let applicant = state.applicant(user_id).ok_or(SubmitError::UnknownUser)?;
            let Submission { application, event, mails, audit, record } = step(&applicant)?;
            state.add_request(record)?;
            if !state.has(SeededBug::DraftOutlivesSubmission) {
                state.drafts.remove(&user_id);
            }
            unique("applications", !state.applications.contains_key(&application.id))?;
            state.put_application(application.clone())?;
            state.add_event(event)?;
            mails.into_iter().try_for_each(|mail| state.add_mail(mail))?;
            audit.into_iter().try_for_each(|entry| state.add_audit(entry))?;
            Ok(application)
        })
    }

    async fn decide(
        &self,
        id: Uuid,
        actor: Uuid,
        step: DecideStep,
    ) -> Result<ApplicationDetail, DecideError> {
        self.write(|state| {
            let detail = detail(state, id).ok_or(DecideError::NotFound)?;
            state.hold_actor(Some(actor))?;
            let user_id = detail.application.user_id;
            let seen = Decidable { detail, version: change_requests::version(state, id) };
            let DecisionPlan { application, roles, event, mails, mails_due_at, audit, record } = step(&seen)?;
            state.add_request(record)?;
            state.put_application(application.clone())?;
            let mut changed = RoleChange::default();
            if !state.has(SeededBug::RolesForgotten)
                && let Some(row) = state.users.get_mut(&user_id)
            {
                let held = row.user.roles.clone();
                changed = RoleChange {
                    revoke: roles.revoke.iter().copied().filter(|role| held.has(*role)).collect(),
                    grant: roles.grant.iter().copied().filter(|role| !held.has(*role)).collect(),
                };
                row.user.roles.apply(&roles);
            }
            if state.has(SeededBug::UndoTakesPlannedRoles) {
                changed = roles;
            }
            if let Some(mail) = mails.first() {
                state.decisions.insert(event.id, (mail.id, changed));
            }
            state.add_event(event)?;
            if !state.has(SeededBug::RequestMailStays) {
                state.delay_request(application.id, mails_due_at);
            }
            let queued: Vec<Uuid> = mails.iter().map(|mail| mail.id).collect();
            mails.into_iter().try_for_each(|mail| state.add_mail(mail))?;
            let due = state.outbox.iter_mut().filter(|row| queued.contains(&row.mail.id));
            due.for_each(|row| row.due_at = Some(mails_due_at));
            audit.into_iter().try_for_each(|entry| state.add_audit(entry))?;
            Ok(ApplicationDetail { application, person: seen.detail.person })
        })
    }

    async fn undo(&self, id: Uuid, actor: Uuid, step: UndoStep) -> Result<ApplicationDetail, UndoError> {
        self.write(|state| {
            let detail = detail(state, id).ok_or(UndoError::NotFound)?;
            state.hold_actor(Some(actor))?;
            let user_id = detail.application.user_id;
            let own =
                state.events.iter().filter(|event| event.application_id == id && event.change.is_none());
            let (reviewed_at, status) = (detail.application.reviewed_at, detail.application.status);
            let decides = |event: &ApplicationEvent| Some(event.at) == reviewed_at && event.to == status;
            let event = own.max_by_key(|event| (decides(event), event.at, event.id)).cloned();
            let event = event.ok_or_else(|| Fault::Bug("an application has no history".into()))?;
            let (mail, changed) = state.decisions.get(&event.id).cloned().unzip();
            let any = state.has(SeededBug::UndoneAfterLease);
            let unsent = state.outbox.iter().find(|row| {
                Some(row.mail.id) == mail
                    && row.state() == MailState::Queued
                    && (any || row.lease.is_none() && row.attempts == 0 && row.last_error.is_none())
            });
            let submitted_at = detail.application.submitted_at;
            let decided = state.has(SeededBug::LaterDecisionOverlooked);
            let later = |row: &Application| {
                let again = row.status == Status::Pending || !decided && row.submitted_at > submitted_at;
                row.user_id == user_id && row.id != id && again
            };
            let seen = SeenDecision {
                event,
                changed: changed.unwrap_or_default(),
                unsent: unsent.map(|row| row.mail.id),
                applied_again: state.applications.values().any(later),
                detail,
            };
            let Some(UndoPlan { application, roles, event, mail, audit }) = step(&seen)? else {
                return Ok(seen.detail);
            };
            state.put_application(application.clone())?;
            state.add_event(event)?;
            if let Some(row) = state.users.get_mut(&user_id) {
                row.user.roles.apply(&roles);
            }
            if !state.has(SeededBug::UndoneMailStays) {
                state.outbox.retain(|row| row.mail.id != mail);
            }
            state.add_audit(audit)?;
            Ok(ApplicationDetail { application, person: seen.detail.person })
        })
    }

    async fn withdraw(&self, id: Uuid, _: Uuid, step: WithdrawStep) -> Result<Vec<Headshot>, WithdrawError> {
        self.write(|state| {
            let detail = detail(state, id).ok_or(WithdrawError::NotFound)?;
            let photos = headshots::own(state, detail.application.user_id, Some(id));
            let Withdrawal { application_id, user_id, draft, removed, audit, record } =
                step(&Withdrawable { detail, photos })?;
            state.add_request(record)?;
            state.applications.remove(&application_id);
            state.events.retain(|event| event.application_id != application_id);
            state.notes.retain(|_, note| note.application_id != application_id);
            state.unqueue_request(application_id);
            state.erase_messages(application_id);
            removed.iter().try_for_each(|photo| state.put_headshot(photo.clone()))?;
            state.forget_changes(&[application_id]);
            state.viewers.retain(|(viewed, _), _| *viewed != application_id);
            if !state.has(SeededBug::ReceiptOutlivesWithdrawal) {
                state.requests.retain(|_, row| row.application_id != Some(application_id));
            }
            if !state.has(SeededBug::AnswersLostByWithdrawal) {
                state.drafts.insert(user_id, draft);
            }
            state.add_audit(audit)?;
            Ok(removed)
        })
    }

    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault> {
        self.read(|state| detail(state, id))
    }

    async fn applicant(&self, id: Uuid) -> Result<Option<Uuid>, Fault> {
        self.read(|state| state.applications.get(&id).map(|application| application.user_id))
    }

    async fn list_own(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault> {
        self.read(|state| {
            let tied = state.has(SeededBug::TiesShareAPlace);
            let all = state.applications.values();
            let own =
                all.filter(|row| row.user_id == user_id && status.is_none_or(|status| row.status == status));
            let rows = own.map(|row| {
                let id = if tied { Uuid::nil() } else { row.id };
                let summary = OwnApplicationSummary {
                    id: row.id,
                    status: row.status,
                    submitted_at: row.submitted_at,
                    reviewed_at: row.reviewed_at,
                };
                (Place { keys: vec![Key::Instant(row.submitted_at)], id }, summary)
            });
            Listing::of_all(&page, rows.collect())
        })
    }
}

pub(crate) fn detail(state: &State, id: Uuid) -> Option<ApplicationDetail> {
    let application = state.applications.get(&id)?.clone();
    let user = state.users.get(&application.user_id).map(|row| &row.user);
    let person = user.map(|user| Person { name: user.name.clone(), email: user.email.clone() });
    Some(ApplicationDetail { application, person })
}
