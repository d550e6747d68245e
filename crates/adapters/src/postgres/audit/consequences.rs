//! Mails and audit entries as columns, which one statement inserts with `unnest`.

use forum_domain::audit::AuditEvent;
use forum_domain::mail::OutgoingMail;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::audit_log;

#[derive(Default)]
pub(crate) struct MailColumns {
    pub(crate) ids: Vec<Uuid>,
    pub(crate) message_ids: Vec<String>,
    pub(crate) kinds: Vec<String>,
    pub(crate) to: Vec<String>,
    pub(crate) first_names: Vec<String>,
    pub(crate) last_names: Vec<String>,
    pub(crate) token_ids: Vec<Option<Uuid>>,
    pub(crate) queued_at: Vec<OffsetDateTime>,
}

impl MailColumns {
    pub(crate) fn of(mails: &[OutgoingMail]) -> Self {
        let mut columns = Self::default();
        // Mails about applications have no items and report one act.
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

#[derive(Default)]
pub(crate) struct AuditColumns {
    pub(crate) ids: Vec<Uuid>,
    pub(crate) at: Vec<OffsetDateTime>,
    pub(crate) actors: Vec<Option<Uuid>>,
    pub(crate) actions: Vec<String>,
    pub(crate) target_types: Vec<String>,
    pub(crate) targets: Vec<Uuid>,
    pub(crate) details: Vec<Value>,
}

impl AuditColumns {
    pub(crate) fn of(entries: &[AuditEvent]) -> Self {
        let mut columns = Self::default();
        for entry in entries {
            columns.ids.push(entry.id);
            columns.at.push(entry.at);
            columns.actors.push(entry.actor_id);
            columns.actions.push(entry.action.to_owned());
            columns.target_types.push(entry.target_type.to_owned());
            columns.targets.push(entry.target_id);
            columns.details.push(audit_log::detail(entry));
        }
        columns
    }
}
