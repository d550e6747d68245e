use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Clock, EmailAddress, IdSource, PersonName};

/// Begins acts. Every use case that changes state has an instance.
#[derive(Clone)]
pub struct Acts {
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    mail_domain: Arc<str>,
}

impl Acts {
    /// `mail_domain` is the right-hand side of every `Message-ID`, usually the host of the site.
    pub fn new(clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>, mail_domain: &str) -> Self {
        Self { clock, ids, mail_domain: mail_domain.into() }
    }

    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    pub fn begin(&self) -> Act {
        Act { now: self.now(), ids: self.ids.clone(), mail_domain: self.mail_domain.clone() }
    }
}

/// The context of an act: its time, and constructors for the ids, mails and audit events that it stores.
#[derive(Clone)]
pub struct Act {
    pub now: OffsetDateTime,
    ids: Arc<dyn IdSource>,
    mail_domain: Arc<str>,
}

impl Act {
    pub fn new_id(&self) -> Uuid {
        self.ids.new_id()
    }

    pub fn ordered_id(&self) -> Uuid {
        self.ids.ordered_id()
    }

    pub fn mail(&self, kind: MailKind, to: &EmailAddress, name: &PersonName) -> OutgoingMail {
        let id = self.ordered_id();
        OutgoingMail {
            id,
            message_id: format!("{id}@{}", self.mail_domain),
            kind,
            to: to.clone(),
            name: name.clone(),
            token_id: None,
            application_id: None,
            items: Vec::new(),
            queued_at: self.now,
            occasions: 1,
        }
    }

    /// `actor_id` is `None` for the command line and anonymous visitors.
    pub fn audit(
        &self,
        actor_id: Option<Uuid>,
        action: &'static str,
        target: (&'static str, Uuid),
    ) -> AuditEvent {
        AuditEvent::new(self.ordered_id(), self.now, actor_id, action, target)
    }

    /// The event for a user's act on their own account.
    pub fn audit_own(&self, action: &'static str, user_id: Uuid) -> AuditEvent {
        self.audit(Some(user_id), action, ("user", user_id))
    }
}
