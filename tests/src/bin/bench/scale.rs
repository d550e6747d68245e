//! How long one client waits for each list, filter, search and sort order of applications and users.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use forum_tests::program::Program;
use reqwest::Client;
use serde_json::Value;

use crate::cases;
use crate::load::percentile_ms;

/// Requests of a case, alternately the first page, the next one and the one before it.
const REQUESTS: usize = 60;

const APPLICATIONS: &str = "/api/admin/applications?limit=50";
const USERS: &str = "/api/admin/users?limit=50";

/// What to measure, as parameters.
const FILTERS: &[(&str, &str)] = &[
    ("no filter", ""),
    ("rare word", "&q=zimzak"),
    ("a last name", "&q=garcia"),
    ("a first name", "&q=sofia"),
    ("first and last name", "&q=Garcia,%20Sofia"),
    ("a word in every row", "&q=example"),
    ("frequent word", "&q=teacher"),
    ("frequent words, rare together", "&q=librarian%20hilo"),
    ("frequent words, never together", "&q=librarian%20kindergarten"),
    ("one letter", "&q=z"),
    ("two letters", "&q=xq"),
    ("no match", "&q=qqqqq"),
    ("clustered in an order", "&q=special"),
];

const APPLICATION_FILTERS: &[(&str, &str)] = &[
    ("status", "&status=pending"),
    ("frequent state", "&state=California"),
    ("rare state", "&state=WY"),
    ("state and status", "&state=WY&status=pending"),
    ("subject", "&subject=Physics"),
    ("subject, state and status", "&subject=Physics&state=TX&status=pending"),
    ("a week", "&submitted_after=2026-01-01T00:00:00Z&submitted_before=2026-01-08T00:00:00Z"),
    ("a word and a state", "&q=garcia&state=Florida"),
    ("with notes", "&has_notes=true"),
    ("pending without notes", "&has_notes=false&status=pending"),
    ("a word, with notes", "&has_notes=true&q=physics"),
    ("several states", "&state=CA&state=TX&state=WY"),
    ("a region", "&region=south"),
    ("a region and a word", "&region=south&q=laboratory"),
    ("pending without my mark", "&mark=none&status=pending"),
    ("with my mark", "&mark=yes"),
    ("the team is divided", "&team=divided"),
    ("pending and wanted, from a region", "&team=yes&status=pending&region=west"),
    ("changes requested", "&changes=requested"),
    ("frequent word of the experience", "&q=laboratory"),
];

const USER_FILTERS: &[(&str, &str)] = &[
    ("frequent role", "&role=member"),
    ("rare role", "&role=admin"),
    ("role and name", "&role=admin&q=garcia"),
];

const APPLICATION_SORTS: &[&str] =
    &["submitted_at", "name", "email", "teaching_position", "status", "marks", "changed_at"];
const USER_SORTS: &[&str] = &["created_at", "name", "email"];

/// The filters of the numbers by state, besides the status.
fn without_state(filter: &str) -> String {
    let is_place = |part: &str| part.starts_with("stat") || part.starts_with("region");
    let kept = filter.split('&').filter(|part| !part.is_empty() && !is_place(part));
    kept.map(|part| format!("&{part}")).collect()
}

/// The duration of each request. Cursors are followed forwards and back.
async fn times(client: &Client, url: &str, token: &str, path: &str) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(REQUESTS);
    let mut cursor: Option<String> = None;
    for number in 0..REQUESTS {
        let at = cursor.take().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let started = Instant::now();
        let answer = client.get(format!("{url}{path}{at}")).bearer_auth(token).send().await?;
        let page: Value = answer.error_for_status()?.json().await?;
        times.push(started.elapsed());
        let next = if number % 3 == 1 { "prev_cursor" } else { "next_cursor" };
        if number % 3 < 2 {
            cursor = page[next].as_str().map(str::to_owned);
        }
    }
    times.sort();
    Ok(times)
}

/// The requests of a list so far.
#[derive(Default)]
struct Summary {
    all: Vec<Duration>,
    /// The slowest case by its 99th percentile.
    worst: (f64, String),
}

impl Summary {
    fn add(&mut self, times: Vec<Duration>, name: String, out: &mut impl Write) -> io::Result<()> {
        let (median, most) = (percentile_ms(&times, 0.5), percentile_ms(&times, 0.99));
        writeln!(out, "| {name} | {median:.1} | {most:.1} |")?;
        self.all.extend(times);
        if most > self.worst.0 {
            self.worst = (most, name);
        }
        Ok(())
    }
}

pub async fn measure(program: &Program, client: &Client, out: &mut impl Write) -> anyhow::Result<()> {
    let url = &program.url;
    writeln!(out, "\n| list | filter | order | median ms | 99 % ms |\n|---|---|---|---|---|")?;
    let lists = [
        ("applications", APPLICATIONS, APPLICATION_SORTS, APPLICATION_FILTERS),
        ("users", USERS, USER_SORTS, USER_FILTERS),
    ];
    let mut summaries = Vec::new();
    for (list, path, sorts, own) in lists {
        let mut summary = Summary::default();
        for (name, filter) in FILTERS.iter().chain(own) {
            // A token expires before the last measurement.
            let token = cases::signed_in(program, client).await?;
            for sort in sorts {
                for order in ["asc", "desc"] {
                    let path = format!("{path}{filter}&sort={sort}&order={order}");
                    let times = times(client, url, &token, &path).await?;
                    summary.add(times, format!("{list} | {name} | {sort} {order}"), out)?;
                }
            }
            if list == "applications" {
                let path = format!("/api/admin/applications/states?status=approved{}", without_state(filter));
                let times = times(client, url, &token, &path).await?;
                summary.add(times, format!("numbers by state | {name} |"), out)?;
            }
        }
        summaries.push((list, summary));
    }
    writeln!(
        out,
        "\n| list | requests | median ms | 99 % ms | slowest | 99 % ms |\n|---|---|---|---|---|---|"
    )?;
    for (list, Summary { mut all, worst: (most, worst) }) in summaries {
        all.sort();
        let (median, percentile) = (percentile_ms(&all, 0.5), percentile_ms(&all, 0.99));
        let worst = worst.replace(" | ", ", ");
        writeln!(out, "| {list} | {} | {median:.1} | {percentile:.1} | {worst} | {most:.1} |", all.len())?;
    }
    Ok(())
}
