//! Compares the list of application fields with the table that stores them, to find a field that one of them lacks.

use std::collections::{BTreeMap, BTreeSet};

use forum_domain::applications::{Field, FieldKind};

use super::PostgresDatabase;

/// Columns that are not fields in the form.
const BESIDES: [&str; 8] =
    ["id", "user_id", "status", "submitted_at", "reviewed_at", "headshot_url", "note", "decided_by"];

/// The type of the column, whether it is required, and the check of its limit.
fn column(field: &Field) -> (&'static str, bool, Option<String>) {
    let name = field.name();
    match field.kind {
        FieldKind::Text { limit, .. } => (
            "text",
            field.required,
            Some(format!("CHECK (((char_length({name}) >= 1) AND (char_length({name}) <= {limit})))")),
        ),
        FieldKind::List { items, .. } => {
            ("text[]", field.required, Some(format!("CHECK ((cardinality({name}) <= {items}))")))
        }
        FieldKind::Date => ("date", field.required, None),
        FieldKind::TShirtSize => ("text", field.required, None),
        FieldKind::Headshot => ("uuid", field.required, None),
    }
}

#[tokio::test]
async fn the_table_has_a_column_with_its_limit_for_every_field_and_no_other() {
    let database = PostgresDatabase::fresh().await;
    let columns: Vec<(String, String, bool)> = sqlx::query_as(
        "select attname::text, format_type(atttypid, atttypmod), attnotnull from pg_attribute
         where attrelid = 'applications'::regclass and attnum > 0 and not attisdropped",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    let checks: Vec<(String,)> = sqlx::query_as(
        "select pg_get_constraintdef(oid) from pg_constraint
         where conrelid = 'applications'::regclass and contype = 'c'",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");

    let mut columns: BTreeMap<String, (String, bool)> =
        columns.into_iter().map(|(name, kind, required)| (name, (kind, required))).collect();
    for field in &Field::ALL {
        let (kind, required, check) = column(field);
        assert_eq!(columns.remove(field.name()), Some((kind.to_owned(), required)), "{field:?}");
        if let Some(check) = check {
            assert!(checks.iter().any(|(known,)| *known == check), "no {check} in {checks:#?}");
        }
    }
    let left: BTreeSet<&str> = columns.keys().map(String::as_str).collect();
    assert_eq!(left, BTreeSet::from(BESIDES));
}
