//! `/api/problems`: the pages to which the `type` of a problem leads.

use forum_tests::harness::{Answer, Document, Sent, TestApi};
use http::Method;
use serde_json::Value;

async fn get(api: &TestApi, path: &str, accept: &str) -> Answer {
    api.send(Sent::new(Method::GET, path).header("accept", accept)).await
}

fn codes(document: &Document) -> Vec<String> {
    let words = document.value()["components"]["schemas"]["ProblemCode"]["enum"].as_array().expect("codes");
    words.iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
}

#[tokio::test]
async fn each_code_of_the_document_has_a_page_with_its_meaning_advice_and_operations() {
    let api = TestApi::new().await;
    let documented = api.document().documented();
    let index = get(&api, "/api/problems", "application/json").await.expect(200);
    let items = index.json["items"].as_array().expect("items");
    let codes = codes(api.document());
    assert_eq!(items.len(), codes.len());
    for (code, item) in codes.iter().zip(items) {
        let path = format!("/api/problems/{code}");
        let json = get(&api, &path, "application/json").await.expect(200);
        assert_eq!((json.media_type(), &json.json), ("application/json", item), "{code}");
        assert_eq!((item["code"].as_str(), item["type"].as_str()), (Some(&**code), Some(&*path)));
        for member in ["title", "meaning", "advice"] {
            assert!(item[member].as_str().is_some_and(|text| text.len() > 3), "{code}: {member}");
        }
        let expected: Vec<&str> =
            documented.iter().filter(|kind| kind.2 == *code).map(|kind| kind.0.as_str()).collect();
        let mut listed: Vec<&str> =
            item["operations"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        if listed == ["any"] {
            assert!(expected.is_empty() || expected.len() == api.document().operations().len(), "{code}");
        } else {
            listed.sort_unstable();
            assert_eq!(listed, expected, "{code}");
        }
        assert!(documented.iter().all(|kind| kind.2 != *code || item["status"] == kind.1), "{code}");

        let html = get(&api, &path, "text/html").await.expect(200);
        assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
        let title = item["title"].as_str().unwrap_or_default();
        assert!(html.text.contains(&format!("<h1>{title}</h1>")), "{code}");
        assert!(html.text.contains(&format!("<code>{code}</code>, status {}", item["status"])), "{code}");
        let (is_any, excepts) = (listed == ["any"], html.text.contains("Any operation except"));
        assert_eq!(html.text.contains("Any operation."), is_any, "{code}");
        for operation in api.document().operations() {
            let id = operation.id();
            let expected = !is_any && listed.contains(&id) != excepts;
            assert_eq!(html.text.contains(&format!("({id})")), expected, "{code} {id}");
        }
    }
}

#[tokio::test]
async fn the_type_of_a_problem_leads_to_the_page_of_its_code() {
    let api = TestApi::new().await;
    for (method, path) in [
        (Method::GET, "/api/users/me"),
        (Method::GET, "/api/nothing"),
        (Method::POST, "/api/health"),
        (Method::GET, "/api/problems/no_such_code"),
    ] {
        let problem = api.send(Sent::new(method, path)).await;
        let page = problem.text_at("/type");
        let described = get(&api, &page, "application/json").await.expect(200);
        for member in ["code", "status", "title", "type"] {
            assert_eq!(described.json[member], problem.json[member], "{path} {member}");
        }
    }
}

#[tokio::test]
async fn unknown_codes_and_other_paths_are_not_found() {
    let api = TestApi::new().await;
    for path in [
        "/api/problems/",
        "/api/problems/nothing",
        "/api/problems/NOT_FOUND",
        "/api/problems/not_found/x",
        "/api/problem",
    ] {
        for accept in ["text/html", "application/json"] {
            get(&api, path, accept).await.problem(404, "not_found");
        }
    }
}

#[tokio::test]
async fn pages_are_html_unless_json_is_preferred_and_load_nothing() {
    let api = TestApi::new().await;
    for path in ["/api/problems", "/api/problems/rate_limited"] {
        let mut tags = Vec::new();
        for (accept, media_type) in [("*/*", "text/html"), ("application/json", "application/json")] {
            let answer = get(&api, path, accept).await.expect(200);
            assert_eq!(answer.media_type(), media_type);
            let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
            assert!(vary.iter().any(|value| *value == "Accept"), "{vary:?}");
            let tag = answer.header("etag").to_owned();
            let again = Sent::new(Method::GET, path).header("accept", accept).header("if-none-match", &tag);
            api.send(again).await.expect(304);
            tags.push(tag);
        }
        assert_ne!(tags[0], tags[1]);
        let html = get(&api, path, "text/html").await;
        let policy = html.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("script"), "{policy}");
        assert!(!html.text.contains("src=") && !html.text.contains("http"), "it refers to this site only");
        let refused = api.send(Sent::new(Method::POST, path)).await.problem(405, "method_not_allowed");
        assert_eq!(refused.header("allow"), "GET, HEAD");
    }
}
