//! Readers of the document: `/api/openapi.json`, `/api/docs`, and the descriptions.

use std::collections::BTreeSet;

use forum_tests::harness::{Sent, TestApi};
use http::Method;
use serde_json::Value;

pub(crate) const COMMITTED: &str = include_str!("../../../openapi.json");

#[tokio::test]
async fn the_docs_page_loads_the_document_and_may_only_run_its_own_script_and_call_the_api() {
    let api = TestApi::new().await;
    let answer = api.send(Sent::new(Method::GET, "/api/docs")).await.expect(200);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert!(answer.text.starts_with("<!doctype html>"));
    assert!(answer.text.contains("let spec = \"/api/openapi.json\"") && answer.text.contains("url: spec,"));
    for part in ["<html lang=\"en\"", "name=\"viewport\"", "<title>Educators Forum API</title>"] {
        assert!(answer.text.contains(part), "{part}");
    }
    assert!(answer.text.contains("defaultModelsExpandDepth: 0,"), "the list of schemas is closed");
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
}

#[tokio::test]
async fn the_type_of_a_problem_leads_to_the_guide_which_lists_every_code_with_its_status() {
    let api = TestApi::new().await;
    for path in ["/api/nothing", "/api/users/me"] {
        let problem = api.send(Sent::new(Method::GET, path)).await;
        let page = api.send(Sent::new(Method::GET, &problem.text_at("/type"))).await.expect(303);
        assert_eq!(page.header("location"), "/api/docs");
    }
    let document = api.document();
    let guide = document.value()["info"]["description"].as_str().expect("a guide");
    let codes = document.value()["components"]["schemas"]["ProblemCode"]["enum"].as_array().expect("codes");
    assert_eq!(guide.matches("\n| `").count(), codes.len());
    for (operation, status, code) in document.documented().into_iter().filter(|kind| kind.1 >= 400) {
        assert!(guide.contains(&format!("\n| `{code}` | {status} | ")), "{operation} {code}");
    }
}

#[tokio::test]
async fn the_document_and_its_page_are_compressed_and_cached_by_etag_and_head_responds_like_get() {
    let api = TestApi::new().await;
    for (path, media_type) in [("/api/openapi.json", "application/json"), ("/api/docs", "text/html")] {
        let plain = api.send(Sent::new(Method::GET, path)).await.expect(200);
        assert_eq!((plain.media_type(), plain.header("cache-control")), (media_type, "no-cache"));
        assert!(path == "/api/docs" || plain.text == COMMITTED);
        let mut tags = BTreeSet::new();
        for encoding in ["", "br", "gzip"] {
            let sent = || Sent::new(Method::GET, path).header("accept-encoding", encoding);
            let answer = api.send(sent()).await.expect(200);
            assert_eq!(
                (answer.header("content-encoding"), answer.header("vary")),
                (encoding, "Accept-Encoding")
            );
            assert!(encoding.is_empty() || answer.body.len() < plain.body.len() / 3, "{path} {encoding}");
            let again = api.send(sent().header("if-none-match", answer.header("etag"))).await.expect(304);
            assert_eq!((again.text.as_str(), again.header("etag")), ("", answer.header("etag")));
            let policy = "content-security-policy";
            assert_eq!(again.header(policy), answer.header(policy), "{path}");
            tags.insert(answer.header("etag").to_owned());
        }
        assert_eq!(tags.len(), 3, "one for each encoding");
        let head = api.send(Sent::new(Method::HEAD, path)).await.expect(200);
        assert_eq!((head.text.as_str(), head.header("etag")), ("", plain.header("etag")));
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            let refused = api.send(Sent::new(method, path)).await.problem(405, "method_not_allowed");
            assert_eq!(refused.header("allow"), "GET, HEAD");
        }
    }
}

/// A described part of the document: its JSON pointer, its name and its description.
type Part<'a> = (String, &'a str, &'a str);

/// Members whose objects each need a description.
const DESCRIBED: [&str; 7] =
    ["headers", "parameters", "properties", "responses", "schemas", "securitySchemes", "tags"];

/// Collects the parts at a pointer and below. `of` is the member that contains the value `key`. A reference has the
/// description of its target.
fn collect<'a>(pointer: &str, of: &str, key: &'a str, value: &'a Value, found: &mut Vec<Part<'a>>) {
    let is_part = DESCRIBED.contains(&of) || key == "info" || value["operationId"].is_string();
    if is_part && value.is_object() && value["$ref"].is_null() {
        let name = value["operationId"].as_str().or(value["name"].as_str()).unwrap_or(key);
        found.push((pointer.to_owned(), name, value["description"].as_str().unwrap_or_default()));
    }
    let below = |key: &str| format!("{pointer}/{}", key.replace('/', "~1"));
    for (member, value) in value.as_object().into_iter().flatten() {
        if !member.starts_with("example") {
            collect(&below(member), key, member, value, found);
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        collect(&below(&index.to_string()), key, "", item, found);
    }
}

/// The words of a name or a sentence without articles and prepositions.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    for letter in text.chars() {
        if letter.is_uppercase() {
            spaced.push(' ');
        }
        spaced.extend(letter.to_lowercase());
    }
    let words = spaced.split(|letter: char| !letter.is_alphanumeric());
    let filler = ["", "a", "an", "the", "of", "for", "this", "your"];
    words.filter(|word| !filler.contains(word)).map(str::to_owned).collect()
}

#[test]
fn every_part_of_the_document_has_a_description_that_does_not_only_repeat_its_name() {
    let document: Value = serde_json::from_str(COMMITTED).expect("a JSON document");
    let mut parts = Vec::new();
    collect("", "", "", &document, &mut parts);
    assert!(parts.len() > 500, "{}", parts.len());
    for (pointer, name, description) in parts {
        assert!(!description.trim().is_empty(), "{pointer} has no description");
        assert_ne!(words(name), words(description), "{pointer} only repeats its name");
    }
}
