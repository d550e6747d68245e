//! The lists that administrators read: applications in each sort order and at any depth, and search results. The floor
//! for each is the program's own SQL for the session, the rows and the counts, with all values known. That of a search is
//! the fastest plan.

use anyhow::Context;
use forum_adapters::postgres::ConnectionPool;
use reqwest::Client;
use serde_json::Value;

use crate::floor::Script;
use crate::statements::quoted;

const LIMIT: u32 = 50;

/// A list of 50 applications.
pub struct List {
    pub name: String,
    /// Parameters without the cursor, each with its `&`.
    query: String,
    /// The number of rows before the page.
    behind: u32,
    pub script: Script,
}

/// A sort order and the expressions of its keys, of which the last is the id.
struct Sorting {
    name: &'static str,
    query: &'static str,
    keys: &'static [&'static str],
    direction: &'static str,
}

const SORTINGS: [Sorting; 5] = [
    Sorting {
        name: "newest first",
        query: "",
        keys: &["l.submitted_at", "l.application_id"],
        direction: "desc",
    },
    Sorting {
        name: "by name",
        query: "&sort=name&order=asc",
        keys: &["l.last_key", "l.first_key", "l.application_id"],
        direction: "asc",
    },
    Sorting {
        name: "by email",
        query: "&sort=email&order=asc",
        keys: &["coalesce(lower(l.email), '')", "l.application_id"],
        direction: "asc",
    },
    Sorting {
        name: "by position",
        query: "&sort=teaching_position&order=asc",
        keys: &["lower(l.teaching_position)", "l.application_id"],
        direction: "asc",
    },
    Sorting {
        name: "by status",
        query: "&sort=status&order=asc",
        keys: &["l.status", "l.submitted_at", "l.application_id"],
        direction: "asc",
    },
];

const FROM: &str = "from application_list l where true";
/// The columns of the program's list.
const SELECT: &str = "l.application_id as id, l.first_name, l.last_name, l.email, l.teaching_position, l.status, l.submitted_at, l.reviewed_at, array(select r.outcome from application_change_requests r where r.application_id = l.application_id order by r.created_at, r.id) as outcomes";
const COUNTS: &str = "select status, sum(delta)::bigint from application_count_changes group by status;";

impl Sorting {
    /// The page after the row with these keys, filtered by this condition, and the counts.
    fn sql(&self, condition: &str, behind: &[String]) -> String {
        let after = match behind {
            [] => String::new(),
            keys => {
                let values: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
                let sign = if self.direction == "asc" { ">" } else { "<" };
                format!("and ({}) {sign} ({})", self.keys.join(", "), values.join(", "))
            }
        };
        format!(
            "select {SELECT}, {} {FROM} {condition} {after} order by {} limit {};\n{COUNTS}\n",
            self.keys.join(", "),
            self.order(),
            LIMIT + 1,
        )
    }

    fn order(&self) -> String {
        let columns: Vec<String> = self.keys.iter().map(|key| format!("{key} {}", self.direction)).collect();
        columns.join(", ")
    }

    /// The keys of the last row before the page.
    async fn keys_at(&self, pool: &ConnectionPool, behind: u32) -> anyhow::Result<Vec<String>> {
        if behind == 0 {
            return Ok(Vec::new());
        }
        let texts: Vec<String> = self.keys.iter().map(|key| format!("({key})::text")).collect();
        let sql = format!(
            "select array[{}] {FROM} order by {} offset {} limit 1",
            texts.join(", "),
            self.order(),
            behind - 1
        );
        let keys = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(pool);
        keys.await.with_context(|| format!("row {behind} {}", self.name))
    }
}

/// All lists that are measured, on a database with `applications` rows; `session` is the SQL that reads the session.
pub async fn all(pool: &ConnectionPool, applications: u32, session: &str) -> anyhow::Result<Vec<List>> {
    let mut lists = Vec::new();
    for sorting in &SORTINGS {
        for (behind, place) in
            [(0, ""), (applications / 2, ", in the middle"), (applications - LIMIT, ", the last")]
        {
            let keys = sorting.keys_at(pool, behind).await?;
            lists.push(List {
                name: format!("list {}{place}", sorting.name),
                query: sorting.query.to_owned(),
                behind,
                script: Script::repeated(session.to_owned() + &sorting.sql("", &keys)),
            });
        }
    }
    let first = |name: &str, query: String, sql: String| List {
        name: format!("list, {name}"),
        query,
        behind: 0,
        script: Script::repeated(session.to_owned() + &sql),
    };
    let newest = &SORTINGS[0];
    let pending = newest.sql("and l.status = 'pending'", &[]);
    lists.push(first("pending only", "&status=pending".to_owned(), pending));
    let (address, last_name): (String, String) = sqlx::query_as(
        // Words of letters and digits only.
        "select regexp_replace(split_part(email, '@', 1), '.*[.]', ''), lower(last_name) from application_list
         where email is not null and last_name ~ '^[A-Za-z]+$' order by application_id limit 1",
    )
    .fetch_one(pool)
    .await?;
    for (name, word) in [("rare word", &*address), ("a last name", &*last_name), ("common word", "teacher")] {
        let found = format!("l.search_words like '%{word}%'");
        let mut sql = newest.sql(&format!("and {found}"), &[]);
        if name != "rare word" {
            sql += &format!(
                "select count(*) from (select from application_list l where {found} limit 1001) found;\n"
            );
        }
        lists.push(first(&format!("search of {name}"), format!("&q={word}"), sql));
    }
    Ok(lists)
}

impl List {
    /// The path of the page. Its cursor comes from a page of one row that ends before it.
    pub async fn path(&self, client: &Client, url: &str, token: &str) -> anyhow::Result<String> {
        let list = format!("/api/admin/applications?limit={LIMIT}{}", self.query);
        if self.behind == 0 {
            return Ok(list);
        }
        let before = format!("{url}/api/admin/applications?limit=1&offset={}{}", self.behind - 1, self.query);
        let page = client.get(before).bearer_auth(token).send().await?.error_for_status()?;
        let page: Value = page.json().await?;
        let cursor = page["next_cursor"].as_str().with_context(|| format!("a cursor for {}", self.name))?;
        Ok(format!("{list}&cursor={cursor}"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_floor_reads_the_columns_of_the_list() {
        let store = include_str!("../../../../crates/adapters/src/postgres/review/list.rs");
        assert!(store.contains(super::SELECT), "copy SELECT from list.rs");
    }
}
