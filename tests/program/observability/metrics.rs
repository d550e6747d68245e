//! `/metrics` of the built program, and the dashboard and alerts that use the metrics.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;

use forum_tests::program::{Installation, Program};
use forum_tests::timing::wait_for;
use regex::Regex;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::backup::back_up;
use crate::client::Client;
use crate::support::Frozen;
use crate::support::connection;

const EMAIL: &str = "nadia.okafor@school.example";

const DASHBOARD: &str = include_str!("../../../deploy/observability/dashboard.json");
const ALERTS: &str = include_str!("../../../deploy/observability/alerts.yml");
const TROUBLE: &str = include_str!("../../../docs/trouble.md");

/// Labels of responses that belong to no API operation.
const OTHERS: [&str; 6] = ["page", "photo", "document", "docs", "email_preview", "none"];

struct Measured {
    installation: Installation,
    program: Program,
    url: String,
}

impl Measured {
    async fn serve(installation: Installation) -> Self {
        let installation = installation.with("FORUM__METRICS__LISTEN", "127.0.0.1:0");
        let program = installation.serve().await;
        let url = metrics_url(&program.log());
        Self { installation, program, url }
    }

    async fn scrape(&self) -> Scraped {
        let answer = reqwest::get(&self.url).await.expect("a response");
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
        Scraped(answer.text().await.expect("text"))
    }

    async fn end(self) {
        self.program.end().await;
    }
}

/// The metrics URL that the program logged.
pub fn metrics_url(log: &str) -> String {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut lines = lines.filter(|line| line["message"] == "metrics can be read");
    lines.next().and_then(|line| Some(line["url"].as_str()?.to_owned())).expect("an address in the log")
}

struct Scraped(String);

impl Scraped {
    /// The value of each series, by the series name with labels.
    fn series(&self) -> BTreeMap<&str, f64> {
        let samples = self.0.lines().filter(|line| !line.starts_with('#'));
        samples
            .map(|line| {
                let (series, value) = line.rsplit_once(' ').expect("a value");
                (series, value.parse().expect("a number"))
            })
            .collect()
    }

    fn value(&self, series: &str) -> Option<f64> {
        self.series().get(series).copied()
    }

    /// The names of all series, without their labels.
    fn names(&self) -> BTreeSet<&str> {
        self.series().into_keys().map(|series| series.split('{').next().unwrap_or(series)).collect()
    }

    /// The names after `# HELP` or `# TYPE`.
    fn described(&self, how: &str) -> BTreeSet<&str> {
        let lines = self.0.lines().filter_map(|line| line.strip_prefix(how));
        lines.map(|line| line.trim().split(' ').next().unwrap_or_default()).collect()
    }

    fn values_of(&self, label: &str) -> BTreeSet<String> {
        let label = Regex::new(&format!("{label}=\"([^\"]*)\"")).expect("a pattern");
        label.captures_iter(&self.0).map(|found| found[1].to_owned()).collect()
    }
}

#[tokio::test]
async fn requests_are_counted_by_operation_and_status_and_unknown_paths_share_one_label() {
    let measured = Measured::serve(Installation::new().with("FORUM__LIMITS__FACTOR", "0.01")).await;
    let client = Client::new(&measured.program.url);
    client.sign_up(EMAIL).await;
    // Another address is used, because the status does not reveal that an address has reached its mail limit.
    let again = json!({ "email": "other@school.example", "password": "Copper-71-meadow", "first_name": "N",
        "last_name": "O" });
    assert_eq!(client.post("/auth/signup", again).await.status(), StatusCode::TOO_MANY_REQUESTS);
    for path in ["/assets/no-such.js", "/assets/nor-this.css", "/api/no/such/operation"] {
        assert_eq!(client.fetch(path, &[]).await.status(), StatusCode::NOT_FOUND);
    }
    // The status is 503 if the frontend is not built.
    let page = client.fetch("/", &[]).await.status().as_u16();
    let typo = client.fetch(&format!("/api/auth/keys?who={EMAIL}"), &[]).await;
    assert_eq!(typo.status(), StatusCode::UNPROCESSABLE_ENTITY);

    let scraped = measured.scrape().await;
    let requests = |operation: &str, status: u16| {
        scraped.value(&format!("forum_http_requests_total{{operation=\"{operation}\",status=\"{status}\"}}"))
    };
    assert_eq!(requests("sign_up", 202), Some(1.0), "{}", scraped.0);
    assert_eq!(requests("sign_up", 429), Some(1.0));
    assert_eq!(requests("page", 404), Some(2.0));
    assert_eq!(requests("page", page), Some(1.0));
    assert_eq!(requests("none", 404), Some(1.0));
    assert_eq!(requests("list_keys", 422), Some(1.0), "{}", scraped.0);
    let timed = scraped.value("forum_http_request_duration_seconds_count{operation=\"sign_up\"}");
    assert_eq!(timed, Some(2.0));
    assert_eq!(scraped.value("forum_rate_limited_total{limit=\"sign-ups\"}"), Some(1.0));
    let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).expect("JSON");
    let paths = document["paths"].as_object().expect("paths").values();
    let ids = paths.flat_map(|path| path.as_object().expect("operations").values());
    let ids: BTreeSet<_> =
        ids.filter_map(|operation| operation["operationId"].as_str()).chain(OTHERS).collect();
    for operation in scraped.values_of("operation") {
        assert!(ids.contains(operation.as_str()), "{operation}");
    }
    measured.end().await;
}

