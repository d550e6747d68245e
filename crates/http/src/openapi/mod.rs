//! The published OpenAPI document. One pass adds what poem-openapi cannot express: public operations, headers of all
//! responses, closed request bodies, examples.

pub(crate) mod endpoints;
mod examples;
mod shared;

use forum_domain::applications::Field;
use serde_json::{Map, Value, json};

use crate::api;
use crate::response::code::{ApiCode, Code};
use examples::Examples;

pub(crate) const DOCUMENT: &str = "/api/openapi.json";

/// The document as JSON with a trailing newline: the same text on every call.
pub fn openapi_document() -> String {
    let described = api::described().spec();
    let mut document = serde_json::from_str(&described).unwrap_or_default();
    refine(&mut document);
    format!("{document:#}\n")
}

/// An interactive HTML page that loads the document and nothing else.
pub(crate) fn openapi_pages() -> String {
    let service = api::described();
    let head = "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
                <title>Educators Forum API</title>";
    service
        .swagger_ui_html()
        .replacen("<html ", "<html lang=\"en\" ", 1)
        .replacen("<title>Swagger UI</title>", head, 1)
        .replacen("deepLinking: true,", "deepLinking: true, defaultModelsExpandDepth: 0,", 1)
        .replacen(&service.spec(), &json!(DOCUMENT).to_string(), 1)
        .replacen("spec: spec,", "url: spec,", 1)
}

type Object = Map<String, Value>;

fn refine(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    walk(schemas);
    describe_fields(schemas);
    walk(&mut document["paths"]);
    close_requests(document);
    let schemas = document["components"]["schemas"].clone();
    let examples = Examples::of(&schemas);
    for operation in operations(document) {
        if !operation.contains_key("security") {
            operation.insert("security".to_owned(), json!([]));
        }
        let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default().to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            refine_parameter(&id, parameter, &examples);
        }
        if let Some(body) = operation.get_mut("requestBody") {
            add_examples(body, &examples);
        }
        let limited = operation["responses"]["429"].is_object();
        for (status, response) in shared::members(operation.get_mut("responses")) {
            if limited {
                add_limit_headers(status, response);
            }
            refine_response(status, response, &examples);
        }
    }
    document["components"]["headers"] = edge_headers();
    document["components"]["examples"] = examples::problems();
    shared::share(document);
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Object> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Object::values_mut);
    let operations = paths.filter_map(Value::as_object_mut).flat_map(Object::values_mut);
    operations.filter_map(Value::as_object_mut)
}

/// Fixes deviations from the OpenAPI specification anywhere in the document.
fn walk(value: &mut Value) {
    if let Value::Object(object) = value {
        if object.get("format").is_some_and(|format| format == "naive-date") {
            object.insert("format".to_owned(), "date".into());
        }
        for bound in ["minimum", "maximum"] {
            if let Some(number) = object.get(bound).and_then(Value::as_f64) {
                object.insert(bound.to_owned(), (number as i64).into());
            }
        }
        if object.get("format").is_some_and(|format| format == "uint32") {
            object.entry("minimum").or_insert(0.into());
            object.entry("maximum").or_insert(u32::MAX.into());
        }
        // poem-openapi repeats the siblings of a reference within its `allOf`.
        if let Some(all) = object.get_mut("allOf").and_then(Value::as_array_mut) {
            all.truncate(1);
        }
        object.values_mut().for_each(walk);
    } else if let Value::Array(items) = value {
        items.iter_mut().for_each(walk);
    }
}

/// Describes the members that are fields of an application.
fn describe_fields(schemas: &mut Value) {
    let schemas = schemas.as_object_mut().into_iter().flat_map(Object::values_mut);
    let properties = schemas.filter_map(|schema| schema.get_mut("properties")?.as_object_mut());
    for (name, member) in properties.flatten() {
        let field = Field::ALL.iter().find(|field| field.name() == name);
        if let (Some(field), Some(member)) = (field, member.as_object_mut())
            && !member.contains_key("description")
            && !member.contains_key("$ref")
        {
            member.insert("description".to_owned(), field.description.into());
        }
    }
}

