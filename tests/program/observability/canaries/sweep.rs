//! Sends marked values to every operation as invalid input: in the path, query and headers, in unknown fields, in
//! fields of the wrong type, in malformed JSON and in oversized bodies.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Map, Value, json};

use super::search::Canaries;
use super::visit::AccessTokens;

/// Skipped for callers with a session, because they would end it.
const ENDS: [&str; 2] = ["end_sessions", "delete_current_user"];

pub struct Operation<'a> {
    pub id: &'a str,
    method: Method,
    path: &'a str,
    members: Vec<&'a str>,
}

pub fn operations(document: &Value) -> impl Iterator<Item = Operation<'_>> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.flat_map(move |(path, operations)| {
        let operations = operations.as_object().expect("operations").iter();
        operations.filter_map(move |(method, operation)| {
            Some(Operation {
                id: operation["operationId"].as_str()?,
                method: method.to_uppercase().parse().expect("a method"),
                path,
                members: members(document, operation),
            })
        })
    })
}

fn members<'a>(document: &'a Value, operation: &'a Value) -> Vec<&'a str> {
    let content = operation["requestBody"]["content"].as_object();
    let schema = content.and_then(|content| content.values().next()).map(|media| &media["schema"]);
    let Some(mut schema) = schema else { return Vec::new() };
    if let Some(name) = schema["$ref"].as_str() {
        schema = document.pointer(name.trim_start_matches('#')).expect("a schema");
    }
    schema["properties"]
        .as_object()
        .map(|members| members.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

pub async fn sweep(url: &str, tokens: &AccessTokens, canaries: &mut Canaries) {
    let text = canaries.plant("a misplaced text", "Irrläufer-Kanari 4711");
    let number = canaries.plant("a misplaced number", "8675309417");
    let long = canaries.plant("the beginning of a long text", "Endlos-Kanari-0815") + &"x".repeat(300_000);
    let header = canaries.plant("a header", "Kopfzeilen-Kanari-93");
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).expect("JSON");
    let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let bearers = [None, Some(header.as_str()), Some(tokens.admin.as_str()), Some(tokens.applicant.as_str())];
    for operation in operations(&document) {
        for bearer in bearers {
            if bearer.is_some() && ENDS.contains(&operation.id) {
                continue;
            }
            let to = |query: &str, parameter: &str| -> RequestBuilder {
                let path: Vec<&str> = operation
                    .path
                    .split('/')
                    .map(|part| if part.starts_with('{') { parameter } else { part })
                    .collect();
                let request =
                    client.request(operation.method.clone(), format!("{url}/api{}{query}", path.join("/")));
                let request = request
                    .header("x-kanari", &header)
                    .header("cookie", format!("session={header}"))
                    .header("user-agent", &header)
                    .header("referer", format!("{url}/{header}"))
                    .header("last-event-id", &header)
                    .header("if-match", format!("\"{header}\""))
                    .header("idempotency-key", &header);
                bearer.into_iter().fold(request, RequestBuilder::bearer_auth)
            };
            let filled = |value: Value| -> Value {
                operation
                    .members
                    .iter()
                    .map(|name| ((*name).to_owned(), value.clone()))
                    .collect::<Map<_, _>>()
                    .into()
            };
            let unknown_id = "0197a1b2-0000-7000-8000-000000000000";
            let unknown = json!({ (text.clone()): text, "email": text });
            let json = |body: String| (Some("application/json"), body);
            for (kind, body) in [
                (None, String::new()),
                json(filled(text.clone().into()).to_string()),
                json(filled(8_675_309_417_u64.into()).to_string()),
                json(unknown.to_string()),
                json(format!("{{\"email\": \"{text}\", \"password\": ")),
                json(filled(long.clone().into()).to_string()),
                (Some("text/plain"), text.clone()),
                (
                    Some("multipart/form-data; boundary=form"),
                    format!(
                        "--form\r\nContent-Disposition: form-data; name=\"{text}\"; filename=\"{text}\"\r\n\r\n{text}\r\n--form--\r\n"
                    ),
                ),
            ] {
                let request = to("", unknown_id);
                let request =
                    kind.into_iter().fold(request, |request, kind| request.header("content-type", kind));
                send(request.body(body)).await;
            }
            send(to("", "Irrl%C3%A4ufer-Kanari%204711")).await;
            send(to(
                &format!("?q=Irrl%C3%A4ufer-Kanari%204711&{header}={number}&cursor={header}"),
                unknown_id,
            ))
            .await;
        }
    }
    for path in [
        "Irrl%C3%A4ufer-Kanari%204711",
        &number,
        "api/Irrl%C3%A4ufer-Kanari%204711",
        "storage/headshots/Kopfzeilen-Kanari-93.jpg",
        "email-previews/Kopfzeilen-Kanari-93",
        "dev/mail?key=Kopfzeilen-Kanari-93",
    ] {
        send(client.get(format!("{url}/{path}"))).await;
        send(
            client
                .request("KANARI".parse().expect("a method"), format!("{url}/{path}"))
                .header("host", &header),
        )
        .await;
    }
}

/// Streams do not end by themselves, so the body is not read.
async fn send(request: RequestBuilder) {
    // The server closes the connection of a refused upload early.
    if let Ok(answer) = request.send().await {
        assert!(
            !answer.status().is_server_error() || answer.status() == 503,
            "{}: {}",
            answer.url(),
            answer.status()
        );
    }
}
