//! Mails and audit entries as JSON arrays, which one statement inserts with `jsonb_to_recordset`.

use forum_domain::audit::AuditEvent;
use forum_domain::mail::OutgoingMail;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::audit_log;

fn instant(at: OffsetDateTime) -> Value {
    at.format(&Rfc3339).map_or(Value::Null, Value::from)
}

/// The columns of mails about applications, which have no items and report one act.
pub(crate) fn mail_rows(mails: &[OutgoingMail]) -> Value {
    let row = |mail: &OutgoingMail| {
        json!({
            "id": mail.id,
            "message_id": mail.message_id,
            "kind": mail.kind.as_str(),
            "to_email": mail.to.as_str(),
            "first_name": mail.name.first,
            "last_name": mail.name.last,
            "token_id": mail.token_id,
            "queued_at": instant(mail.queued_at),
            "application_id": mail.application_id,
        })
    };
    mails.iter().map(row).collect()
}

pub(crate) fn audit_rows(entries: &[AuditEvent]) -> Value {
    let row = |entry: &AuditEvent| {
        json!({
            "id": entry.id,
            "at": instant(entry.at),
            "actor_id": entry.actor_id,
            "action": entry.action,
            "target_type": entry.target_type,
            "target_id": entry.target_id,
            "detail": audit_log::detail(entry),
        })
    };
    entries.iter().map(row).collect()
}
