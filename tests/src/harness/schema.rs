//! Checks a body against its schema in the published document: members, types, enums and formats.

use serde_json::Value;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Adds every mismatch between `value` and `schema` of `document` to `faults`; `at` is the current JSON pointer.
pub(super) fn compare(document: &Value, value: &Value, schema: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let known = document.pointer(reference.trim_start_matches('#'));
        return compare(document, value, known.expect("a schema behind the reference"), at, faults);
    }
    if value.is_null() && schema["nullable"] == true {
        return;
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        faults.push(format!("{at}: {value} is no choice"));
    }
    match (schema["type"].as_str(), value) {
        (Some("object"), Value::Object(members)) => {
            let known = schema["properties"].as_object().expect("properties");
            for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !members.contains_key(required) {
                    faults.push(format!("{at}/{required}: missing"));
                }
            }
            for (name, member) in members {
                match known.get(name) {
                    Some(schema) => compare(document, member, schema, &format!("{at}/{name}"), faults),
                    None => faults.push(format!("{at}/{name}: not documented")),
                }
            }
        }
        (Some("array"), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                compare(document, item, &schema["items"], &format!("{at}/{index}"), faults);
            }
        }
        (Some("boolean"), Value::Bool(_)) => {}
        (Some("string" | "integer"), Value::String(_) | Value::Number(_)) => {
            let (kind, format) = (schema["type"].as_str(), schema["format"].as_str());
            if !is_of(kind.unwrap_or_default(), format, value) {
                faults.push(format!("{at}: {value} is no {kind:?} of format {format:?}"));
            }
        }
        (expected, _) => faults.push(format!("{at}: {value} is not {expected:?}")),
    }
}

/// Whether a string or number has this type and format. Panics on a format that this function does not know yet.
fn is_of(kind: &str, format: Option<&str>, value: &Value) -> bool {
    match (kind, value.as_str()) {
        ("string", Some(text)) => match format {
            None => true,
            Some("uuid") => text.parse::<Uuid>().is_ok_and(|id| id.to_string() == text),
            Some("date-time") => text.ends_with('Z') && OffsetDateTime::parse(text, &Rfc3339).is_ok(),
            Some("date" | "naive-date") => {
                Date::parse(text, format_description!("[year]-[month]-[day]")).is_ok()
            }
            Some("email") => text.split_once('@').is_some_and(|(name, host)| {
                !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
            }),
            Some(other) => panic!("the harness does not know the format {other}"),
        },
        ("integer", None) => match format {
            None | Some("int64") => value.is_i64(),
            Some("uint16") => value.as_u64().is_some_and(|number| number <= u16::MAX.into()),
            Some("uint32") => value.as_u64().is_some_and(|number| number <= u32::MAX.into()),
            Some("uint64") => value.is_u64(),
            Some(other) => panic!("the harness does not know the format {other}"),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults(value: &Value, schema: &Value) -> usize {
        let mut faults = Vec::new();
        compare(&json!({}), value, schema, "", &mut faults);
        faults.len()
    }

    #[test]
    fn a_value_must_have_its_type_and_format() {
        let table = [
            ("string", None, json!("x"), 0),
            ("string", None, json!(7), 1),
            ("string", Some("uuid"), json!("5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"), 0),
            ("string", Some("uuid"), json!("5F0E7A3C-3F0B-4C7E-9D5E-0D8F4C1B2A3D"), 1),
            ("string", Some("uuid"), json!("x"), 1),
            ("string", Some("date-time"), json!("2026-11-20T12:00:00Z"), 0),
            ("string", Some("date-time"), json!("2026-11-20T12:00:00+01:00"), 1),
            ("string", Some("date-time"), json!("2026-11-20"), 1),
            ("string", Some("naive-date"), json!("1984-02-29"), 0),
            ("string", Some("date"), json!("1985-02-29"), 1),
            ("string", Some("email"), json!("ana@school.example"), 0),
            ("string", Some("email"), json!("ana"), 1),
            ("integer", Some("uint32"), json!(7), 0),
            ("integer", Some("uint32"), json!(-7), 1),
            ("integer", Some("uint16"), json!(70_000), 1),
            ("integer", Some("int64"), json!(1.5), 1),
            ("integer", None, json!("7"), 1),
            ("boolean", None, json!(null), 1),
        ];
        for (kind, format, value, expected) in table {
            let mut schema = json!({"type": kind});
            if let Some(format) = format {
                schema["format"] = json!(format);
            }
            assert_eq!(faults(&value, &schema), expected, "{kind} {format:?} {value}");
        }
    }

    #[test]
    fn required_members_are_present_and_no_member_is_undocumented() {
        let schema = json!({"type": "object", "required": ["id"],
            "properties": {"id": {"type": "integer"}, "word": {"type": "string", "enum": ["a"], "nullable": true}}});
        let table = [
            (json!({"id": 1}), 0),
            (json!({"id": 1, "word": "a"}), 0),
            (json!({"id": 1, "word": null}), 0),
            (json!({"id": 1, "word": "b"}), 1),
            (json!({"word": "a"}), 1),
            (json!({"id": 1, "other": 1}), 1),
            (json!([]), 1),
        ];
        for (value, expected) in table {
            assert_eq!(faults(&value, &schema), expected, "{value}");
        }
    }
}
