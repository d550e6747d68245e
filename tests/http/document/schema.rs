//! Tests of the harness: validation of values against schemas.

use forum_tests::harness::Document;
use serde_json::{Value, json};

fn faults(value: &Value, schema: &Value) -> usize {
    Document::published().faults(value, schema).len()
}

#[test]
fn each_fault_of_type_format_bounds_and_members_is_found() {
    let (text, number) = (
        |format| json!({"type": "string", "format": format}),
        |format| json!({"type": "integer", "format": format}),
    );
    let object = json!({"type": "object", "required": ["id"],
        "properties": {"id": {"type": "integer"}, "word": {"type": "string", "enum": ["a"], "nullable": true}}});
    let bounded = json!({"type": "integer", "minimum": 1.0, "maximum": 100.0});
    let pattern = json!({"type": "string", "pattern": "^[0-9]{6}$", "maxLength": 6});
    let either = json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]});
    let nullable = json!({"allOf": [{"type": "boolean"}], "nullable": true});
    let table = [
        (json!({"type": "string"}), json!("x"), json!(7)),
        (
            text("uuid"),
            json!("5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"),
            json!("5F0E7A3C-3F0B-4C7E-9D5E-0D8F4C1B2A3D"),
        ),
        (text("date-time"), json!("2026-11-20T12:00:00Z"), json!("2026-11-20T12:00:00+01:00")),
        (text("date"), json!("1984-02-29"), json!("1985-02-29")),
        (text("email"), json!("ana@school.example"), json!("ana")),
        (number("uint32"), json!(7), json!(-7)),
        (number("uint16"), json!(7), json!(70_000)),
        (number("int64"), json!(7), json!(1.5)),
        (json!({"type": "boolean"}), json!(true), json!(null)),
        (json!({"type": "string", "maxLength": 2, "minLength": 1}), json!("áé"), json!("")),
        (bounded.clone(), json!(100), json!(101)),
        (bounded, json!(1), json!(0)),
        (pattern, json!("042137"), json!("42137")),
        (
            json!({"type": "array", "maxItems": 1, "items": {"type": "boolean"}}),
            json!([true]),
            json!([true, true]),
        ),
        (either, json!(true), json!(7)),
        (
            json!({"oneOf": [{"type": "boolean"}, {"type": "string"}, {"type": "string"}]}),
            json!(true),
            json!("x"),
        ),
        (nullable, json!(null), json!("x")),
        (object.clone(), json!({"id": 1, "word": null}), json!({"id": 1, "word": "b"})),
        (object.clone(), json!({"id": 1, "word": "a"}), json!({"word": "a"})),
        (object, json!({"id": 1}), json!({"id": 1, "other": 1})),
    ];
    for (schema, good, bad) in table {
        assert_eq!((faults(&good, &schema), faults(&bad, &schema)), (0, 1), "{schema} {bad}");
    }
}
