//! `OwnDataStore` in memory.

use std::cmp::Reverse;

use async_trait::async_trait;
use forum_domain::accounts::{ReauthenticationRefused, SecurityQuery, Session};
use forum_domain::applications::{Application, Status};
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::{Headshot, HeadshotState};
use forum_domain::mail::MailKind;
use forum_domain::notes::Note;
use forum_domain::own_data::{
    ACTIONS_MAX, APPLICATIONS_MAX, DeleteAccountError, DeletionContext, DeletionPlan, DeletionStep,
    NOTES_MAX, OwnApplication, OwnData, OwnDataStore, OwnMail, REQUESTS_MAX, ROWS_MAX,
};
use forum_domain::shared::{EmailAddress, Fault};
use time::OffsetDateTime;
use uuid::Uuid;

use super::audit;
use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::accounts::account_security;
use crate::memory::applications::drafts;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl OwnDataStore for MemoryDatabase {
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault> {
        self.write(|state| {
            if !state.users.contains_key(&user_id) {
                return Ok(None);
            }
            state.add_audit(audit)?;
            Ok(all_of(state, user_id))
        })
    }

    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: DeletionStep,
    ) -> Result<Vec<Headshot>, DeleteAccountError> {
        self.write(|state| {
            let account = account_security::read(state, user_id, &SecurityQuery::at(now));
            let account = account.ok_or(ReauthenticationRefused::SessionEnded)?;
            let pending = state.applicant(user_id).and_then(|applicant| applicant.pending);
            let email = account.user.email.clone();
            let others = state
                .users
                .values()
                .filter(|row| row.user.id != user_id && row.user.roles.is_admin() && !row.user.is_disabled());
            let other_admins = others.count() as u64;
            let DeletionPlan { at, audit } = step(&DeletionContext { account, pending, other_admins })?;
            let own =
                |application| state.applications.get(&application).is_some_and(|row| row.user_id == user_id);
            state
                .requests
                .retain(|_, row| row.user_id != Some(user_id) && !row.application_id.is_some_and(own));
            erase_applications(state, user_id);
            let photos = remove_photos(state, user_id, at);
            state.sessions.retain(|_, row| row.user_id != user_id);
            state.factors.retain(|_, row| row.user_id != user_id);
            state.recovery_codes.remove(&user_id);
            state.identities.retain(|row| row.user_id != user_id);
            state.challenges.retain(|_, row| row.user_id != user_id);
            state.viewers.retain(|(_, viewer), _| *viewer != user_id);
            state.users.remove(&user_id);
            if !state.has(SeededBug::DraftKept) {
                state.drafts.remove(&user_id);
            }
            erase_changes(state, user_id);
            erase_address(state, &email);
            audit.into_iter().try_for_each(|entry| state.add_audit(entry))?;
            Ok(photos)
        })
    }
}

fn all_of(state: &State, user_id: Uuid) -> Option<OwnData> {
    let user = state.users.get(&user_id)?.user.clone();
    let mut sessions: Vec<Session> =
        state.sessions.values().filter(|row| row.user_id == user_id).cloned().collect();
    sessions.sort_by_key(|row| Reverse((row.created_at, row.id)));
    sessions.truncate(ROWS_MAX as usize);
    let mut applications: Vec<&Application> =
        state.applications.values().filter(|row| row.user_id == user_id).collect();
    applications.sort_by_key(|row| Reverse((row.submitted_at, row.id)));
    applications.truncate(APPLICATIONS_MAX as usize);
    let applications = applications.into_iter().map(|row| {
        let mut history: Vec<_> =
            state.events.iter().filter(|event| event.application_id == row.id).cloned().collect();
        history.sort_by_key(|event| (event.at, event.id));
        let requests = state.change_requests.values().filter(|request| request.application_id == row.id);
        let versions = state.versions.iter().filter(|version| version.application_id == row.id);
        let (mut requests, mut versions): (Vec<_>, Vec<_>) =
            (requests.cloned().collect(), versions.cloned().collect());
        requests.sort_by_key(|request| (request.created_at, request.id));
        versions.sort_by_key(|version| version.number);
        let application = Application { note: None, decided_by: None, ..row.clone() };
        OwnApplication { application, history, requests, versions }
    });
    let mut notes: Vec<Note> = state.notes.values().filter(|row| row.author_id == user_id).cloned().collect();
    notes.sort_by_key(|row| Reverse((row.created_at, row.id)));
    notes.truncate(NOTES_MAX as usize);
    let mut change_requests: Vec<_> =
        state.change_requests.values().filter(|row| row.requested_by == user_id).cloned().collect();
    change_requests.sort_by_key(|row| Reverse((row.created_at, row.id)));
    change_requests.truncate(REQUESTS_MAX as usize);
    let mut mails: Vec<_> = state
        .outbox
        .iter()
        .filter(|row| state.same(&row.mail.to, &user.email) && row.mail.kind != MailKind::Decoy)
        .collect();
    mails.sort_by_key(|row| Reverse((row.mail.queued_at, row.mail.id)));
    mails.truncate(ROWS_MAX as usize);
    let mails = mails.into_iter().map(|row| OwnMail {
        kind: row.mail.kind.as_str().to_owned(),
        queued_at: row.mail.queued_at,
        state: row.state(),
    });
    let mut actions: Vec<&AuditEvent> =
        state.audit.iter().filter(|row| row.actor_id == Some(user_id)).collect();
    actions.sort_by_key(|row| Reverse((row.at, row.id)));
    let actions_total = actions.len() as u64;
    let actions = actions.into_iter().take(ACTIONS_MAX as usize).map(audit::entry);
    let mut email_changes: Vec<_> =
        state.changes.iter().filter(|row| row.user_id == user_id).cloned().collect();
    email_changes.sort_by_key(|row| Reverse((row.requested_at, row.id)));
    email_changes.truncate(ROWS_MAX as usize);
    Some(OwnData {
        sessions,
        factors: state.factors_of(user_id),
        identities: state.identities_of(user_id),
        email_changes,
        draft: drafts::of_user(state, user_id),
        applications: applications.collect(),
        notes,
        change_requests,
        headshots: state.stored_headshots(user_id),
        mails: mails.collect(),
        actions: actions.collect(),
        actions_total,
        user,
    })
}

