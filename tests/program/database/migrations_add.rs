//! Migrations only add to the schema, so that the previous release works on the newer schema during an upgrade and
//! after a rollback. The tests search the text of the migrations for statements that could break it. Each such
//! statement needs a reason here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use regex::Regex;

/// Migration, statement, and why the older program keeps working.
const ALLOWED: [(&str, &str, &str); 14] = [
    ("0005", "set not null", "made before the first release"),
    ("0006", "constraint applications_headshot", "of new columns that the older program leaves null"),
    ("0022", "drop trigger outbox_wakes_worker", "the older worker also looks by itself every two seconds"),
    ("0022", "drop function outbox_wake", "only that trigger called it"),
    ("0025", "constraint email_templates_id_key", "of a new column whose default is random"),
    ("0027", "constraint sessions_proofs", "of new columns whose defaults agree"),
    ("0029", "constraint factors_passkey_whole", "of new columns that the older program leaves null"),
    ("0029", "constraint factors_passkey_verified", "the older program has no passkeys"),
    ("0029", "unique index factors_credential", "of a new column that the older program leaves null"),
    ("0049", "drop column search_text", "added again at once; the older program searches it without accents"),
    ("0053", "set not null", "only triggers write that table"),
    ("0053", "drop trigger application_list_follow", "created again at once for more columns"),
    ("0054", "set not null", "a trigger writes the column"),
    ("0058", "set not null", "a trigger writes the column"),
];

/// The file name and text of every migration, in order.
fn migrations() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let files =
        std::fs::read_dir(folder).expect("the migrations").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(file).expect("text"))
        })
        .collect();
    all.sort();
    all
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// The SQL in lower case with single spaces, without comments, string literals and function bodies.
fn bare(sql: &str) -> String {
    let sql = pattern(r"--[^\n]*").replace_all(sql, "");
    let sql = pattern(r"(?s)\$\$.*?\$\$").replace_all(&sql, "$$");
    let sql = pattern(r"'(?:[^']|'')*'").replace_all(&sql, "''");
    pattern(r"\s+").replace_all(&sql, " ").to_lowercase()
}

/// Statements that could break an older program.
fn narrowing(sql: &str) -> Vec<String> {
    let sql = bare(sql);
    let created: BTreeSet<&str> = pattern(r"create (?:unlogged )?table (?:if not exists )?(\w+)")
        .captures_iter(&sql)
        .map(|found| found.get(1).expect("a name").as_str())
        .collect();
    let dropped: BTreeSet<&str> = pattern(r"drop constraint (?:if exists )?(\w+)")
        .captures_iter(&sql)
        .map(|found| found.get(1).expect("a name").as_str())
        .collect();
    let mut found = Vec::new();
    for statement in sql.split(';').map(str::trim) {
        for word in ["truncate", "delete from", "revoke"] {
            // Deleting some of the rows is normal operation.
            if statement.starts_with(word) && !statement.contains(" where ") {
                found.push(word.to_owned());
            }
        }
        let gone = r"drop (?:table|view|materialized view|type|domain|schema|extension|function|procedure|trigger|column|default)\b(?: (?:if exists )?\w+)?";
        let changed = r"\brename\b|set not null|\btype \w+|set data type";
        for clause in [gone, changed].iter().flat_map(|clause| {
            pattern(clause).find_iter(statement).map(|clause| clause.as_str().to_owned()).collect::<Vec<_>>()
        }) {
            found.push(clause);
        }
        let unique = pattern(r"^create (unique index (?:if not exists )?\w+) on (\w+)");
        if let Some(index) = unique.captures(statement).filter(|index| !created.contains(&index[2])) {
            found.push(index[1].to_owned());
        }
        let table = pattern(r"^alter table (?:if exists )?(?:only )?(\w+)").captures(statement);
        if table.is_none_or(|table| created.contains(&table[1])) {
            continue;
        }
        for column in pattern(r"add column (?:if not exists )?[^,]*").find_iter(statement) {
            let column = column.as_str();
            if column.contains("not null") && !column.contains("default") {
                found.push(column.to_owned());
            }
        }
        for constraint in pattern(r"constraint (\w+)").captures_iter(statement) {
            let before = &statement[..constraint.get(0).expect("the whole match").start()];
            let is_dropped = before.ends_with("drop ");
            // The older program leaves a new column null, which satisfies the checks on the column.
            let column = before.rsplit("add column").next().filter(|_| before.contains("add column"));
            let is_of_null =
                column.is_some_and(|column| !column.contains(',') && !column.contains("not null"));
            if !is_dropped && !is_of_null && !dropped.contains(&constraint[1]) {
                found.push(constraint[0].to_owned());
            }
        }
    }
    found
}

