//! Copies of personal data as ZIP files: `data.json` and the unchanged photos.

use std::io::{self, Cursor, Write};

use forum_domain::accounts::{EmailChange, Factor, Identity, Proof, Session, User};
use forum_domain::applications::{
    Application, ApplicationEvent, ApplicationFields, ApplicationVersion, ChangeAct, ChangeRequest, Draft,
    Field, FieldValue, FieldValues, RequestOutcome, Status,
};
use forum_domain::audit::AuditEntry;
use forum_domain::contact::{ContactMessage, Letter};
use forum_domain::headshots::Headshot;
use forum_domain::newsletter::Subscriber;
use forum_domain::notes::Note;
use forum_domain::own_data::{DataCopy, OwnApplication, OwnData, OwnMail};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub(super) fn zip(&DataCopy { at, ref data, ref photos }: &DataCopy) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(dos_time(at));
    archive.start_file("data.json", options.compression_method(CompressionMethod::Deflated))?;
    serde_json::to_writer_pretty(&mut archive, &Document { data, at })?;
    archive.write_all(b"\n")?;
    for (headshot, content) in photos {
        // Photos are already compressed.
        archive.start_file(file_name(headshot), options.compression_method(CompressionMethod::Stored))?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Converts to ZIP's time format, in UTC. The format begins in 1980.
fn dos_time(at: OffsetDateTime) -> DateTime {
    let at = at.to_offset(UtcOffset::UTC);
    let year = u16::try_from(at.year()).unwrap_or_default();
    let (month, day) = (at.month().into(), at.day());
    DateTime::from_date_and_time(year, month, day, at.hour(), at.minute(), at.second()).unwrap_or_default()
}

fn file_name(headshot: &Headshot) -> String {
    format!("photos/{}", headshot.key.name())
}

fn instant(at: OffsetDateTime) -> Value {
    at.to_offset(UtcOffset::UTC).format(&Rfc3339).map_or(Value::Null, Value::from)
}

/// The same for each user, so that it tells nothing about an application.
const INTERNAL: &str =
    "Administrators may have notes and marks about applications. These are internal and not in this copy.";

/// `data.json`, serialized row by row: one JSON value for all rows would take ten times the memory.
struct Document<'a> {
    data: &'a OwnData,
    at: OffsetDateTime,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OwnData {
            user,
            sessions,
            factors,
            identities,
            email_changes,
            draft,
            applications,
            notes,
            change_requests,
            headshots,
            mails,
            contact_messages,
            actions,
            actions_total,
            subscriber,
        } = self.data;
        let User { id, email, name, roles, created_at, .. } = user;
        let profile = json!({
            "id": id,
            "email": email.as_str(),
            "first_name": name.first,
            "last_name": name.last,
            "created_at": instant(*created_at),
        });
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("exported_at", &instant(self.at))?;
        members.serialize_entry("profile", &profile)?;
        members.serialize_entry("roles", &roles.iter().map(|role| role.as_str()).collect::<Vec<_>>())?;
        members.serialize_entry("sessions", &Rows(sessions, session))?;
        members.serialize_entry("factors", &Rows(factors, factor))?;
        members.serialize_entry("identities", &Rows(identities, identity))?;
        members.serialize_entry("email_changes", &Rows(email_changes, email_change))?;
        members.serialize_entry("draft", &draft.as_ref().map(draft_of))?;
        members.serialize_entry("applications", &Rows(applications, application))?;
        members.serialize_entry("internal_assessments", INTERNAL)?;
        members.serialize_entry("notes", &Rows(notes, note))?;
        members.serialize_entry("change_requests", &Rows(change_requests, change_request))?;
        members.serialize_entry("photos", &Rows(headshots, photo))?;
        members.serialize_entry("emails", &Rows(mails, mail))?;
        members.serialize_entry("contact_messages", &Rows(contact_messages, contact_message))?;
        members.serialize_entry("actions", &Rows(actions, action))?;
        members.serialize_entry("actions_total", actions_total)?;
        if let Some(subscriber) = subscriber {
            members.serialize_entry("newsletter", &subscription(subscriber))?;
        }
        members.end()
    }
}

struct Rows<'a, T>(&'a [T], fn(&T) -> Value);

impl<T> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(rows, to_json) = self;
        serializer.collect_seq(rows.iter().map(to_json))
    }
}

fn subscription(subscriber: &Subscriber) -> Value {
    json!({
        "state": subscriber.state().as_str(),
        "first_name": subscriber.preferences.first_name,
        "is_educator": subscriber.preferences.is_educator,
        "form": subscriber.form.as_str(),
        "consent": subscriber.consent,
        "consent_version": subscriber.consent_version,
        "requested_at": subscriber.requested_at.map(instant),
        "subscribed_at": subscriber.subscribed_at.map(instant),
        "unsubscribed_at": subscriber.unsubscribed_at.map(instant),
    })
}

fn session(session: &Session) -> Value {
    json!({
        "id": session.id,
        "created_at": instant(session.created_at),
        "last_used_at": instant(session.last_used_at),
        "expires_at": instant(session.expires_at),
        "ended_at": session.revoked_at.map(instant),
        "ip_prefix": session.device.ip_prefix,
        "user_agent": session.device.user_agent,
        "amr": session.proofs.iter().map(proof).collect::<Vec<_>>(),
    })
}

