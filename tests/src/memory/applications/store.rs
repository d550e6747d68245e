//! `ApplicationStore` in memory.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationDetail, ApplicationStore, DecideError, DecideStep, DecisionPlan, Idempotency,
    OwnApplicationSort, OwnApplicationSummary, Person, Status, Submission, SubmitError, SubmitStep,
    Submitted, WithdrawError, WithdrawStep, Withdrawal,
};
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{IdempotencyRow, Replay, State, unique};

/// The operation name under which idempotency records of submissions are stored.
const SUBMIT: &str = "submit_application";

#[async_trait]
impl ApplicationStore for MemoryDatabase {
    async fn submit(
        &self,
        user_id: Uuid,
        idempotency: Option<Idempotency>,
        now: OffsetDateTime,
        step: SubmitStep,
    ) -> Result<Submitted, SubmitError> {
        self.write(|state| {
            let applicant = state.applicant(user_id).ok_or(SubmitError::UnknownUser)?;
            if let Some(idempotency) = &idempotency {
                match state.replay(user_id, SUBMIT, &idempotency.key, &idempotency.fingerprint, now) {
                    Replay::New => {}
                    Replay::Same(response) => return Ok(Submitted::Replayed(response)),
                    Replay::Other => return Err(SubmitError::KeyReused),
                }
            }
            let Submission { application, event, mails, audit } = step(&applicant)?;
            if !state.has(SeededBug::DraftOutlivesSubmission) {
                state.drafts.remove(&user_id);
            }
            unique("applications", !state.applications.contains_key(&application.id))?;
            state.put_application(application.clone())?;
            state.add_event(event)?;
            mails.into_iter().try_for_each(|mail| state.add_mail(mail))?;
            audit.into_iter().try_for_each(|entry| state.add_audit(entry))?;
            if let Some(Idempotency { key, fingerprint, expires_at, record }) = idempotency
                && !state.has(SeededBug::RecordForgotten)
            {
                let response = record(&application);
                let row = IdempotencyRow { fingerprint, expires_at, response };
                state.idempotency.insert((user_id, SUBMIT, key), row);
            }
            Ok(Submitted::Created(Box::new(application)))
        })
    }

    async fn decide(
        &self,
        id: Uuid,
        actor: Uuid,
        step: DecideStep,
    ) -> Result<ApplicationDetail, DecideError> {
        self.write(|state| {
            let seen = detail(state, id).ok_or(DecideError::NotFound)?;
            state.hold_actor(Some(actor))?;
            let user_id = seen.application.user_id;
            let DecisionPlan { application, roles, event, mails, audit, record } = step(&seen)?;
            state.add_request(record)?;
            state.put_application(application.clone())?;
            state.add_event(event)?;
            if !state.has(SeededBug::RolesForgotten)
                && let Some(row) = state.users.get_mut(&user_id)
            {
                row.user.roles.apply(&roles);
            }
            mails.into_iter().try_for_each(|mail| state.add_mail(mail))?;
            audit.into_iter().try_for_each(|entry| state.add_audit(entry))?;
            Ok(ApplicationDetail { application, person: seen.person })
        })
    }

    async fn withdraw(&self, id: Uuid, _: Uuid, step: WithdrawStep) -> Result<(), WithdrawError> {
        self.write(|state| {
            let seen = detail(state, id).ok_or(WithdrawError::NotFound)?;
            let Withdrawal { application_id, user_id, draft, audit, record } = step(&seen)?;
            state.add_request(record)?;
            state.applications.remove(&application_id);
            state.events.retain(|event| event.application_id != application_id);
            let receipt = application_id.to_string();
            if !state.has(SeededBug::ReceiptOutlivesWithdrawal) {
                state.idempotency.retain(|(owner, operation, _), row| {
                    *owner != user_id || *operation != SUBMIT || !row.response.body.contains(&receipt)
                });
            }
            if !state.has(SeededBug::AnswersLostByWithdrawal) {
                state.drafts.insert(user_id, draft);
            }
            Ok(state.add_audit(audit)?)
        })
    }

    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault> {
        self.read(|state| detail(state, id))
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

fn detail(state: &State, id: Uuid) -> Option<ApplicationDetail> {
    let application = state.applications.get(&id)?.clone();
    let user = state.users.get(&application.user_id).map(|row| &row.user);
    let person = user.map(|user| Person { name: user.name.clone(), email: user.email.clone() });
    Some(ApplicationDetail { application, person })
}
