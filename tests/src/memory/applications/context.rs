//! Similar applications and the mails of an application.

use std::cmp::Reverse;

use forum_domain::applications::{
    Application, ApplicationFields, ApplicationMessage, ReviewContext, SimilarApplication, Similarity,
};
use regex::Regex;
use uuid::Uuid;

use crate::memory::state::{OutboxRow, State};
use forum_domain::shared::folded_words;

/// Equal to the SQL function `phone_digits`.
fn digits(phone: &str) -> String {
    let extension = Regex::new("(?i)(x|ext|extn|extension|#)[.:= ]*[0-9]{1,6} *$").expect("an expression");
    let digits: String = extension.replace(phone, "").chars().filter(char::is_ascii_digit).collect();
    match digits.strip_prefix('1') {
        Some(rest) if rest.len() == 10 => rest.to_owned(),
        _ => digits,
    }
}

fn folded_name(state: &State, row: &Application) -> Option<String> {
    let name = &state.users.get(&row.user_id)?.user.name;
    Some(folded_words(&format!("{} {}", name.first, name.last)))
}

fn reason(state: &State, own: &Application, other: &Application) -> Option<Similarity> {
    if other.user_id == own.user_id {
        return Some(Similarity::Person);
    }
    if other.fields.phone == ApplicationFields::ERASED {
        return None;
    }
    let name = folded_name(state, own);
    let is_born_with_name =
        other.fields.date_of_birth == own.fields.date_of_birth && folded_name(state, other) == name;
    if is_born_with_name && name.is_some() {
        return Some(Similarity::NameAndBirthDate);
    }
    let phone = digits(&own.fields.phone);
    let is_long = phone.len() >= SimilarApplication::PHONE_DIGITS_MIN as usize;
    (is_long && digits(&other.fields.phone) == phone).then_some(Similarity::Phone)
}

pub(crate) fn context(state: &State, id: Uuid) -> ReviewContext {
    let Some(own) = state.applications.get(&id) else { return ReviewContext::default() };
    let others = state.applications.values().filter(|other| other.id != id);
    let mut similar: Vec<SimilarApplication> = others
        .filter_map(|other| {
            Some(SimilarApplication {
                id: other.id,
                reason: reason(state, own, other)?,
                name: state.users.get(&other.user_id).map(|row| row.user.name.clone()),
                status: other.status,
                submitted_at: other.submitted_at,
            })
        })
        .collect();
    similar.sort_by_key(|other| (other.reason, Reverse((other.submitted_at, other.id))));
    let mut rows: Vec<&OutboxRow> =
        state.outbox.iter().filter(|row| row.mail.application_id == Some(id)).collect();
    rows.sort_by_key(|row| (row.mail.queued_at, row.mail.id));
    let message = |row: &OutboxRow| {
        let at = row.sent_at.or(row.died_at).unwrap_or(row.mail.queued_at);
        ApplicationMessage {
            id: row.mail.id,
            kind: row.mail.kind.as_str().to_owned(),
            state: row.state(),
            at,
        }
    };
    ReviewContext { similar, messages: rows.into_iter().map(message).collect() }
}