fn proof(proof: &Proof) -> Value {
    json!({"method": proof.method.as_str(), "at": instant(proof.at)})
}

fn factor(factor: &Factor) -> Value {
    json!({
        "id": factor.id,
        "factor_type": factor.kind().as_str(),
        "friendly_name": factor.friendly_name,
        "created_at": instant(factor.created_at),
        "verified_at": factor.verified_at.map(instant),
        "last_used_at": factor.last_used_at.map(instant),
    })
}

fn identity(identity: &Identity) -> Value {
    json!({
        "id": identity.id,
        "provider": identity.provider,
        "subject": identity.subject,
        "email": identity.email,
        "linked_at": instant(identity.linked_at),
    })
}

fn email_change(change: &EmailChange) -> Value {
    json!({
        "old_email": change.old_email.as_str(),
        "new_email": change.new_email.as_str(),
        "requested_at": instant(change.requested_at),
        "old_confirmed_at": change.old_confirmed_at.map(instant),
        "new_confirmed_at": change.new_confirmed_at.map(instant),
        "changed_at": change.changed_at.map(instant),
        "ended_at": change.ended_at.map(instant),
    })
}

fn draft_of(draft: &Draft) -> Value {
    json!({
        "updated_at": instant(draft.updated_at),
        "step": draft.step,
        "headshot_id": draft.fields.headshot_id,
        "fields": values(&draft.fields.values),
    })
}

fn application(own: &OwnApplication) -> Value {
    let Application { id, status, submitted_at, reviewed_at, fields, headshot_url, .. } = &own.application;
    let mut application = answers(fields, headshot_url.as_deref());
    let members = [
        ("id", json!(id)),
        ("status", json!(status.as_str())),
        ("submitted_at", instant(*submitted_at)),
        ("reviewed_at", reviewed_at.map_or(Value::Null, instant)),
        ("history", own.history.iter().map(event).collect()),
        ("change_requests", own.requests.iter().map(change_request).collect()),
        ("versions", own.versions.iter().map(version).collect()),
    ];
    application.extend(members.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(application)
}

fn change_request(request: &ChangeRequest) -> Value {
    let (closed_at, outcome) = request.closed.unzip();
    json!({
        "id": request.id,
        "application_id": request.application_id,
        "created_at": instant(request.created_at),
        "message": request.message,
        "fields": request.fields.iter().map(|field| field.name()).collect::<Vec<_>>(),
        "closed_at": closed_at.map(instant),
        "outcome": outcome.map(RequestOutcome::as_str),
    })
}

fn version(version: &ApplicationVersion) -> Value {
    let mut answers = answers(&version.fields, version.headshot_url.as_deref());
    answers.insert("number".to_owned(), version.number.into());
    answers.insert("replaced_at".to_owned(), instant(version.replaced_at));
    answers.insert("change_request_id".to_owned(), json!(version.change_request_id));
    Value::Object(answers)
}

fn answers(fields: &ApplicationFields, headshot_url: Option<&str>) -> Map<String, Value> {
    let mut answers = values(&fields.values);
    for field in Field::ALL.iter().filter(|field| !field.required) {
        answers.entry(field.name()).or_insert(Value::Null);
    }
    answers.insert("headshot_id".to_owned(), json!(fields.headshot_id));
    answers.insert("headshot_url".to_owned(), json!(headshot_url));
    answers
}

fn values(values: &FieldValues) -> Map<String, Value> {
    let member = |(name, value): (&&str, &FieldValue)| {
        let value = match value {
            FieldValue::Text(text) => Value::from(text.as_str()),
            FieldValue::List(items) => Value::from(items.clone()),
        };
        ((*name).to_owned(), value)
    };
    values.iter().map(member).collect()
}

fn note(note: &Note) -> Value {
    json!({
        "id": note.id,
        "application_id": note.application_id,
        "text": note.text,
        "created_at": instant(note.created_at),
        "updated_at": instant(note.updated_at),
    })
}

fn event(event: &ApplicationEvent) -> Value {
    json!({
        "at": instant(event.at),
        "change": event.change.map(ChangeAct::as_str),
        "from_status": event.from.map(Status::as_str),
        "to_status": event.to.as_str(),
    })
}

fn photo(headshot: &Headshot) -> Value {
    json!({
        "id": headshot.id,
        "file": file_name(headshot),
        "headshot_url": headshot.key.url(),
        "width": headshot.width,
        "height": headshot.height,
        "bytes": headshot.bytes,
        "uploaded_at": instant(headshot.created_at),
    })
}

fn mail(mail: &OwnMail) -> Value {
    json!({"kind": mail.kind, "queued_at": instant(mail.queued_at), "state": mail.state.as_str()})
}

fn contact_message(message: &ContactMessage) -> Value {
    let Letter { full_name, email, phone, subject, text, is_teacher } = &message.letter;
    json!({
        "id": message.id,
        "received_at": instant(message.received_at),
        "full_name": full_name,
        "email": email.as_str(),
        "phone": phone,
        "subject": subject.as_str(),
        "message": text,
        "is_teacher": is_teacher,
    })
}

fn action(action: &AuditEntry) -> Value {
    let detail: Map<String, Value> =
        action.detail.iter().map(|(name, fact)| (name.clone(), Value::from(fact.as_str()))).collect();
    json!({
        "at": instant(action.at),
        "action": action.action,
        "target_type": action.target_type,
        "target_id": action.target_id,
        "detail": detail,
    })
}