#[test]
fn no_migration_removes_what_the_previous_release_needs() {
    let mut unused: BTreeSet<(&str, &str)> = ALLOWED.iter().map(|(file, what, _)| (*file, *what)).collect();
    for (name, sql) in migrations() {
        for clause in narrowing(&sql) {
            let reason =
                ALLOWED.iter().find(|(file, what, _)| name.starts_with(file) && clause.starts_with(what));
            let (file, what, _) = reason.unwrap_or_else(|| panic!("{name}: {clause}"));
            unused.remove(&(*file, *what));
        }
    }
    assert_eq!(unused, BTreeSet::new());
}

/// A constraint may be replaced by another with the same name.
#[test]
fn check_constraints_never_disallow_an_allowed_value() {
    let list = pattern(r"constraint (\w+)\s+check \(\w+ in \(([^)]*)\)");
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, sql) in migrations() {
        for found in list.captures_iter(&sql) {
            let words: BTreeSet<String> = found[2].split(',').map(|word| word.trim().to_owned()).collect();
            if let Some(before) = known.insert(found[1].to_owned(), words.clone()) {
                let lost: Vec<_> = before.difference(&words).collect();
                assert!(lost.is_empty(), "{name}: {} no longer allows {lost:?}", &found[1]);
            }
        }
    }
    assert!(known["outbox_kind"].len() > 20, "{known:?}");
}

#[test]
fn every_incompatible_statement_is_found() {
    for sql in [
        "drop table users;",
        "alter table users drop column deleted_at;",
        "alter table users rename column deleted_at to gone_at;",
        "alter table users rename to people;",
        "alter table users add column age integer not null;",
        "alter table users add column a text default 'x', add column b text not null;",
        "alter table users alter column created_at set not null;",
        "alter table users alter column created_at type date;",
        "alter table users alter column created_at drop default;",
        "alter table users add constraint users_age check (age > 0);",
        "alter table users add column age integer, add constraint users_age check (age > 0);",
        "alter table users add column n integer not null default 0 constraint users_n unique;",
        "create unique index users_once on users (created_at);",
        "drop function lock_applicant(uuid, text, text, timestamptz);",
        "delete from sessions;",
        "truncate sessions;",
        "revoke all on users from public;",
    ] {
        assert_ne!(narrowing(sql), Vec::<String>::new(), "{sql}");
    }
    for sql in [
        "create table a (b text not null, constraint c check (b <> ''));  create unique index d on a (b);",
        "alter table users add column age integer; -- drop table users",
        "alter table users add column age integer not null default 0;",
        "alter table users add column age integer constraint users_age check (age > 0);",
        "alter table users drop constraint k, add constraint k check (x in ('a', 'b'));",
        "comment on table users is 'to drop table users; and rename';",
        "create function f() returns trigger as $$ begin delete from users; end $$;",
        "delete from sessions where revoked_at is not null;",
        "drop index users_idx; insert into a values (1); update users set x = 1;",
    ] {
        assert_eq!(narrowing(sql), Vec::<String>::new(), "{sql}");
    }
}
