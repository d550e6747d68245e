//! The site's tables according to the database, for backups of any schema version.

use std::collections::BTreeMap;

use forum_domain::shared::Fault;
use sqlx::PgConnection;

use crate::postgres::connection::fault::fault;

/// The tables whose owner also owns `_sqlx_migrations`, with their writable columns. Other tables belong to extensions or
/// other programs.
const TABLES: &str = "select c.relname::text, array_agg(a.attname::text order by a.attnum)
    from pg_class record
    join pg_class c using (relnamespace, relowner)
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where record.oid = to_regclass('_sqlx_migrations') and c.relkind = 'r'
    group by c.relname order by c.relname";

/// Foreign keys between those tables.
const REFERENCES: &str = "select own.relname::text, other.relname::text
    from pg_constraint
    join pg_class own on own.oid = conrelid
    join pg_class other on other.oid = confrelid
    join pg_class record on record.relnamespace = own.relnamespace
    where contype = 'f' and own.oid <> other.oid and record.oid = to_regclass('_sqlx_migrations')";

pub(crate) struct TableShape {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
}

impl TableShape {
    pub(crate) fn quoted(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(column)).collect();
        format!("{} ({})", quoted(&self.name), columns.join(", "))
    }
}

/// Quotes a name, because names cannot be bound.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Sorted so that each table follows those that its foreign keys refer to.
pub(crate) async fn tables(connection: &mut PgConnection) -> Result<Vec<TableShape>, Fault> {
    let found: Vec<(String, Vec<String>)> =
        sqlx::query_as(TABLES).fetch_all(&mut *connection).await.map_err(fault)?;
    let references: Vec<(String, String)> =
        sqlx::query_as(REFERENCES).fetch_all(connection).await.map_err(fault)?;
    let mut remaining: BTreeMap<String, Vec<String>> = found.into_iter().collect();
    let mut ordered = Vec::new();
    while !remaining.is_empty() {
        let is_ready =
            |name: &String| !references.iter().any(|(from, to)| from == name && remaining.contains_key(to));
        let ready: Vec<String> = remaining.keys().filter(|name| is_ready(name)).cloned().collect();
        if ready.is_empty() {
            let names: Vec<&str> = remaining.keys().map(String::as_str).collect();
            return Err(Fault::Bug(format!("foreign keys of tables form a cycle: {}", names.join(", "))));
        }
        for name in ready {
            if let Some(columns) = remaining.remove(&name) {
                ordered.push(TableShape { name, columns });
            }
        }
    }
    Ok(ordered)
}