/// Closes the objects in requests: additional members are not allowed (`schema_validation` refuses them).
fn close_requests(document: &mut Value) {
    let mut open: Vec<String> = Vec::new();
    for operation in operations(document) {
        if let Some(body) = operation.get_mut("requestBody") {
            close(body, &mut open);
        }
    }
    let mut closed: Vec<String> = Vec::new();
    while let Some(name) = open.pop() {
        if !closed.contains(&name) {
            close(&mut document["components"]["schemas"][&name], &mut open);
            closed.push(name);
        }
    }
}

/// Closes the objects in a value and collects the names of the schemas it refers to.
fn close(value: &mut Value, referred: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            if object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), false.into());
            }
            if let Some(Value::String(reference)) = object.get("$ref") {
                referred.extend(reference.strip_prefix(SCHEMAS).map(str::to_owned));
            }
            object.values_mut().for_each(|value| close(value, referred));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| close(value, referred)),
        _ => {}
    }
}

const SCHEMAS: &str = "#/components/schemas/";

fn refine_parameter(operation: &str, parameter: &mut Value, examples: &Examples<'_>) {
    let Value::Object(parameter) = parameter else { return };
    // Both always have their default values.
    parameter.shift_remove("deprecated");
    parameter.shift_remove("explode");
    let hoisted = parameter
        .get_mut("schema")
        .and_then(Value::as_object_mut)
        .and_then(|s| s.shift_remove("description"));
    if let Some(description) = hoisted {
        parameter.insert("description".to_owned(), description);
    }
    let name = parameter.get("name").and_then(Value::as_str).unwrap_or_default();
    if let Some(example) = examples.value(operation, name, &parameter["schema"]) {
        parameter.insert("example".to_owned(), example);
    }
}

fn add_examples(body: &mut Value, examples: &Examples<'_>) {
    let Some(media) = body.pointer_mut("/content/application~1json") else { return };
    if let Some(example) = examples.body(&media["schema"]) {
        media["example"] = example;
    }
}

fn refine_response(status: &str, response: &mut Value, examples: &Examples<'_>) {
    add_headers(status, response);
    add_examples(response, examples);
    let Some(problem) = response.pointer_mut("/content/application~1problem+json") else { return };
    // The schema generated by `ApiError` refers to the problem and lists the codes of this status.
    let schema = problem["schema"]["allOf"][0].take();
    let named = problem["schema"]["enum"].take();
    let named = named.as_array().map(Vec::as_slice).unwrap_or_default();
    let codes: Vec<Code> =
        Code::ALL.iter().copied().filter(|code| named.contains(&code.as_str().into())).collect();
    problem["schema"] = schema;
    let reference =
        |code: &Code| (code.as_str(), json!({"$ref": format!("#/components/examples/{}", code.as_str())}));
    problem["examples"] = codes.iter().map(reference).collect();
    let lines = codes.iter().map(|code| format!("- `{}`: {}", code.as_str(), code.sentence()));
    let lines = lines.collect::<Vec<_>>().join("\n");
    response["description"] = if codes.len() == 1 { lines[2..].into() } else { lines.into() };
}

/// The response headers that no operation sets itself: the edge and `Problem` set them.
fn edge_headers() -> Value {
    serde_json::from_str(include_str!("headers.json")).expect("a constant document")
}

fn add_limit_headers(status: &str, response: &mut Value) {
    if status == "429" || status.starts_with(['2', '3']) {
        let known = edge_headers();
        for name in ["RateLimit-Policy", "RateLimit"] {
            // A limit that is not shown, such as that of an address, can refuse a request too.
            let mut header = json!({"$ref": format!("#/components/headers/{name}")});
            if status == "429" {
                header = known[name].clone();
                header["required"] = false.into();
            }
            response["headers"][name] = header;
        }
    }
}

fn add_headers(status: &str, response: &mut Value) {
    let of_status = match status {
        "401" => Some("WWW-Authenticate"),
        "503" => Some("Retry-After"),
        _ => None,
    };
    if status == "429" {
        // Not the header of a 503: it may be longer.
        response["headers"]["Retry-After"] = json!({
            "description": "Seconds until the limit allows another request.",
            "required": true,
            "schema": {"type": "integer", "minimum": 1},
        });
    }
    for name in ["X-Request-Id", "Cache-Control"].into_iter().chain(of_status) {
        response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
}
