//! The rows, and the constraints that a real database would enforce. As in such a database, a violation is a fault, and
//! the unit of work that caused it stores nothing.

use std::collections::{BTreeMap, HashMap};

use forum_domain::accounts::{
    AddressOwner, Challenge, EmailChange, Factor, Identity, NewUser, OneTimeToken, PendingRegistration,
    Purpose, RecoveryCodes, RegistrationDraft, RoleChange, Session, SignInFlow, User,
};
use forum_domain::applications::{
    Applicant, Application, ApplicationEvent, ApplicationVersion, ChangeRequest, Draft, OwnPhoto,
    RequestOutcome, Status,
};
use forum_domain::audit::{AuditEvent, FormerAdministrator};
use forum_domain::headshots::{Headshot, HeadshotState};
use forum_domain::limits::BucketKey;
use forum_domain::mail::{
    MailHost, MailKind, MailState, OutgoingMail, PreviewPage, StoredTemplate, TemplateText, TemplateVersion,
    Urgency, notice_due,
};
use forum_domain::notes::Note;
use forum_domain::shared::{EmailAddress, Fault, RequestId, RequestRecord};
use forum_domain::users::check_actor;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::applications::notes::Viewing;
use crate::memory::seeded_bugs::SeededBug;

#[derive(Clone)]
pub(crate) struct UserRow {
    pub(crate) user: User,
    pub(crate) password: Option<String>,
    pub(crate) last_sign_in_at: Option<OffsetDateTime>,
}

/// An outbox row is due, leased, sent or a dead letter. Sent mails and dead letters are kept.
#[derive(Clone)]
pub(crate) struct OutboxRow {
    pub(crate) mail: OutgoingMail,
    pub(crate) attempts: u32,
    /// `None` for a dead letter.
    pub(crate) due_at: Option<OffsetDateTime>,
    /// When it became a dead letter.
    pub(crate) died_at: Option<OffsetDateTime>,
    pub(crate) lease: Option<(Uuid, OffsetDateTime)>,
    pub(crate) sent_at: Option<OffsetDateTime>,
    pub(crate) last_error: Option<String>,
}

impl OutboxRow {
    pub(crate) fn state(&self) -> MailState {
        match (self.sent_at, self.due_at) {
            (Some(_), _) => MailState::Sent,
            (None, Some(_)) => MailState::Queued,
            (None, None) => MailState::Failed,
        }
    }

    /// Whether it is about a request for changes to this application, and no worker has it.
    pub(crate) fn is_queued_request(&self, application: Uuid) -> bool {
        self.mail.application_id == Some(application)
            && MailKind::OF_REQUESTS.contains(&self.mail.kind)
            && self.state() == MailState::Queued
            && self.lease.is_none()
    }
}

#[derive(Clone, Default)]
pub(crate) struct State {
    bug: Option<SeededBug>,
    pub(crate) users: BTreeMap<Uuid, UserRow>,
    pub(crate) registrations: Vec<PendingRegistration>,
    pub(crate) tokens: Vec<OneTimeToken>,
    pub(crate) changes: Vec<EmailChange>,
    pub(crate) sessions: BTreeMap<Uuid, Session>,
    pub(crate) factors: BTreeMap<Uuid, Factor>,
    /// By user.
    pub(crate) recovery_codes: BTreeMap<Uuid, RecoveryCodes>,
    pub(crate) challenges: BTreeMap<Uuid, Challenge>,
    pub(crate) applications: BTreeMap<Uuid, Application>,
    /// By user.
    pub(crate) drafts: BTreeMap<Uuid, Draft>,
    pub(crate) events: Vec<ApplicationEvent>,
    pub(crate) notes: BTreeMap<Uuid, Note>,
    pub(crate) change_requests: BTreeMap<Uuid, ChangeRequest>,
    /// Requests by the ids of their reminders.
    pub(crate) reminders: BTreeMap<Uuid, Uuid>,
    pub(crate) versions: Vec<ApplicationVersion>,
    /// By application and user.
    pub(crate) viewers: BTreeMap<(Uuid, Uuid), Viewing>,
    /// The mail and the changed roles of a decision, by the id of its event.
    pub(crate) decisions: BTreeMap<Uuid, (Uuid, RoleChange)>,
    pub(crate) outbox: Vec<OutboxRow>,
    pub(crate) mail_host: MailHost,
    pub(crate) audit: Vec<AuditEvent>,
    /// By user, operation and key.
    pub(crate) requests: HashMap<RequestId, RequestRecord>,
    pub(crate) headshots: BTreeMap<Uuid, Headshot>,
    pub(crate) templates: Vec<StoredTemplate>,
    pub(crate) template_versions: Vec<(String, TemplateVersion)>,
    pub(crate) previews: Vec<PreviewPage>,
    /// Keyed by the id of the mail.
    pub(crate) test_texts: BTreeMap<Uuid, TemplateText>,
    /// When each token bucket is full again.
    pub(crate) buckets: HashMap<BucketKey, OffsetDateTime>,
    pub(crate) identities: Vec<Identity>,
    pub(crate) sign_in_flows: BTreeMap<Uuid, SignInFlow>,
    /// Until when each pair of address and network is known.
    pub(crate) known_networks: HashMap<BucketKey, OffsetDateTime>,
}

