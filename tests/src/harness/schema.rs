//! Checks a body against its schema in the published document: members, types, enums and formats.

use regex::Regex;
use serde_json::Value;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Adds every mismatch between `value` and `schema` of `document` to `faults`; `at` is the current JSON pointer.
pub(super) fn compare(document: &Value, value: &Value, schema: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let known = document.pointer(reference.trim_start_matches('#'));
        return compare(document, value, known.expect("the referenced schema"), at, faults);
    }
    if value.is_null() && schema["nullable"] == true {
        return;
    }
    if let Some(shapes) = schema["oneOf"].as_array() {
        let faults_of = |shape| {
            let mut faults = Vec::new();
            compare(document, value, shape, at, &mut faults);
            faults
        };
        let fitting = shapes.iter().filter(|shape| faults_of(shape).is_empty()).count();
        if fitting != 1 {
            faults.push(format!("{at}: {value} matches {fitting} alternatives"));
        }
        return;
    }
    if let Some(first) = schema["allOf"].get(0) {
        return compare(document, value, first, at, faults);
    }
    out_of_bounds(value, schema, at, faults);
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        faults.push(format!("{at}: {value} is not in the enum"));
    }
    match (schema["type"].as_str(), value) {
        (Some("object"), Value::Object(members)) => {
            // An object with arbitrary members has one schema for all of them.
            let (known, any) = (&schema["properties"], schema.get("additionalProperties"));
            let any = any.filter(|schema| schema.is_object());
            for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !members.contains_key(required) {
                    faults.push(format!("{at}/{required}: missing"));
                }
            }
            for (name, member) in members {
                match known.get(name).or(any) {
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
        // An empty schema accepts every value.
        (None, _) if schema.as_object().is_some_and(serde_json::Map::is_empty) => {}
        (Some("string" | "integer"), Value::String(_) | Value::Number(_)) => {
            let (kind, format) = (schema["type"].as_str(), schema["format"].as_str());
            if !is_of(kind.unwrap_or_default(), format, value) {
                faults.push(format!("{at}: {value} is not a {kind:?} of format {format:?}"));
            }
        }
        (expected, _) => faults.push(format!("{at}: {value} is not {expected:?}")),
    }
}

/// Adds the bounds of `schema` that `value` violates. Lengths are counted in code points.
fn out_of_bounds(value: &Value, schema: &Value, at: &str, faults: &mut Vec<String>) {
    let length = |value: &Value| value.as_str().map(|text| text.chars().count() as i64);
    let items = |value: &Value| value.as_array().map(|items| items.len() as i64);
    let measured = [
        ("minLength", "maxLength", length(value)),
        ("minItems", "maxItems", items(value)),
        ("minimum", "maximum", value.as_i64()),
    ];
    for (least, most, measure) in measured {
        let Some(measure) = measure else { continue };
        let bound = |name: &str| schema[name].as_f64().map(|bound| bound as i64);
        if bound(least).is_some_and(|bound| measure < bound)
            || bound(most).is_some_and(|bound| measure > bound)
        {
            faults.push(format!("{at}: {measure} is not from {} to {}", schema[least], schema[most]));
        }
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str()) {
        let pattern = Regex::new(pattern).expect("a pattern");
        if !pattern.is_match(text) {
            faults.push(format!("{at}: {text:?} does not match {pattern}"));
        }
    }
}

/// Whether a string or number has this type and format. Panics on a format that this function does not know yet.
fn is_of(kind: &str, format: Option<&str>, value: &Value) -> bool {
    match (kind, value.as_str()) {
        ("string", Some(text)) => match format {
            None => true,
            Some("uuid") => text.parse::<Uuid>().is_ok_and(|id| id.to_string() == text),
            Some("date-time") => text.ends_with('Z') && OffsetDateTime::parse(text, &Rfc3339).is_ok(),
            Some("date") => Date::parse(text, format_description!("[year]-[month]-[day]")).is_ok(),
            Some("email") => text.split_once('@').is_some_and(|(name, host)| {
                !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
            }),
            Some("uri-reference") => text.starts_with("https://") || text.starts_with('/'),
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
