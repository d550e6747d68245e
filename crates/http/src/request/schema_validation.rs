//! Compares a JSON value with its schema and reports all errors together, up to the maximum of one response: missing
//! and unknown fields, wrong types, invalid choices. The domain validates the content.

use std::collections::BTreeMap;

use forum_domain::shared::FieldError;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use serde_json::{Map, Number, Value};

use crate::response::code::Code;
use crate::response::problem::{MAX_ERRORS, unknown};

pub(crate) type Schemas = BTreeMap<String, MetaSchema>;

/// Checks `value`. With `blank`, missing texts are filled in as blank unless something else is wrong.
pub(crate) fn check(
    value: &mut Value,
    schema: &MetaSchemaRef,
    schemas: &Schemas,
    blank: bool,
) -> Result<(), Vec<FieldError>> {
    let mut walk = Walk { schemas, blank, errors: Vec::new(), missing: Vec::new() };
    walk.value(value, schema, "");
    if walk.errors.is_empty() && (blank || walk.missing.is_empty()) {
        return Ok(());
    }
    walk.missing.append(&mut walk.errors);
    walk.missing.truncate(MAX_ERRORS);
    Err(walk.missing)
}

struct Walk<'a> {
    schemas: &'a Schemas,
    blank: bool,
    errors: Vec<FieldError>,
    missing: Vec<FieldError>,
}