fn erase_applications(state: &mut State, user_id: Uuid) {
    let own = |row: &&Application| row.user_id == user_id;
    let own: Vec<Uuid> = state.applications.values().filter(own).map(|row| row.id).collect();
    if !state.has(SeededBug::NotesKept) {
        state.notes.retain(|_, note| !own.contains(&note.application_id));
    }
    if !state.has(SeededBug::PendingKept) {
        let gone = |row: &Application| row.user_id == user_id && row.status == Status::Pending;
        let pending: Vec<Uuid> =
            state.applications.values().filter(|row| gone(row)).map(|row| row.id).collect();
        state.applications.retain(|id, _| !pending.contains(id));
        state.events.retain(|event| !pending.contains(&event.application_id));
        state.viewers.retain(|(application, _), _| !pending.contains(application));
    }
    if !state.has(SeededBug::VersionsKept) {
        state.forget_changes(&own);
    }
    for row in state.applications.values_mut().filter(|row| row.user_id == user_id) {
        row.fields = row.fields.clone().erased();
        (row.headshot_url, row.note) = (None, None);
    }
}

fn remove_photos(state: &mut State, user_id: Uuid, at: OffsetDateTime) -> Vec<Headshot> {
    let mut photos = Vec::new();
    for row in state.headshots.values_mut().filter(|row| row.key.user_id == user_id) {
        let was_stored = row.state == HeadshotState::Stored;
        if row.state != HeadshotState::Removing {
            (row.state, row.changed_at) = (HeadshotState::Removing, at);
        }
        if was_stored {
            photos.push(row.clone());
        }
    }
    photos
}

/// Deletes the email changes with their links and mails, and the mails to former addresses that no account has now.
fn erase_changes(state: &mut State, user_id: Uuid) {
    if state.has(SeededBug::AddressKept) {
        return;
    }
    let (own, others) =
        std::mem::take(&mut state.changes).into_iter().partition::<Vec<_>, _>(|row| row.user_id == user_id);
    state.changes = others;
    let mut links = Vec::new();
    for token in &state.tokens {
        if own.iter().any(|row| Some(row.id) == token.change_id) {
            links.push(token.id);
        }
    }
    let left = own.iter().filter(|row| row.changed_at.is_some()).map(|row| row.old_email.clone());
    let left: Vec<_> = left.filter(|email| state.user_by_email(email).is_none()).collect();
    state.outbox.retain(|row| {
        row.mail.token_id.is_none_or(|id| !links.contains(&id))
            && left.iter().all(|email| email.key() != row.mail.to.key())
    });
    state.tokens.retain(|row| !links.contains(&row.id));
}

fn erase_address(state: &mut State, email: &EmailAddress) {
    if state.has(SeededBug::AddressKept) {
        return;
    }
    let key = email.key();
    state.outbox.retain(|row| row.mail.to.key() != key);
    state.tokens.retain(|row| row.email.key() != key);
    state.registrations.retain(|row| row.email.key() != key);
}
