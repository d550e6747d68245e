//! Mails and audit entries as columns, so that one statement inserts any number of them with `unnest`.

use forum_domain::audit::AuditEvent;
use forum_domain::mail::OutgoingMail;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::audit;

/// The columns of new rows of `outbox`.
#[derive(Default)]
pub(super) struct MailColumns {
    pub(super) ids: Vec<Uuid>,
    pub(super) message_ids: Vec<String>,
    pub(super) kinds: Vec<String>,
    pub(super) to: Vec<String>,
    pub(super) first_names: Vec<String>,
    pub(super) last_names: Vec<String>,
    pub(super) token_ids: Vec<Option<Uuid>>,
    pub(super) queued_at: Vec<OffsetDateTime>,
}

impl MailColumns {
    pub(super) fn of(mails: &[OutgoingMail]) -> Self {
        let mut columns = Self::default();
        // Mails about applications list nothing and tell of one act.
        for OutgoingMail { id, message_id, kind, to, name, token_id, queued_at, items: _, occasions: _ } in
            mails
        {
            columns.ids.push(*id);
            columns.message_ids.push(message_id.clone());
            columns.kinds.push(kind.as_str().to_owned());
            columns.to.push(to.as_str().to_owned());
            columns.first_names.push(name.first.clone());
            columns.last_names.push(name.last.clone());
            columns.token_ids.push(*token_id);
            columns.queued_at.push(*queued_at);
        }
        columns
    }
}

/// The columns of new rows of `audit_events`.
#[derive(Default)]
pub(super) struct AuditColumns {
    pub(super) ids: Vec<Uuid>,
    pub(super) at: Vec<OffsetDateTime>,
    pub(super) actors: Vec<Option<Uuid>>,
    pub(super) actions: Vec<String>,
    pub(super) target_types: Vec<String>,
    pub(super) targets: Vec<Uuid>,
    pub(super) details: Vec<Value>,
}

impl AuditColumns {
    pub(super) fn of(entries: &[AuditEvent]) -> Self {
        let mut columns = Self::default();
        for entry in entries {
            columns.ids.push(entry.id);
            columns.at.push(entry.at);
            columns.actors.push(entry.actor_id);
            columns.actions.push(entry.action.to_owned());
            columns.target_types.push(entry.target_type.to_owned());
            columns.targets.push(entry.target_id);
            columns.details.push(audit::detail(entry));
        }
        columns
    }
}