#[tokio::test]
async fn every_metric_is_described_and_dashboard_and_alerts_use_only_existing_ones() {
    const DAY: f64 = 86_400.0;
    let measured = Measured::serve(Installation::new()).await;
    Client::new(&measured.program.url).sign_up(EMAIL).await;
    let scraped = measured.scrape().await;
    let (names, described) = (scraped.names(), scraped.described("# HELP"));
    assert_eq!(described, scraped.described("# TYPE"));
    for name in &names {
        let base =
            ["_bucket", "_sum", "_count"].iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
        assert!(described.contains(base), "{name} is not described");
    }
    for expected in
        ["forum_build_info", "process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"]
    {
        assert!(names.contains(expected), "{expected} in {}", scraped.0);
    }
    assert_eq!(scraped.value("forum_database_up"), Some(1.0));
    let used = |text: &'static str| {
        let name = Regex::new(r"\b(?:forum|process)_[a-z_]+\b").expect("a pattern");
        name.find_iter(text).map(|found| found.as_str()).collect::<BTreeSet<_>>()
    };
    for (file, least, used) in [("dashboard.json", 20, used(DASHBOARD)), ("alerts.yml", 8, used(ALERTS))] {
        assert!(used.len() >= least, "{file} uses {used:?}");
        let unknown: Vec<_> = used.difference(&names).collect();
        assert!(unknown.is_empty(), "{file} uses {unknown:?}");
    }

    // Without a backup, its age is that of the site.
    let mut connection = connection(&measured.installation).await;
    let first = "insert into audit_events (id, at, action, target_type, target_id)
                 values (gen_random_uuid(), now() - interval '9 days', 'user.signed_up', 'user', gen_random_uuid())";
    sqlx::query(first).execute(&mut connection).await.expect("a written row");
    let age = async || measured.scrape().await.value("forum_backup_age_seconds").expect("an age");
    assert!(age().await > 8.0 * DAY);
    back_up(&measured.installation, &measured.installation.path().join("site.tar")).await;
    assert!(age().await < DAY);

    // Metrics are served only on their own address, until shutdown.
    let client = reqwest::Client::new();
    let posted = client.post(&measured.url).send().await.expect("a response");
    assert_eq!((posted.status().as_u16(), posted.headers()["allow"].as_bytes()), (405, &b"GET"[..]));
    let beside = measured.url.replace("/metrics", "/");
    assert_eq!(client.get(&beside).send().await.expect("a response").status(), StatusCode::NOT_FOUND);
    let site = client.get(format!("{}/metrics", measured.program.url)).send().await.expect("a response");
    assert!(!site.text().await.expect("a page").contains("forum_"), "the site shows no metrics");
    let url = measured.url.clone();
    measured.end().await;
    assert!(reqwest::get(&url).await.is_err(), "the listener is closed");
}

#[test]
fn every_alert_links_to_its_section_of_the_documentation() {
    let name = Regex::new(r"(?m)^\s+- alert: (\w+)$").expect("a pattern");
    for alert in name.captures_iter(ALERTS).map(|found| found[1].to_owned()) {
        let anchor = format!("docs/trouble.md#{}", alert.to_lowercase());
        assert!(ALERTS.contains(&anchor), "{alert} has no link to {anchor}");
        assert!(TROUBLE.contains(&format!("\n### {alert}\n")), "docs/trouble.md has no section {alert}");
    }
}

#[tokio::test]
async fn a_scrape_without_a_database_has_all_metrics_except_for_the_outbox() {
    let installation = Installation::new();
    let closed_port =
        TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let measured =
        Measured::serve(installation.with("FORUM__MAIL__URL", format!("smtp://{closed_port}"))).await;
    Client::new(&measured.program.url).sign_up(EMAIL).await;
    let mut scraped = measured.scrape().await;
    wait_for("a held mail in the metrics", async || {
        scraped = measured.scrape().await;
        scraped.value("forum_mails_total{outcome=\"held\"}") > Some(0.0)
    })
    .await;
    assert_eq!(scraped.value("forum_outbox_queued"), Some(1.0));
    assert_eq!(scraped.value("forum_outbox_dead_letters"), Some(0.0));
    assert!(scraped.value("forum_outbox_oldest_due_seconds").is_some());
    assert!(scraped.value("forum_database_pool_connections{state=\"idle\"}") > Some(0.0));

    let frozen = Frozen::server(&measured.installation);
    let scraped = measured.scrape().await;
    drop(frozen);
    assert_eq!(scraped.value("forum_database_up"), Some(0.0));
    assert_eq!(scraped.value("forum_outbox_queued"), None, "not a stale number");
    assert!(scraped.value("forum_http_requests_total{operation=\"sign_up\",status=\"202\"}").is_some());
    measured.end().await;
}