impl<'a> Walk<'a> {
    /// Whether the response has no room for more errors: a body of 64 KiB can contain tens of thousands.
    fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// Resolves references; a reference with a description is represented as `allOf`.
    fn resolve(&self, schema: &'a MetaSchemaRef) -> Option<&'a MetaSchema> {
        match schema {
            MetaSchemaRef::Reference(name) => self.schemas.get(name),
            MetaSchemaRef::Inline(inline) => match inline.all_of.first() {
                Some(first) => self.resolve(first),
                None => Some(inline),
            },
        }
    }

    fn value(&mut self, value: &mut Value, schema: &'a MetaSchemaRef, pointer: &str) {
        let Some(schema) = self.resolve(schema) else { return };
        if self.is_full() {
            return;
        }
        match (schema.ty, &mut *value) {
            ("object", Value::Object(object)) if !schema.one_of.is_empty() => {
                self.object(object, self.meant(object, schema), pointer);
            }
            ("object", Value::Object(object)) => self.object(object, schema, pointer),
            ("array", Value::Array(items)) => {
                if let Some(item) = &schema.items {
                    for (index, value) in items.iter_mut().enumerate() {
                        if self.is_full() {
                            break;
                        }
                        self.value(value, item, &format!("{pointer}/{index}"));
                    }
                }
            }
            ("string", Value::String(_)) => {
                // Texts that the domain validates only document their choices.
                if schema.rust_typename.is_some()
                    && !schema.enum_items.is_empty()
                    && !schema.enum_items.contains(value)
                {
                    let words: Vec<&str> = schema.enum_items.iter().filter_map(Value::as_str).collect();
                    let detail = format!("This must be one of {}.", words.join(", "));
                    self.errors.push(FieldError::new(pointer, "invalid_choice", detail));
                }
            }
            ("boolean", Value::Bool(_)) | ("", _) => {}
            ("integer", Value::Number(number)) if number.is_i64() || number.is_u64() => {
                if !fits(number, schema.format) {
                    let detail = "This number is too small or too large.";
                    self.errors.push(FieldError::new(pointer, "out_of_range", detail));
                }
            }
            ("number", Value::Number(_)) => {}
            (expected, _) => {
                let detail = format!("This must be of type {expected}.");
                self.errors.push(FieldError::new(pointer, "invalid_type", detail));
            }
        }
    }

    /// The alternative of `oneOf` that shares most required members with the object.
    fn meant(&self, object: &Map<String, Value>, schema: &'a MetaSchema) -> &'a MetaSchema {
        let shapes = schema.one_of.iter().filter_map(|shape| self.resolve(shape));
        let has =
            |shape: &MetaSchema| shape.required.iter().filter(|name| object.contains_key(**name)).count();
        // The first of several: `max_by_key` returns the last.
        shapes.rev().max_by_key(|shape| has(shape)).unwrap_or(schema)
    }

    fn object(&mut self, object: &mut Map<String, Value>, schema: &'a MetaSchema, pointer: &str) {
        for (name, property) in &schema.properties {
            let pointer = format!("{pointer}/{name}");
            match object.get_mut(*name) {
                Some(value) if !value.is_null() => self.value(value, property, &pointer),
                _ if schema.required.contains(name) => {
                    let required = FieldError::new(pointer, "required", format!("{name} is required."));
                    let text =
                        self.resolve(property).is_some_and(|s| s.ty == "string" && s.rust_typename.is_none());
                    if text && self.blank {
                        object.insert((*name).to_owned(), Value::String(String::new()));
                        self.missing.push(required);
                    } else {
                        self.errors.push(required);
                    }
                }
                // An optional field may be null, which means the same as omitting it.
                _ => {}
            }
        }
        if schema.additional_properties.is_some() {
            if let Some(most) = schema.max_properties.filter(|most| object.len() > *most) {
                let detail = format!("This can have at most {most} members.");
                self.errors.push(FieldError::new(pointer, "too_many", detail));
            }
            return;
        }
        // Last, so that they never displace errors in known fields.
        let room = MAX_ERRORS.saturating_sub(self.errors.len());
        let others = object.keys().filter(|key| schema.properties.iter().all(|(name, _)| name != key));
        self.errors.extend(others.take(room).map(|key| unknown(Code::UnknownField, pointer, key)));
    }
}

/// Whether the type with this format can have this integer.
fn fits(number: &Number, format: Option<&str>) -> bool {
    match format {
        Some("uint32") => number.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
        _ => number.is_i64(),
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::ParseFromJSON;
    use proptest::prelude::*;

    use super::*;
    use poem_openapi::registry::Registry;
    use poem_openapi::types::Type;
    use poem_openapi::{Enum, Object};
    use serde_json::json;

    #[derive(Enum)]
    #[oai(rename_all = "lowercase")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Object)]
    struct Tile {
        name: String,
        colour: Colour,
        tags: Vec<String>,
        size: Option<i64>,
        layers: Option<u32>,
    }

    fn found(mut value: Value, blank: bool) -> Vec<(String, &'static str)> {
        let mut registry = Registry::new();
        Tile::register(&mut registry);
        let checked = check(&mut value, &Tile::schema_ref(), &registry.schemas, blank);
        checked.err().unwrap_or_default().into_iter().map(|e| (e.field, e.code)).collect()
    }

    #[test]
    fn all_errors_are_reported_together_with_their_pointers() {
        let tile = |name: &str, value: Value| {
            let mut tile = json!({"name": "a", "colour": "red", "tags": ["x"]});
            tile[name] = value;
            tile
        };
        let errors = |field: &str, code| vec![(field.to_owned(), code)];
        let table = [
            (tile("size", Value::Null), vec![]),
            (tile("layers", json!(0)), vec![]),
            (tile("layers", json!(u32::MAX)), vec![]),
            (tile("layers", json!(-1)), errors("/layers", "out_of_range")),
            (tile("layers", json!(u64::from(u32::MAX) + 1)), errors("/layers", "out_of_range")),
            (tile("size", json!(i64::MIN)), vec![]),
            (tile("size", json!(u64::MAX)), errors("/size", "out_of_range")),
            (tile("size", json!(1.5)), errors("/size", "invalid_type")),
            (json!([]), errors("", "invalid_type")),
            (
                json!({"colour": "green", "tags": ["x", 1], "size": "big", "a/b": 1}),
                [
                    ("/name", "required"),
                    ("/colour", "invalid_choice"),
                    ("/tags/1", "invalid_type"),
                    ("/size", "invalid_type"),
                    ("/a~1b", "unknown_field"),
                ]
                .map(|(field, code)| (field.to_owned(), code))
                .to_vec(),
            ),
        ];
        for (body, expected) in table {
            assert_eq!(found(body.clone(), false), expected, "{body}");
        }
    }

    #[test]
    fn errors_are_limited_and_those_in_known_fields_come_first() {
        let unknown = (0..5_000).map(|index| (format!("a{index}"), json!(1)));
        let mut body: Map<String, Value> = unknown.collect();
        body.insert("tags".to_owned(), json!([7, "x", 7]));
        let errors = found(Value::Object(body), false);
        let codes: Vec<_> = errors.iter().map(|(_, code)| *code).collect();
        let known = ["required", "required", "invalid_type", "invalid_type"];
        assert_eq!((codes.len(), &codes[..4]), (MAX_ERRORS, &known[..]));
        let tags = vec![json!(7); 5_000];
        assert_eq!(found(json!({"name": "a", "colour": "red", "tags": tags}), false).len(), MAX_ERRORS);
    }

    #[test]
    fn the_domain_reports_a_missing_text_of_a_form_unless_another_field_has_a_wrong_type() {
        assert_eq!(found(json!({"colour": "red", "tags": []}), true), []);
        let both = found(json!({"colour": 1, "tags": []}), true);
        assert_eq!(both, [("/name".to_owned(), "required"), ("/colour".to_owned(), "invalid_type")]);
    }

    /// Values of any shape, with members that a tile has.
    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "red|blue|(?s).{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 40, 8, |value| {
            let name = "name|colour|tags|size|layers|(?s)[a-z~/]{0,4}";
            prop_oneof![
                prop::collection::vec(value.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec((name, value), 0..8)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    /// Tiles with one or two errors, and tiles with more errors than are reported.
    fn tiles() -> impl Strategy<Value = Value> {
        let size = prop_oneof![any::<f64>().prop_map(Value::from), values()];
        let tags = prop::collection::vec(prop_oneof![Just(json!("x")), values()], 0..40);
        let tile =
            |(size, colour, tags)| json!({ "name": "a", "colour": colour, "tags": tags, "size": size });
        prop_oneof![
            size.prop_map(|size| json!({ "name": "a", "colour": "red", "tags": [], "size": size })),
            (values(), "red|blue|green", tags).prop_map(tile),
        ]
    }

    proptest! {
        #[test]
        fn accepted_values_parse_and_errors_point_into_the_body(
            value in prop_oneof![values(), tiles()], blank in any::<bool>(),
        ) {
            let mut registry = Registry::new();
            Tile::register(&mut registry);
            let mut checked = value.clone();
            match check(&mut checked, &Tile::schema_ref(), &registry.schemas, blank) {
                Ok(()) => prop_assert!(Tile::parse_from_json(Some(checked)).is_ok(), "{}", value),
                Err(errors) => {
                    prop_assert!((1..=MAX_ERRORS).contains(&errors.len()));
                    for error in errors {
                        let pointer = match error.code {
                            "required" => error.field.rsplit_once('/').map_or("", |(parent, _)| parent),
                            _ => &error.field,
                        };
                        prop_assert!(value.pointer(pointer).is_some(), "{} in {}", error.field, value);
                    }
                }
            }
        }
    }
}
