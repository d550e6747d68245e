//! Log, traces and metrics contain no secrets and no personal data. The flows of the built program that handle
//! secrets and applications receive marked values (`visit`). Then the log, traces and metrics are searched for the
//! values, in every encoding that a program may use.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use opentelemetry_proto::tonic::trace::v1::Span;

use super::metrics::metrics_url;
use super::otlp::Receiver;
use super::visit;

/// The log level that operators set to diagnose a problem.
const DEBUG: &str =
    "info,educators_forum=debug,forum_adapters=debug,forum_http=debug,private_postgres=debug,sqlx=debug";

#[tokio::test(flavor = "multi_thread")]
async fn log_traces_and_metrics_contain_no_secrets_and_no_personal_data() {
    let (receiver, sink) = (Receiver::start().await, SmtpSink::start().await);
    let installation = Installation::new()
        .with_mail(&sink)
        .with("FORUM__METRICS__LISTEN", "127.0.0.1:0")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
        .with("RUST_LOG", DEBUG);
    let program = installation.serve().await;
    let mut canaries = Canaries::default();
    visit::visit(&program.url, &installation, &sink, &mut canaries).await;
    let metrics = reqwest::get(metrics_url(&program.log())).await.expect("a response");
    let metrics = metrics.text().await.expect("text");
    let (log, spans) = (program.end_with_log().await, receiver.spans());
    assert!(
        log.lines().count() > 100 && spans.len() > 100,
        "{} lines, {} spans",
        log.lines().count(),
        spans.len()
    );
    assert!(metrics.contains("operation=\"submit_application\""), "{metrics}");
    // The debug output contains names, attributes, events, links and status.
    let debug_output = |mut span: Span| {
        // Durations in nanoseconds can equal a mailed code.
        span.attributes.retain(|attribute| !["busy_ns", "idle_ns"].contains(&attribute.key.as_str()));
        format!("{span:?}")
    };
    let spans: Vec<String> = spans.into_iter().map(debug_output).collect();
    assert!(canaries.count() > 40, "{}", canaries.count());
    let mut found = canaries.found("the log", log.lines());
    found.extend(canaries.found("traces", spans.iter().map(String::as_str)));
    found.extend(canaries.found("metrics", metrics.lines()));
    assert!(found.is_empty(), "{found:#?}");
}

/// Values up to this length match only as whole words, because six digits occur in any long number.
const SHORT: usize = 8;

/// The number of characters that a finding shows of its line.
const SHOWN: usize = 300;

/// Marked values with their descriptions.
#[derive(Default)]
pub struct Canaries(BTreeMap<String, String>);

impl Canaries {
    /// Remembers a value and returns it. Searching for a value also finds addresses and tokens that contain it.
    pub fn plant(&mut self, what: &str, value: &str) -> String {
        assert!(value.chars().count() >= 6, "{what} is so short that it could occur by chance: {value}");
        self.0.insert(value.to_owned(), what.to_owned());
        value.to_owned()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The remembered values that occur in the texts.
    pub fn found<'a>(&self, source: &str, texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
        let wanted: Vec<(String, &str, bool)> = self
            .0
            .iter()
            .flat_map(|(value, what)| {
                let short = value.chars().count() <= SHORT;
                forms(value).into_iter().map(move |form| (form, what.as_str(), short))
            })
            .collect();
        let mut found = BTreeSet::new();
        for text in texts {
            let lower = text.to_lowercase();
            for (form, what, short) in &wanted {
                if holds(&lower, form, *short) {
                    let shown: String = text.chars().take(SHOWN).collect();
                    found.insert(format!("{source} contains {what} ({form}): {shown}"));
                }
            }
        }
        found
    }
}

fn holds(text: &str, form: &str, alone: bool) -> bool {
    let is_part = |c: char| c.is_alphanumeric();
    text.match_indices(form).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + form.len()..]);
        !alone || !(before.ends_with(is_part) || after.starts_with(is_part))
    })
}

/// The lower-case value in plain text, percent-encoded, in base64 at any offset, escaped as in JSON and debug output, and
/// in hex.
fn forms(value: &str) -> BTreeSet<String> {
    let percent = |plain: fn(u8) -> bool| -> String {
        let byte = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
        value.bytes().map(byte).collect()
    };
    let strict = percent(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    let json = serde_json::Value::from(value).to_string();
    let ascii: String = json
        .chars()
        .flat_map(|c| {
            let units = if c.is_ascii() { Vec::new() } else { c.encode_utf16(&mut [0; 2]).to_vec() };
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            if c.is_ascii() { vec![c] } else { escaped.chars().collect() }
        })
        .collect();
    let unquoted = |text: &str| text[1..text.len() - 1].to_owned();
    let mut all = vec![
        value.to_owned(),
        strict.replace("%20", "+"),
        strict,
        percent(|byte| byte.is_ascii_alphanumeric() || b"-._~@:/!$&'()*+,;=".contains(&byte)),
        unquoted(&json),
        unquoted(&ascii),
        value.escape_default().to_string(),
        value.bytes().map(|byte| format!("{byte:02x}")).collect(),
    ];
    for offset in 0..3 {
        let bytes = [vec![0; offset], value.as_bytes().to_vec()].concat();
        // The first and last characters also depend on the adjacent bytes.
        let (from, to) = (offset * 8 / 6 + usize::from(offset > 0), bytes.len() * 8 / 6);
        all.extend([STANDARD, URL_SAFE].map(|engine| engine.encode(&bytes)[from..to].to_owned()));
    }
    all.into_iter().map(|form| form.to_lowercase()).collect()
}
