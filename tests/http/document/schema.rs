//! Tests of the harness: validation of values against schemas.

use forum_tests::harness::Document;
use serde_json::{Value, json};

fn faults(value: &Value, schema: &Value) -> usize {
    Document::published().faults(value, schema).len()
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
        ("string", Some("date"), json!("1984-02-29"), 0),
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
fn every_bound_is_checked() {
    let table = [
        (json!({"type": "string", "maxLength": 2}), json!("áé"), 0),
        (json!({"type": "string", "maxLength": 2}), json!("abc"), 1),
        (json!({"type": "string", "minLength": 1}), json!(""), 1),
        (json!({"type": "string", "pattern": "^[0-9]{6}$"}), json!("042137"), 0),
        (json!({"type": "string", "pattern": "^[0-9]{6}$"}), json!("42137"), 1),
        (json!({"type": "integer", "minimum": 1.0, "maximum": 100.0}), json!(100), 0),
        (json!({"type": "integer", "minimum": 1.0, "maximum": 100.0}), json!(101), 1),
        (json!({"type": "integer", "minimum": 1.0}), json!(0), 1),
        (json!({"type": "array", "maxItems": 1, "items": {"type": "boolean"}}), json!([true, true]), 1),
        (json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}), json!(true), 0),
        (json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}), json!(7), 1),
        (json!({"oneOf": [{"type": "boolean"}, {"type": "boolean"}]}), json!(true), 1),
        (json!({"allOf": [{"type": "boolean"}], "nullable": true}), json!("x"), 1),
        (json!({"allOf": [{"type": "boolean"}], "nullable": true}), json!(null), 0),
    ];
    for (schema, value, expected) in table {
        assert_eq!(faults(&value, &schema), expected, "{schema} {value}");
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