impl State {
    pub(crate) fn seeded(bug: Option<SeededBug>) -> Self {
        let template = |kind: MailKind, subject: &str| StoredTemplate {
            id: Uuid::from_u128(0x7e3a_1a7e_0000_4000_8000_0000_0000_0000 + kind as u128),
            template_name: kind.as_str().into(),
            text: TemplateText {
                subject: subject.into(),
                html_content: "<p>Dear {{first_name}} {{last_name}},</p>".into(),
            },
            version: 1,
        };
        let templates = vec![
            template(MailKind::ApplicationSubmitted, "Application received"),
            template(MailKind::ApplicationApproved, "Application approved"),
            template(MailKind::ApplicationRejected, "Application rejected"),
        ];
        let shipped = |row: &StoredTemplate| {
            let (text, edited_at) = (row.text.clone(), OffsetDateTime::UNIX_EPOCH);
            (row.template_name.clone(), TemplateVersion { version: 1, text, edited_at, edited_by: None })
        };
        let template_versions = templates.iter().map(shipped).collect();
        Self { bug, templates, template_versions, ..Self::default() }
    }

    pub(crate) fn has(&self, bug: SeededBug) -> bool {
        self.bug == Some(bug)
    }

    /// Whether two addresses belong to the same person.
    pub(crate) fn same(&self, one: &EmailAddress, other: &EmailAddress) -> bool {
        if self.has(SeededBug::CaseSensitiveAddress) {
            return one == other;
        }
        one.key() == other.key()
    }

    pub(crate) fn user_by_email(&self, email: &EmailAddress) -> Option<&UserRow> {
        self.users.values().find(|row| self.same(&row.user.email, email))
    }

    pub(crate) fn newest_registration(&self, email: &EmailAddress) -> Option<&PendingRegistration> {
        let of_address = self.registrations.iter().filter(|row| self.same(&row.email, email));
        of_address.max_by_key(|row| row.created_at)
    }

    pub(crate) fn owner(&self, email: &EmailAddress, now: OffsetDateTime) -> AddressOwner {
        if let Some(row) = self.user_by_email(email) {
            return AddressOwner::Confirmed(row.user.name.clone());
        }
        if let Some((token, user)) = self.reserved(email, now).next() {
            return AddressOwner::Reserved(token.id, user.user.name.clone());
        }
        match self.newest_registration(email) {
            Some(row) => AddressOwner::Pending(row.id),
            None => AddressOwner::Unknown,
        }
    }

