//! SQL statements as spans. sqlx tells of each statement when it has ended, in an event; here that becomes a span below
//! the store call it belongs to. It has the statement's text, which holds placeholders and never values.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry::trace::{Span as _, SpanKind, TraceContextExt, Tracer};
use opentelemetry::{Key, KeyValue, Value};
use opentelemetry_sdk::trace::SdkTracer;
use tracing::dispatcher::WeakDispatch;
use tracing::field::{Field, Visit};
use tracing::{Dispatch, Event, Level, Subscriber};
use tracing_opentelemetry::get_otel_context;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Where sqlx tells of statements, at level `debug` (slow ones at `warn`).
pub(super) const TARGET: &str = "sqlx::query";

/// Maximum length of a span's name.
const NAME_MAX: usize = 80;

pub(super) struct Statements {
    tracer: SdkTracer,
    /// Whether the log is to have them too.
    logged: bool,
    dispatch: OnceLock<WeakDispatch>,
}

impl Statements {
    pub(super) fn new(tracer: SdkTracer, logged: bool) -> Self {
        Self { tracer, logged, dispatch: OnceLock::new() }
    }
}

impl<S> Layer<S> for Statements
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_register_dispatch(&self, dispatch: &Dispatch) {
        // A layer belongs to one subscriber.
        let _ = self.dispatch.set(dispatch.downgrade());
    }

    /// Takes the event of a statement out of what the other layers see, unless it is slow or was asked for.
    fn event_enabled(&self, event: &Event<'_>, context: Context<'_, S>) -> bool {
        if event.metadata().target() != TARGET {
            return true;
        }
        let parent = context.event_span(event).and_then(|span| {
            let dispatch = self.dispatch.get()?.upgrade()?;
            get_otel_context(&span.id(), &dispatch)
        });
        if let Some(parent) = parent {
            let mut statement = Statement::default();
            event.record(&mut statement);
            statement.into_span(&self.tracer, &parent);
        }
        self.logged || *event.metadata().level() < Level::DEBUG
    }
}

#[derive(Default)]
struct Statement {
    text: String,
    summary: String,
    seconds: f64,
    rows: [(&'static str, u64); 2],
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "db.statement" => value.clone_into(&mut self.text),
            "summary" => value.clone_into(&mut self.summary),
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "rows_returned" => self.rows[0] = ("db.response.returned_rows", value),
            "rows_affected" => self.rows[1] = ("forum.db.affected_rows", value),
            _ => {}
        }
    }

    fn record_debug(&mut self, _field: &Field, _value: &dyn fmt::Debug) {}
}

impl Statement {
    fn into_span(self, tracer: &SdkTracer, parent: &opentelemetry::Context) {
        if !parent.span().span_context().is_sampled() {
            return;
        }
        let text = if self.text.is_empty() { &self.summary } else { &self.text };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let ended = opentelemetry::time::now();
        let started = ended - Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        let rows = self.rows.into_iter().filter(|(name, _)| !name.is_empty());
        let rows = rows.map(|(name, rows)| KeyValue::new(name, i64::try_from(rows).unwrap_or(i64::MAX)));
        let mut attributes = vec![
            KeyValue::new("db.system.name", "postgresql"),
            KeyValue::new(Key::from_static_str("db.query.text"), Value::from(text.clone())),
        ];
        attributes.extend(rows);
        let span = tracer.span_builder(name_of(&text)).with_kind(SpanKind::Client).with_start_time(started);
        span.with_attributes(attributes).start_with_context(tracer, parent).end_with_timestamp(ended);
    }
}

/// What a statement does to which tables, in its own order: `insert outbox`. At most [`NAME_MAX`] characters.
fn name_of(text: &str) -> String {
    let text = text.to_lowercase();
    let words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let mut acts: Vec<String> = Vec::new();
    for three in words.windows(3) {
        let [before, word, table] = [&three[0], &three[1], &three[2]];
        // What the statement itself names is no table.
        let is_own = text.contains(&format!("{table} as ("));
        acts.extend(act(before, word, table).filter(|act| !is_own && !acts.contains(act)));
    }
    if let [first, table, ..] = words.as_slice()
        && first == "update"
    {
        acts.insert(0, format!("update {table}"));
    }
    let mut name = String::new();
    for act in &acts {
        if name.len() + act.len() + 5 > NAME_MAX {
            name.push_str(", …");
            break;
        }
        if !name.is_empty() {
            name.push_str(", ");
        }
        name.push_str(act);
    }
    if name.is_empty() { words[..words.len().min(2)].join(" ") } else { name }
}

fn act(before: &str, word: &str, table: &str) -> Option<String> {
    let verb = match (before, word) {
        ("insert", "into") => "insert",
        ("delete", "from") => "delete",
        // `for update`, `for no key update`, `do update`, `is distinct from`.
        ("for" | "key" | "do", "update") | ("distinct", "from") => return None,
        (_, "update") => "update",
        (_, "from" | "join") => "select",
        _ => return None,
    };
    let is_table = !matches!(table, "select" | "unnest" | "lateral") && !table.starts_with(char::is_numeric);
    is_table.then(|| format!("{verb} {table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_named_by_what_it_does_to_which_table() {
        let table = [
            ("insert into outbox (id) values ($1)", "insert outbox"),
            ("update outbox set due_at = $3 where id = $1", "update outbox"),
            ("delete from outbox where id = $1 and lease = $2", "delete outbox"),
            ("select id, state from users join profiles using (id)", "select users, select profiles"),
            ("select first_name from lock_applicant($1, $2)", "select lock_applicant"),
            ("select pg_advisory_xact_lock($1)", "select pg_advisory_xact_lock"),
            (
                "with due as (select id from outbox for update skip locked) update outbox set lease = $3 from due",
                "select outbox, update outbox",
            ),
            (
                "insert into buckets (key) values ($1) on conflict (key) do update set tokens = $2",
                "insert buckets",
            ),
            ("insert into audit_events select * from unnest($42::uuid[])", "insert audit_events"),
            ("SELECT 1", "select 1"),
            ("COMMIT", "commit"),
        ];
        for (text, name) in table {
            assert_eq!(name_of(text), name, "{text}");
        }
    }

    #[test]
    fn a_long_statement_has_a_short_name() {
        let text: String = (0..40).map(|n| format!("insert into table_{n} values ($1) ")).collect();
        let name = name_of(&text);
        assert!(name.starts_with("insert table_0, insert table_1") && name.ends_with('…'), "{name}");
        assert!(name.chars().count() <= NAME_MAX, "{name}");
    }
}
