//! The rows, and the constraints that a real database would enforce. As in such a database, a violation is a fault, and
//! the unit of work that caused it stores nothing.

use std::collections::{BTreeMap, HashMap};

use forum_domain::accounts::{
    AddressOwner, Challenge, EmailChange, Factor, Identity, NewUser, OneTimeToken, PendingRegistration,
    Purpose, RecoveryCodes, RegistrationDraft, Session, User,
};
use forum_domain::audit::AuditEvent;
use forum_domain::idempotency::{RecordedResponse, RequestId, RequestRecord};
use forum_domain::mail::{MailHost, MailState, OutgoingMail, Urgency, notice_due};
use forum_domain::shared::{EmailAddress, Fault};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Clone)]
pub(crate) struct UserRow {
    pub(crate) user: User,
    pub(crate) password: Option<String>,
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
}

#[derive(Clone, Default)]
pub(crate) struct State {
    pub(crate) users: BTreeMap<Uuid, UserRow>,
    pub(crate) registrations: Vec<PendingRegistration>,
    pub(crate) tokens: Vec<OneTimeToken>,
    pub(crate) changes: Vec<EmailChange>,
    pub(crate) sessions: BTreeMap<Uuid, Session>,
    pub(crate) factors: BTreeMap<Uuid, Factor>,
    /// By user.
    pub(crate) recovery_codes: BTreeMap<Uuid, RecoveryCodes>,
    pub(crate) challenges: BTreeMap<Uuid, Challenge>,
    pub(crate) identities: Vec<Identity>,
    pub(crate) outbox: Vec<OutboxRow>,
    pub(crate) mail_host: MailHost,
    pub(crate) audit: Vec<AuditEvent>,
    /// By user, operation and key.
    pub(crate) requests: HashMap<RequestId, RequestRecord>,
}

impl State {
    pub(crate) fn user_by_email(&self, email: &EmailAddress) -> Option<&UserRow> {
        self.users.values().find(|row| same(&row.user.email, email))
    }

    pub(crate) fn newest_registration(&self, email: &EmailAddress) -> Option<&PendingRegistration> {
        let of_address = self.registrations.iter().filter(|row| same(&row.email, email));
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
            token.purpose == Purpose::RestoreEmail && token.is_live(now) && same(&token.email, email)
        });
        tokens.filter_map(|token| {
            let change = self.changes.iter().find(|change| Some(change.id) == token.change_id)?;
            Some((token, self.users.get(&change.user_id)?))
        })
    }

    /// Whether the address belongs to another user, or is reserved for one.
    pub(crate) fn is_taken(&self, email: &EmailAddress, user_id: Uuid, now: OffsetDateTime) -> bool {
        self.user_by_email(email).is_some_and(|row| row.user.id != user_id)
            || self.reserved(email, now).any(|(_, row)| row.user.id != user_id)
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

    pub(crate) fn add_user(&mut self, new: NewUser) -> Result<(), Fault> {
        unique("users", !self.users.contains_key(&new.id) && self.user_by_email(&new.email).is_none())?;
        let NewUser { id, email, name, password_hash, roles, created_at, audit } = new;
        let roles = roles.into_iter().collect();
        let user = User { id, email, name, roles, created_at, disabled_at: None };
        self.users.insert(id, UserRow { user, password: password_hash });
        self.add_audit(audit)
    }

    /// Adds the record of an act, if it has one.
    pub(crate) fn add_request(&mut self, record: Option<RequestRecord>) -> Result<(), Fault> {
        let Some(record) = record else { return Ok(()) };
        let created_at = record.expires_at - RecordedResponse::LIFETIME;
        if self.requests.get(&record.id).is_some_and(|known| known.expires_at > created_at) {
            return Err(Fault::Repeated);
        }
        self.requests.insert(record.id, record);
        Ok(())
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
}

/// Whether two addresses belong to the same person.
pub(crate) fn same(one: &EmailAddress, other: &EmailAddress) -> bool {
    one.key() == other.key()
}

pub(crate) fn unique(table: &str, holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Bug(format!("a unique constraint on {table} is violated"))) }
}

pub(crate) fn exists(what: &str, holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Bug(format!("there is no such {what}"))) }
}