    /// The links that restore this address, newest first, with the users for whom it is reserved.
    pub(crate) fn reserved<'a>(
        &'a self,
        email: &'a EmailAddress,
        now: OffsetDateTime,
    ) -> impl Iterator<Item = (&'a OneTimeToken, &'a UserRow)> {
        let tokens = self.tokens.iter().rev().filter(move |token| {
            token.purpose == Purpose::RestoreEmail && token.is_live(now) && self.same(&token.email, email)
        });
        tokens.filter_map(|token| {
            let change = self.changes.iter().find(|change| Some(change.id) == token.change_id)?;
            Some((token, self.users.get(&change.user_id)?))
        })
    }

    /// Whether the address belongs to another user, or is reserved for one.
    pub(crate) fn is_taken(&self, email: &EmailAddress, user_id: Uuid, now: OffsetDateTime) -> bool {
        self.user_by_email(email).is_some_and(|row| row.user.id != user_id)
            || !self.has(SeededBug::ReservationOverlooked)
                && self.reserved(email, now).any(|(_, row)| row.user.id != user_id)
    }

    /// The user as a step of the state machine sees them.
    pub(crate) fn applicant(&self, user_id: Uuid) -> Option<Applicant> {
        let user = &self.users.get(&user_id)?.user;
        let mut own = self.applications.values().filter(|row| row.user_id == user_id);
        let pending = own.find(|row| row.status == Status::Pending).map(|row| row.id);
        Some(Applicant {
            user_id,
            name: user.name.clone(),
            email: user.email.clone(),
            roles: user.roles.clone(),
            pending,
            headshots: self
                .stored_headshots(user_id)
                .into_iter()
                .map(|Headshot { id, key, .. }| OwnPhoto { id, key })
                .collect(),
        })
    }

    /// The identities of a user, oldest first.
    pub(crate) fn identities_of(&self, user_id: Uuid) -> Vec<Identity> {
        let own = self.identities.iter().filter(|row| row.user_id == user_id);
        let mut own: Vec<Identity> = own.cloned().collect();
        own.sort_by_key(|row| (row.linked_at, row.id));
        own
    }

    /// The factors of a user, oldest first.
    pub(crate) fn factors_of(&self, user_id: Uuid) -> Vec<Factor> {
        let mut own: Vec<Factor> =
            self.factors.values().filter(|row| row.user_id == user_id).cloned().collect();
        own.sort_by_key(|row| (row.created_at, row.id));
        own
    }

    pub(crate) fn stored_headshots(&self, user_id: Uuid) -> Vec<Headshot> {
        let own = |row: &&Headshot| row.key.user_id == user_id && row.state == HeadshotState::Stored;
        self.headshots.values().filter(own).cloned().collect()
    }

    /// Stores a photo that is new or has changed its state.
    pub(crate) fn put_headshot(&mut self, headshot: Headshot) -> Result<(), Fault> {
        let clash = |row: &Headshot| row.key == headshot.key && row.id != headshot.id;
        unique("headshots", !self.headshots.values().any(clash))?;
        self.headshots.insert(headshot.id, headshot);
        Ok(())
    }

    pub(crate) fn add_user(&mut self, new: NewUser) -> Result<(), Fault> {
        unique("users", !self.users.contains_key(&new.id) && self.user_by_email(&new.email).is_none())?;
        let NewUser { id, email, name, password_hash, roles, created_at, audit } = new;
        let roles = roles.into_iter().collect();
        let user = User { id, email, name, roles, created_at, disabled_at: None };
        self.users.insert(id, UserRow { user, password: password_hash, last_sign_in_at: None });
        self.add_audit(audit)
    }

    /// Checks the actor of an act, as the PostgreSQL store does. `None` is the command line.
    pub(crate) fn hold_actor(&self, actor: Option<Uuid>) -> Result<(), FormerAdministrator> {
        let Some(id) = actor.filter(|_| !self.has(SeededBug::FormerAdministratorsAct)) else { return Ok(()) };
        let user = &self.users.get(&id).ok_or(FormerAdministrator)?.user;
        check_actor(&user.roles, user.disabled_at)
    }

    pub(crate) fn add_draft(&mut self, draft: RegistrationDraft) -> Result<(), Fault> {
        self.add_request(draft.record)?;
        self.add_token(draft.token)?;
        self.add_mail(draft.mail)
    }

    pub(crate) fn add_token(&mut self, token: OneTimeToken) -> Result<(), Fault> {
        unique("one_time_tokens", self.tokens.iter().all(|row| row.id != token.id))?;
        let known = |id| self.registrations.iter().any(|row| row.id == id);
        exists("registration", token.registration_id.is_none_or(known))?;
        let known = |id| self.changes.iter().any(|row| row.id == id);
        exists("change of address", token.change_id.is_none_or(known))?;
        self.tokens.push(token);
        Ok(())
    }

    pub(crate) fn add_mail(&mut self, mail: OutgoingMail) -> Result<(), Fault> {
        let fresh = |row: &OutboxRow| row.mail.id != mail.id && row.mail.message_id != mail.message_id;
        unique("outbox", self.outbox.iter().all(fresh))?;
        let known = |id| self.tokens.iter().any(|row| row.id == id);
        exists("token", mail.token_id.is_none_or(known))?;
        let due_at = match mail.kind.urgency() {
            Urgency::Awaited | Urgency::Usual => mail.queued_at,
            Urgency::Notice => {
                let key = mail.to.key();
                let same = |row: &&mut OutboxRow| row.mail.kind == mail.kind && row.mail.to.key() == key;
                let unseen = |row: &&mut OutboxRow| {
                    row.state() == MailState::Queued
                        && row.attempts == 0
                        && row.lease.is_none()
                        && row.last_error.is_none()
                };
                if let Some(row) = self.outbox.iter_mut().filter(same).find(unseen) {
                    row.mail.occasions += mail.occasions;
                    if !mail.items.is_empty() {
                        row.mail.items = mail.items;
                    }
                    return Ok(());
                }
                let dues = self.outbox.iter_mut().filter(same);
                notice_due(dues.filter_map(|row| row.due_at.or(row.died_at)).max(), mail.queued_at)
            }
        };
        self.outbox.push(OutboxRow {
            mail,
            attempts: 0,
            due_at: Some(due_at),
            died_at: None,
            lease: None,
            sent_at: None,
            last_error: None,
        });
        Ok(())
    }

    pub(crate) fn add_audit(&mut self, event: AuditEvent) -> Result<(), Fault> {
        unique("audit_log", self.audit.iter().all(|row| row.id != event.id))?;
        self.audit.push(event);
        Ok(())
    }

    pub(crate) fn add_event(&mut self, event: ApplicationEvent) -> Result<(), Fault> {
        unique("application_events", self.events.iter().all(|row| row.id != event.id))?;
        self.events.push(event);
        Ok(())
    }

    /// Stores a new or changed application; a user has at most one pending application.
    pub(crate) fn put_application(&mut self, application: Application) -> Result<(), Fault> {
        exists("user", self.users.contains_key(&application.user_id))?;
        exists("administrator", application.decided_by.is_none_or(|id| self.users.contains_key(&id)))?;
        exists("photo", application.fields.headshot_id.is_none_or(|id| self.headshots.contains_key(&id)))?;
        let clash = |row: &Application| {
            row.user_id == application.user_id && row.status == Status::Pending && row.id != application.id
        };
        let second = application.status == Status::Pending && self.applications.values().any(clash);
        unique("applications", !second)?;
        let (id, status) = (application.id, application.status);
        let reviewed_at = application.reviewed_at;
        let earlier = self.applications.insert(id, application);
        if earlier.is_some_and(|earlier| earlier.status != status)
            && !self.has(SeededBug::RequestOutlivesDecision)
        {
            for request in self.change_requests.values_mut().filter(|request| request.application_id == id) {
                match request.closed {
                    None => request.closed = reviewed_at.map(|at| (at, RequestOutcome::Decided)),
                    Some((_, RequestOutcome::Decided)) if status == Status::Pending => request.closed = None,
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Delays that mail until `due_at`.
    pub(crate) fn delay_request(&mut self, application: Uuid, due_at: OffsetDateTime) {
        let queued = self.outbox.iter_mut().filter(|row| row.is_queued_request(application));
        queued.for_each(|row| row.due_at = row.due_at.max(Some(due_at)));
    }
}

pub(crate) fn unique(table: &str, holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Bug(format!("a unique constraint on {table} is violated"))) }
}

pub(crate) fn exists(what: &str, holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Bug(format!("there is no such {what}"))) }
}
