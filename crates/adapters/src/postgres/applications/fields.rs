//! The values of the form's fields, by the domain's list: as columns of `applications`, and as JSON.

use forum_domain::applications::{Field, FieldKind, FieldValue, FieldValues};
use serde_json::{Map, Value};
use sqlx::Row;
use sqlx::postgres::PgRow;
use time::Date;

/// The columns of the fields, without the photo.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    Field::ALL.iter().filter(|field| field.kind != FieldKind::Headshot).map(Field::name)
}

/// As a list in SQL. `jsonb_populate_record` makes such columns of [`to_json`].
pub(crate) fn column_list() -> String {
    columns().collect::<Vec<_>>().join(", ")
}

pub(crate) fn of_row(row: &PgRow) -> Result<FieldValues, sqlx::Error> {
    let mut values = FieldValues::new();
    for field in &Field::ALL {
        let name = field.name();
        let value = match field.kind {
            FieldKind::Text { .. } | FieldKind::TShirtSize if field.required => {
                Some(FieldValue::Text(row.try_get(name)?))
            }
            FieldKind::Text { .. } | FieldKind::TShirtSize => {
                row.try_get::<Option<_>, _>(name)?.map(FieldValue::Text)
            }
            FieldKind::List { .. } => Some(FieldValue::List(row.try_get(name)?)),
            FieldKind::Date => Some(FieldValue::Text(row.try_get::<Date, _>(name)?.to_string())),
            FieldKind::Headshot => None,
        };
        values.extend(value.map(|value| (name, value)));
    }
    Ok(values)
}

pub(crate) fn to_json(values: &FieldValues) -> Map<String, Value> {
    let member = |(name, value): (&&str, &FieldValue)| {
        let value = match value {
            FieldValue::Text(text) => Value::from(text.as_str()),
            FieldValue::List(items) => Value::from(items.clone()),
        };
        ((*name).to_owned(), value)
    };
    values.iter().map(member).collect()
}

/// Ignores unknown fields, which another release may have stored.
pub(crate) fn from_json(values: &Value) -> FieldValues {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let member = |field: &Field| {
        let value = match values.get(field.name())? {
            Value::Array(items) => FieldValue::List(items.iter().filter_map(text).collect()),
            value => FieldValue::Text(text(value)?),
        };
        Some((field.name(), value))
    };
    Field::ALL.iter().filter_map(member).collect()
}
