//! The SQL for the floors, run by pgbench on rows that the program's requests have not used: the program's own
//! statements from the checked queries in `.sqlx`. Hand-written are the statements that name the answers of an
//! application and the one for decisions, and those of the lists: the session, the rows and the counts, with all
//! values known. The floor of a search is the fastest plan.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use forum_adapters::postgres::ConnectionPool;
use serde_json::Value;

use crate::floor::Script;

const APPLICANTS: usize = 4_000;
const COUNTS: &str = "select status, sum(delta)::bigint from application_count_changes group by status;";

/// Numbers the applicants and the pending applications that the program's own requests have not used, and creates
/// sessions for these applicants.
pub async fn prepare(pool: &ConnectionPool, applicants: i64, pending: i64) -> anyhow::Result<()> {
    let tables = format!(
        "create table bench_applicants as
         select row_number() over (order by user_id) as n, user_id, gen_random_uuid() as session from (
             select distinct a.user_id from applications a
             join user_roles r on r.user_id = a.user_id and r.role = 'applicant'
             where not exists (select from applications p where p.user_id = a.user_id and p.status = 'pending')
             order by a.user_id offset {applicants} limit {APPLICANTS}
         ) free;
         create unique index on bench_applicants (n);
         insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at)
         select session, user_id, 1, true, now(), now(), now(), now() + interval '1 day' from bench_applicants;
         create sequence bench_decided;
         create table bench_pending as
         select row_number() over (order by id) as n, id, user_id from (
             select id, user_id from applications where status = 'pending' order by id offset {pending}
         ) waiting;
         create unique index on bench_pending (n);
         analyze bench_applicants; analyze bench_pending"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(tables)).execute(pool).await?;
    Ok(())
}

/// A random applicant, in the variables `user_id` and `session`.
fn random_applicant() -> String {
    format!(
        "\\set n random(1, {APPLICANTS})\nselect user_id, session from bench_applicants where n = :n \\gset\n"
    )
}

pub fn session(id: &str) -> anyhow::Result<String> {
    with_values("where s.id = $1", &[id])
}

/// Takes a token from a bucket that is never empty.
fn limit(key: &str) -> anyhow::Result<String> {
    let (cost, latest) = ("interval '1 microsecond'", "now() + interval '1 hour'");
    with_values(r#"as "before?""#, &[key, "now()", cost, latest, latest])
}

pub fn account() -> anyhow::Result<Script> {
    Ok(Script::repeated(random_applicant() + &session(":session")?))
}

pub fn application() -> anyhow::Result<Script> {
    let read = "select a.*, p.first_name, p.last_name, p.email,
             (select max(v.number) from application_versions v where v.application_id = a.id),
             r.id, r.requested_by, r.message, r.fields, r.created_at, rp.first_name, rp.last_name
         from applications a
         left join profiles p on p.user_id = a.user_id
         left join application_change_requests r on r.application_id = a.id and r.closed_at is null
         left join profiles rp on rp.user_id = r.requested_by
         where a.id = (select id from applications where user_id = :user_id limit 1);\n";
    Ok(Script::repeated(random_applicant() + &session(":session")? + read))
}

pub fn mine() -> anyhow::Result<Script> {
    let own = with_values("status = $2) order by submitted_at desc, id desc", &[":user_id", "'pending'"])?;
    Ok(Script::repeated(random_applicant() + &session(":session")? + &own))
}

/// A refresh with the current token.
pub fn refresh() -> anyhow::Result<Script> {
    let lock = with_values("for update of s", &[":session"])?;
    let next = ["counter + 1", "false", "now()", "now()", "now() + interval '1 day'"];
    let update = with_values("expires_at = $6 where id = $1", &[&[":session"], &next[..]].concat())?;
    Ok(Script::repeated(format!(
        "{}begin;\n{}{lock}{update}commit;\n",
        random_applicant(),
        limit("sha256('refreshes')")?
    )))
}

/// Everything that a submission does, in one transaction.
pub fn create(times: usize) -> anyhow::Result<Script> {
    // Each client has separate applicants.
    let next = format!(
        "\\set n :n + 1\nselect user_id, session, gen_random_uuid() as id, email, first_name, last_name
         from bench_applicants join profiles using (user_id) where n = :client_id * {} + :n \\gset\n",
        times / Script::CLIENTS
    );
    let lock = with_values("from lock_applicant($1)", &[":user_id"])?;
    let write = "with application as (
             insert into applications
                 (id, user_id, status, submitted_at, teaching_experience, teaching_position, school_district,
                  subjects_taught, date_of_birth, address_line1, city, state, zip_code, phone, t_shirt_size)
             values
                 (:id, :user_id, 'pending', now(), 'Twelve years, mostly grade 4.', 'Grade 4 teacher', 'Hillsborough',
                  array['Science', 'Math'], '1984-02-29', '1 Main Street', 'Tampa', 'Florida', '33601',
                  '(813) 555-0100', 'M')
         ), event as (
             insert into application_events (id, application_id, at, actor_id, to_status)
             values (gen_random_uuid(), :id, now(), :user_id, 'pending')
         ), draft as (
             delete from application_drafts where user_id = :user_id
         ), queued as (
             insert into outbox
                 (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, application_id)
             values
                 (gen_random_uuid(), gen_random_uuid() || '@forum.example', 'application_submitted', :email,
                  :first_name, :last_name, now(), now(), :id)
         )
         insert into audit_events (id, at, actor_id, action, target_type, target_id)
         values (gen_random_uuid(), now(), :user_id, 'application.submitted', 'application', :id);\n";
    let limit = limit("sha256(:user_id::text::bytea)")?;
    let sql = format!("{next}begin;\n{}{limit}{lock}{write}commit;\n", session(":session")?);
    Ok(Script { sql, times: Some(times) })
}

