//! The site's tables as the database itself lists them, for backups of any version of the schema.

use std::collections::BTreeMap;

use forum_domain::shared::Fault;
use sqlx::PgConnection;

use crate::postgres::connection::fault::fault;

/// The ordinary tables of the role that owns the record of migrations, with their writable columns. Other tables belong
/// to extensions or other programs.
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

/// A quoted name for a statement, where names cannot be bound.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(crate) async fn tables(connection: &mut PgConnection) -> Result<Vec<TableShape>, Fault> {
    let found: Vec<(String, Vec<String>)> =
        sqlx::query_as(TABLES).fetch_all(&mut *connection).await.map_err(fault)?;
    let references: Vec<(String, String)> =
        sqlx::query_as(REFERENCES).fetch_all(connection).await.map_err(fault)?;
    let mut waiting: BTreeMap<String, Vec<String>> = found.into_iter().collect();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_ready =
            |name: &String| !references.iter().any(|(from, to)| from == name && waiting.contains_key(to));
        let ready: Vec<String> = waiting.keys().filter(|name| is_ready(name)).cloned().collect();
        if ready.is_empty() {
            let names: Vec<&str> = waiting.keys().map(String::as_str).collect();
            return Err(Fault::Bug(format!("tables refer to each other in a circle: {}", names.join(", "))));
        }
        for name in ready {
            if let Some(columns) = waiting.remove(&name) {
                ordered.push(TableShape { name, columns });
            }
        }
    }
    Ok(ordered)
}
