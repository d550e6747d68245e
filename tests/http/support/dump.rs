//! All values in a database.

use forum_adapters::postgres::ConnectionPool;
use sqlx::AssertSqlSafe;

/// A stored value: raw bytes, or any other type as text.
pub struct Stored {
    pub column: String,
    pub value: Vec<u8>,
}

/// Every distinct value of every column of every table.
pub async fn dump(pool: &ConnectionPool) -> Vec<Stored> {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text, data_type::text
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    .fetch_all(pool)
    .await
    .expect("columns");
    let mut all = Vec::new();
    for (table, column, kind) in columns {
        let value = match kind.as_str() {
            "bytea" => format!("\"{column}\""),
            _ => format!("convert_to(\"{column}\"::text, 'UTF8')"),
        };
        let statement = format!("select distinct {value} from \"{table}\" where \"{column}\" is not null");
        let values: Vec<Vec<u8>> =
            sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(pool).await.expect("values");
        let column = format!("{table}.{column}");
        all.extend(values.into_iter().map(|value| Stored { column: column.clone(), value }));
    }
    all
}

/// Whether a value contains these bytes. A short form must be delimited, because six digits occur in many numbers.
pub fn holds(value: &[u8], form: &[u8]) -> bool {
    let is_delimited = |start: usize| {
        let around = [start.checked_sub(1), Some(start + form.len())];
        let mut around = around.into_iter().flatten().filter_map(|at| value.get(at));
        form.len() > 6 || !around.any(u8::is_ascii_alphanumeric)
    };
    // Comparing first bytes first is ten times as fast without optimisation.
    let mut starts = (0..value.len()).filter(|start| value[*start].eq_ignore_ascii_case(&form[0]));
    let is_here = |start: usize| {
        value.get(start..start + form.len()).is_some_and(|window| window.eq_ignore_ascii_case(form))
    };
    starts.any(|start| is_here(start) && is_delimited(start))
}