/// One statement: the decision, the roles, its history, its audit entry and its mail.
pub fn decide(times: usize) -> Script {
    Script {
        times: Some(times),
        sql: "with chosen as (
             select b.id, p.user_id, p.first_name, p.last_name, p.email from bench_pending b
             join profiles p on p.user_id = b.user_id where b.n = (select nextval('bench_decided'))
         ), decided as (
             update applications a set status = 'approved', reviewed_at = now(), note = 'Good fit.'
             from chosen where a.id = chosen.id returning a.id, a.user_id
         ), revoked as (
             delete from user_roles r using decided where r.user_id = decided.user_id and r.role = 'applicant'
         ), granted as (
             insert into user_roles (user_id, role, granted_at) select user_id, 'member', now() from decided
         ), event as (
             insert into application_events (id, application_id, at, actor_id, from_status, to_status)
             select gen_random_uuid(), id, now(), user_id, 'pending', 'approved' from decided
         ), audit as (
             insert into audit_events (id, at, actor_id, action, target_type, target_id)
             select gen_random_uuid(), now(), user_id, 'application.decided', 'application', id from decided
         )
         insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), gen_random_uuid() || '@forum.example', 'application_approved', email, first_name,
             last_name, now(), now()
         from chosen;"
            .to_owned(),
    }
}

pub struct List {
    pub name: String,
    pub path: String,
    pub script: Script,
}

/// The columns of the program's list, with placeholders.
const COLUMNS: &str = include_str!("../../../../crates/adapters/src/postgres/review/columns.sql");

/// `session` is the SQL that reads the session.
pub async fn lists(pool: &ConnectionPool, session: &str) -> anyhow::Result<Vec<List>> {
    let (address, last_name): (String, String) = sqlx::query_as(
        // Words of letters and digits only.
        "select regexp_replace(split_part(email, '@', 1), '.*[.]', ''), lower(last_name) from application_list
         where email is not null and last_name ~ '^[A-Za-z]+$' order by application_id limit 1",
    )
    .fetch_one(pool)
    .await?;
    let columns =
        COLUMNS.replace(":excerpt", "120").replace(":reader", "00000000-0000-0000-0000-000000000000");
    let matching = |word: &str| format!("l.search_words like '%{word}%'");
    let list = |name: &str, query: &str, condition: String| List {
        name: format!("list, {name}"),
        path: format!("/api/admin/applications?limit=50{query}"),
        script: Script::repeated(format!(
            "{session}select {columns} from application_list l where {condition}
             order by l.submitted_at desc, l.application_id desc limit 51;\n{COUNTS}\n"
        )),
    };
    let mut lists = vec![
        list("newest first", "", "true".into()),
        list("pending only", "&status=pending", "l.status = 'pending'".into()),
        list("search of rare word", &format!("&q={address}"), matching(&address)),
    ];
    for (name, word) in [("search of a last name", &*last_name), ("search of common word", "teacher")] {
        let mut found = list(name, &format!("&q={word}"), matching(word));
        found.script.sql += &format!(
            "select count(*) from (select from application_list l where {} limit 1001) found;\n",
            matching(word)
        );
        lists.push(found);
    }
    Ok(lists)
}

/// The one query that begins or ends with `part`, with `values` in place of `$1`, `$2`, …, and a semicolon.
///
/// # Errors
/// If no query or more than one matches.
fn with_values(part: &str, values: &[&str]) -> anyhow::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let stored: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
        let query = stored["query"].as_str().context("a query")?;
        let lines = query.lines().filter(|line| !line.trim_start().starts_with("--"));
        let query = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        if query.starts_with(part) || query.ends_with(part) {
            found.push(query);
        }
    }
    ensure!(found.len() == 1, "{} queries begin or end with {part}", found.len());
    // Begins with the last value, because `$10` begins with `$1`.
    let filled = values.iter().enumerate().rev().fold(found.remove(0), |query, (index, value)| {
        query.replace(&format!("${}", index + 1), &format!("({value})"))
    });
    ensure!(!filled.contains('$'), "more values are needed: {filled}");
    Ok(format!("{filled};\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_floor_finds_the_programs_statements() {
        for script in [account(), application(), mine(), refresh(), create(100)] {
            script.expect("a script");
        }
    }
}
