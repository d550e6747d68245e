//! Malformed requests to every operation of the document: other methods, repeated or unknown
//! parameters, offsets beyond every list, compressed or oversized bodies, thousands of wrong fields.

use std::collections::BTreeMap;

use forum_domain::accounts::Role;
use forum_tests::harness::{Document, Operation, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::json;

use crate::support::mailed::recovery_token;

/// The path of an operation, with an id that does not exist.
fn address(operation: &Operation<'_>) -> String {
    format!(
        "/api{}",
        operation
            .path
            .replace("{id}", UNKNOWN_ID)
            .replace("{note_id}", UNKNOWN_ID)
            .replace("{role}", "partner")
    )
}

fn method(operation: &Operation<'_>) -> Method {
    operation.method.to_uppercase().parse().expect("a method")
}

fn query_parameters<'a>(operation: &Operation<'a>) -> Vec<&'a str> {
    let parameters = operation.value["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let queries = parameters.iter().filter(|parameter| parameter["in"] == "query");
    queries.filter_map(|parameter| parameter["name"].as_str()).collect()
}

/// The methods of each path, as `Allow` lists them.
fn allowed(document: &Document) -> BTreeMap<String, String> {
    let mut methods: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for operation in document.operations() {
        let known = methods.entry(address(&operation)).or_default();
        known.push(operation.method.to_uppercase());
        if operation.method == "get" {
            known.push("HEAD".to_owned());
        }
    }
    let joined = methods.into_iter().map(|(path, mut methods)| {
        methods.sort();
        (path, methods.join(", "))
    });
    joined.collect()
}

