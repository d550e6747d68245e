//! The lists that administrators read: all applications, the pending ones and search results. `scale` measures each sort
//! order. The floor for each is the program's own SQL for the session, the rows and the counts, with all values known. That
//! of a search is the fastest plan.

use forum_adapters::postgres::ConnectionPool;

use crate::floor::Script;

/// A list of 50 applications.
pub struct List {
    pub name: String,
    pub path: String,
    pub script: Script,
}

/// The columns of the program's list.
const SELECT: &str = "l.application_id as id, l.first_name, l.last_name, l.email, l.teaching_position, l.status, l.submitted_at, l.reviewed_at, array(select r.outcome from application_change_requests r where r.application_id = l.application_id order by r.created_at, r.id) as outcomes";
const COUNTS: &str = "select status, sum(delta)::bigint from application_count_changes group by status;";

/// `session` is the SQL that reads the session.
pub async fn all(pool: &ConnectionPool, session: &str) -> anyhow::Result<Vec<List>> {
    let (address, last_name): (String, String) = sqlx::query_as(
        // Words of letters and digits only.
        "select regexp_replace(split_part(email, '@', 1), '.*[.]', ''), lower(last_name) from application_list
         where email is not null and last_name ~ '^[A-Za-z]+$' order by application_id limit 1",
    )
    .fetch_one(pool)
    .await?;
    let matching = |word: &str| format!("l.search_words like '%{word}%'");
    let list = |name: &str, query: &str, condition: String| List {
        name: format!("list, {name}"),
        path: format!("/api/admin/applications?limit=50{query}"),
        script: Script::repeated(format!(
            "{session}select {SELECT} from application_list l where {condition}
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_floor_reads_the_columns_of_the_list() {
        let store = include_str!("../../../../crates/adapters/src/postgres/review/list.rs");
        assert!(store.contains(super::SELECT), "copy SELECT from list.rs");
    }
}
