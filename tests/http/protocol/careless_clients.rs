//! Other methods, and repeated or unknown parameters.

use std::collections::BTreeMap;

use forum_domain::accounts::Role;
use forum_tests::harness::{Document, Operation, Sent, TestApi, UNKNOWN_ID};
use http::Method;

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

/// Those with one value.
fn query_parameters<'a>(operation: &Operation<'a>) -> Vec<&'a str> {
    let parameters = operation.value["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let queries = parameters.iter().filter(|parameter| parameter["in"] == "query");
    let queries = queries.filter(|parameter| parameter["schema"]["type"] != "array");
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
    ("list_users state", "disabled", "lost", "invalid_value"),
    ("list_subscribers state", "pending", "lost", "invalid_value"),
    ("list_contact_messages state", "new", "lost", "invalid_value"),
    ("list_contact_messages subject", "media-request", "spam", "invalid_value"),
    ("state", "Texas", "%00", "invalid_text"),
    ("subject", "art", "%00", "invalid_text"),
    ("mark", "none", "perhaps", "invalid_value"),
    ("team", "none", "perhaps", "invalid_value"),
    ("changes", "none", "perhaps", "invalid_value"),
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
    ("about", UNKNOWN_ID, "no-id", "invalid_value"),
    ("after", "2026-11-20T12:00:00Z", "yesterday", "invalid_value"),
    ("before", "2026-11-20T12:00:00Z", "tomorrow", "invalid_value"),
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
        // They require several parameters at once: `identities::providers`.
        if REDIRECTING.contains(&operation.id()) {
            continue;
        }
        // A valid cursor comes from a list: `review::cursors`.
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

/// `document::responses` sends one to every operation.
#[tokio::test]
async fn an_unknown_parameter_is_named_in_the_refusal_and_an_empty_query_has_none() {
    let api = TestApi::new().await;
    for (query, field) in [
        ("stauts=pending&stauts=%ff", "/stauts"),
        ("&=&&", "/"),
        ("__proto__=1", "/__proto__"),
        ("a~b/c[]=9", "/a~0b~1c[]"),
        ("Limit=9", "/Limit"),
    ] {
        let refused = api.anonymous().get(&format!("/api/auth/keys?{query}")).await;
        refused.invalid("unknown_parameter", &[(field, "unknown_parameter")]);
    }
    for query in ["?", "?&", "?&&"] {
        api.anonymous().get(&format!("/api/auth/keys{query}")).await.expect(200);
    }
}