#[tokio::test]
async fn head_responds_like_get_and_every_other_method_is_a_405_that_lists_the_allowed_ones() {
    let api = TestApi::new().await;
    let document = Document::published();
    let ana = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    for (path, allow) in allowed(&document) {
        for other in
            ["OPTIONS", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND"]
        {
            if allow.split(", ").any(|known| known == other) {
                continue;
            }
            for caller in [&ana, &api.anonymous()] {
                let answer = caller.send(Sent::new(other.parse().expect("a method"), &path)).await;
                assert_eq!((answer.status, answer.header("allow")), (405, allow.as_str()), "{other} {path}");
            }
        }
        if allow.contains("HEAD") {
            for caller in [&ana, &api.anonymous()] {
                let get = caller.get(&path).await;
                let head = caller.send(Sent::new(Method::HEAD, &path)).await.expect(get.status);
                // The connection omits the body of an error response to HEAD, as HTTP requires.
                assert!(head.body.is_empty() || head.status >= 400, "{path}");
                for name in ["etag", "cache-control", "www-authenticate", "content-security-policy"] {
                    assert_eq!(head.header(name), get.header(name), "{name} of {path}");
                }
            }
        }
    }
}

/// A valid and an invalid value for each query parameter, and the code of the refusal.
const VALUES: &[(&str, &str, &str, &str)] = &[
    ("list_email_messages status", "failed", "pending", "invalid_value"),
    ("list_email_messages state", "failed", "pending", "invalid_value"),
    ("state", "Texas", "%00", "invalid_text"),
    ("subject", "art", "%00", "invalid_text"),
    ("submitted_after", "2026-11-20T12:00:00Z", "yesterday", "invalid_value"),
    ("submitted_before", "2026-11-20T12:00:00Z", "9999-12-31T23:59:59-01:00", "invalid_value"),
    ("other_places", "true", "perhaps", "invalid_value"),
    ("has_notes", "true", "many", "invalid_value"),
    ("format", "xlsx", "pdf", "invalid_value"),
    ("bom", "true", "utf-8", "invalid_value"),
    ("include_note", "true", "all", "invalid_value"),
    ("include_reviewer", "true", "all", "invalid_value"),
    ("limit", "7", "101", "out_of_range"),
    ("offset", "3", "-1", "out_of_range"),
    ("status", "pending", "lost", "invalid_value"),
    ("role", "admin", "owner", "invalid_value"),
    ("reason", "left", "%00", "invalid_text"),
    ("q", "maria", "%00", "invalid_text"),
    ("sort", "name", "phone", "invalid_value"),
    ("order", "asc", "sideways", "invalid_value"),
    ("scope", "others", "planet", "invalid_scope"),
    ("actor", UNKNOWN_ID, "no-id", "invalid_value"),
    ("action", "role.granted", "%00", "invalid_text"),
    ("target", UNKNOWN_ID, "no-id", "invalid_value"),
];

/// Lists that do not repeat their limit.
const LOGS: [&str; 2] = ["list_audit_events", "list_email_messages"];

/// Operations that redirect browsers.
const REDIRECTING: [&str; 2] = ["begin_authorization", "finish_authorization"];

#[tokio::test]
async fn if_a_parameter_is_given_twice_the_first_one_counts() {
    let api = TestApi::new().await;
    let document = Document::published();
    let mut seen = 0;
    for operation in document.operations() {
        // They require several parameters at once: `code_flow.rs`.
        if REDIRECTING.contains(&operation.id()) {
            continue;
        }
        // A valid cursor comes from a list: `cursors.rs`.
        for name in query_parameters(&operation).into_iter().filter(|name| *name != "cursor") {
            let own = format!("{} {name}", operation.id());
            let known = VALUES.iter().find(|known| known.0 == own || known.0 == name);
            let (_, good, bad, code) =
                known.unwrap_or_else(|| panic!("{name} of {} is not in the table", operation.id()));
            let caller = api.user(&format!("u{seen}@forum.example"), &[Role::Admin]).await;
            let send = async |first: &str, second: &str| {
                let path = format!("{}?{name}={first}&{name}={second}", address(&operation));
                caller.send(Sent::new(method(&operation), &path)).await
            };
            let refused = send(bad, good).await.expect(422);
            let expected = [(&*format!("/{name}"), *code)];
            assert_eq!(refused.field_errors(), expected, "{}", operation.id());
            if *bad == "%00" && name != "reason" {
                let long = send(&"x".repeat(201), good).await;
                long.invalid("validation_failed", &[(&format!("/{name}"), "too_long")]);
            }
            let passed = send(good, bad).await;
            // With an unknown id, valid parameters lead to 404.
            let expected: &[u16] = if operation.path.contains("{id}") { &[404] } else { &[200, 204] };
            assert!(expected.contains(&passed.status), "{} {name}: {}", operation.id(), passed.text);
            if ["limit", "offset"].contains(&name) && !LOGS.contains(&operation.id()) {
                assert_eq!(passed.json[name].to_string(), *good, "{}", operation.id());
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "parameters in the document");
}

#[tokio::test]
async fn an_unknown_parameter_is_refused_after_authentication() {
    let document = Document::published();
    let api = TestApi::new().await;
    let caller = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let no_role = api.user("unknown@school.example", &[]).await;
    let holder = api.with_token(&recovery_token(&api, "forgetful@school.example").await);
    for operation in document.operations() {
        // Providers add their own parameters.
        if operation.id() == "finish_authorization" {
            continue;
        }
        let caller = if operation.id() == "set_recovery_password" { &holder } else { &caller };
        for (query, field) in [
            ("stauts=pending&stauts=%ff", "/stauts"),
            ("&=&&", "/"),
            ("__proto__=1", "/__proto__"),
            ("a~b/c[]=9", "/a~0b~1c[]"),
            ("Limit=9", "/Limit"),
        ] {
            let path = format!("{}?{query}", address(&operation));
            let sent = || Sent::new(method(&operation), &path);
            let refused = caller.send(sent().json(&json!({}))).await.problem(422, "unknown_parameter");
            assert_eq!(refused.field_errors(), [(field, "unknown_parameter")], "{path}");
            let stranger = api.anonymous().send(sent()).await;
            let secured = operation.is_secured();
            let expected = if secured { "authentication_required" } else { "unknown_parameter" };
            assert_eq!(stranger.code(), expected, "{path}");
            if operation.path.starts_with("/admin") {
                no_role.send(sent()).await.problem(403, "forbidden");
            }
        }
        for query in ["?", "?&", "?&&"] {
            let path = format!("{}{query}", address(&operation));
            let answer = api.anonymous().send(Sent::new(method(&operation), &path)).await;
            assert_ne!(answer.code(), "unknown_parameter", "{path}");
        }
    }
    caller.get("/api/users/me").await.expect(200);
}

/// Requests every list with offsets that are too large for its counter.
#[tokio::test]
async fn an_offset_beyond_every_list_is_empty_or_refused_and_never_wraps() {
    let api = TestApi::new().await;
    let document = Document::published();
    let lists = document.operations().into_iter().filter(|list| query_parameters(list).contains(&"offset"));
    let lists: Vec<_> = lists.collect();
    assert!(lists.len() >= 4, "lists in the document");
    let caller = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    // An offset that wrapped around would show this application or the caller's session.
    caller.apply().await;
    for list in lists {
        let at = async |offset: &str| caller.get(&format!("{}?offset={offset}", address(&list))).await;
        at("4294967297").await.invalid("validation_failed", &[("/offset", "out_of_range")]);
        let last = at("2147483647").await.expect(200);
        assert_eq!(last.json["items"], json!([]), "{}", list.id());
    }
}

#[tokio::test]
async fn a_compressed_or_oversized_body_is_refused_by_its_headers_after_authentication() {
    let document = Document::published();
    let api = TestApi::new().await;
    let caller = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let operations = document.operations();
    let bodies: Vec<_> = operations.iter().filter(|known| known.value["requestBody"].is_object()).collect();
    assert!(bodies.len() >= 7, "bodies in the document");
    let holder = api.with_token(&recovery_token(&api, "forgetful@school.example").await);
    for operation in bodies {
        let caller = if operation.id() == "set_recovery_password" { &holder } else { &caller };
        let path = address(operation);
        let table: [(&str, &str, u16, &str); 4] = [
            ("content-encoding", "gzip", 415, "unsupported_media_type"),
            ("content-encoding", "identity, br", 415, "unsupported_media_type"),
            ("content-length", "6000000", 413, "payload_too_large"),
            ("content-length", "18446744073709551615", 413, "payload_too_large"),
        ];
        for (name, value, status, code) in table {
            let sent = || Sent::new(method(operation), &path).json(&json!({})).header(name, value);
            caller.send(sent()).await.problem(status, code);
            if operation.is_secured() {
                api.anonymous().send(sent()).await.problem(401, "authentication_required");
            }
        }
        let plain =
            Sent::new(method(operation), &path).json(&json!({})).header("content-encoding", "identity");
        let answer = caller.send(plain).await;
        assert!(answer.status != 415 || operation.id() == "upload_headshot", "{}", operation.id());
    }
}
