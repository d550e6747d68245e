//! `/api/problems`: a page for each problem code, to which the `type` of a problem leads, and their index. The pages load
//! nothing. Clients that prefer `application/json` get the same content as JSON.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forum_domain::shared::escape_html;
use poem::endpoint::make_sync;
use poem::http::{HeaderMap, header};
use poem::{Request, Response, Result, RouteMethod, get};
use poem_openapi::registry::{MetaOperation, MetaSchemaRef};
use poem_openapi::types::ToJSON;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::api::{BASE, paths};
use crate::openapi::endpoints::{PAGES as DOCS, Published};
use crate::response::code::{Code, PROBLEMS};
use crate::response::problem::{PROBLEM_JSON, Problem};
use crate::response::responses::JSON;

/// The pattern of the page of one code.
pub(crate) const PAGE: &str = "/api/problems/{code}";
/// The same in the syntax of the router.
pub(crate) const ROUTE: &str = "/api/problems/:code";

const STYLE: &str = "\
:root{color-scheme:light}\
body{margin:0;background:#fbf8f2;color:#16324f;font:1rem/1.6 system-ui,sans-serif}\
main,nav{max-width:44rem;margin:0 auto;padding:0 1rem}\
nav{padding-top:1.5rem}\
main{padding-bottom:3rem}\
h1{font:600 2rem/1.2 Georgia,serif;margin:1.5rem 0 .5rem}\
h2{font-size:1.125rem;margin:1.75rem 0 .25rem}\
p,ul,dl{margin:.25rem 0}\
ul{padding-left:1.25rem}\
dt{margin-top:1rem}\
dd{margin:0}\
a{color:#1f4d3a}\
a:focus-visible{outline:2px solid #9a3f1b;outline-offset:2px}\
code{font:.9em/1.4 ui-monospace,monospace;background:#f2e7d0;padding:.1em .3em;border-radius:.2em;overflow-wrap:anywhere}";

/// One resource in its two representations.
struct Page {
    html: Published,
    json: Published,
}

impl Page {
    fn new(title: &str, content: &str, json: &Value) -> Self {
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <title>{title} · Educators Forum API</title><style>{STYLE}</style></head>\
             <body><nav aria-label=\"API\"><a href=\"{PROBLEMS}\">Problems</a> · <a href=\"{DOCS}\">API documentation</a></nav>\
             <main><h1>{title}</h1>{content}</main></body></html>\n",
        );
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        Self {
            html: Published::small(html, "text/html; charset=utf-8", Some(policy)),
            json: Published::small(format!("{json:#}\n"), JSON, None),
        }
    }

    fn answer(&'static self, request: &Request) -> Response {
        let page = if prefers_json(request.headers()) { &self.json } else { &self.html };
        let mut response = page.answer(request);
        response.headers_mut().append(header::VARY, header::HeaderValue::from_static("Accept"));
        response
    }
}

/// Whether `Accept` gives JSON a higher weight than HTML.
fn prefers_json(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let items: Vec<(String, f32)> = values
        .flat_map(|value| value.split(','))
        .filter_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            let range = parts.next()?.to_ascii_lowercase();
            let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
            Some((range, weight.map_or(Some(1.0), |weight| weight.parse().ok())?))
        })
        .collect();
    // The most specific range counts (RFC 9110, section 12.5.1).
    let weight = |ranges: [&str; 3]| {
        let of = |wanted: &str| items.iter().find(|(range, _)| range == wanted).map(|(_, weight)| *weight);
        ranges.into_iter().find_map(of).unwrap_or_default()
    };
    weight([JSON, "application/*", "*/*"]) > weight(["text/html", "text/*", "*/*"])
}

/// An operation as a page shows it.
struct Operation {
    id: &'static str,
    method: String,
    path: String,
    words: Vec<Value>,
}

fn operations() -> Vec<Operation> {
    paths()
        .flat_map(|path| {
            let at = format!("{BASE}{}", path.path);
            path.operations.into_iter().map(move |operation| Operation {
                id: operation.operation_id.unwrap_or_default(),
                method: operation.method.to_string(),
                path: at.clone(),
                words: words(&operation),
            })
        })
        .collect()
}

/// The codes that an operation documents.
fn words(operation: &MetaOperation) -> Vec<Value> {
    let media = operation.responses.responses.iter().flat_map(|response| &response.content);
    let problems = media.filter(|media| media.content_type == PROBLEM_JSON);
    problems
        .flat_map(|media| match &media.schema {
            MetaSchemaRef::Inline(schema) => schema.enum_items.clone(),
            MetaSchemaRef::Reference(_) => Vec::new(),
        })
        .collect()
}

/// The operations that return a code; `None` if any does. A code that no operation documents is returned before an
/// operation is found.
fn returned_by(code: Code, all: &[Operation]) -> Option<Vec<&Operation>> {
    let word = code.to_json().unwrap_or_default();
    let by: Vec<_> = all.iter().filter(|operation| operation.words.contains(&word)).collect();
    (!by.is_empty() && by.len() < all.len()).then_some(by)
}

fn operations_html(by: Option<Vec<&Operation>>, all: &[Operation]) -> String {
    let Some(by) = by else { return "<p>Any operation.</p>".to_owned() };
    let others: Vec<_> = all.iter().filter(|one| !by.iter().any(|two| two.id == one.id)).collect();
    let (introduction, shown) =
        if others.len() < 4 { ("<p>Any operation except:</p>", others) } else { ("", by) };
    let line = |Operation { id, method, path, .. }: &Operation| {
        format!("<li><code>{method} {}</code> ({id})</li>", escape_html(path))
    };
    format!("{introduction}<ul>{}</ul>", shown.into_iter().map(line).collect::<String>())
}

/// A sentence whose names are in backquotes, as HTML.
fn marked_up(text: &str) -> String {
    let pieces = text.split('`').map(escape_html).enumerate();
    pieces
        .map(|(index, piece)| if index % 2 == 1 { format!("<code>{piece}</code>") } else { piece })
        .collect()
}

fn entry(code: Code, all: &[Operation]) -> Value {
    let by = returned_by(code, all);
    let by = by.map_or_else(|| vec!["any"], |by| by.iter().map(|operation| operation.id).collect());
    json!({
        "type": code.type_url(),
        "code": code.word(),
        "title": code.title(),
        "status": code.status().as_u16(),
        "meaning": code.meaning(),
        "advice": code.advice(),
        "operations": by,
    })
}

static PAGES: LazyLock<Vec<(String, Page)>> = LazyLock::new(|| {
    let all = operations();
    let page = |code: &Code| {
        let content = format!(
            "<p><code>{}</code>, status {}</p>\
             <h2>Meaning</h2><p>{}</p><h2>What a client should do</h2><p>{}</p><h2>Returned by</h2>{}",
            code.word(),
            code.status(),
            marked_up(code.meaning()),
            marked_up(code.advice()),
            operations_html(returned_by(*code, &all), &all),
        );
        (code.word(), Page::new(&code.title(), &content, &entry(*code, &all)))
    };
    Code::ALL.iter().map(page).collect()
});

static INDEX: LazyLock<Page> = LazyLock::new(|| {
    let all = operations();
    let line = |code: &Code| {
        let (word, meaning) = (code.word(), marked_up(code.meaning()));
        let status = code.status().as_u16();
        format!("<dt><a href=\"{}\"><code>{word}</code></a> {status}</dt><dd>{meaning}</dd>", code.type_url())
    };
    let lines: String = Code::ALL.iter().map(line).collect();
    let introduction = "The problems that the API returns, by status. The member <code>code</code> of a problem has one of \
                        these names, whose meaning never changes.";
    let content = format!("<p>{introduction}</p><dl>{lines}</dl>");
    let items: Vec<_> = Code::ALL.iter().map(|code| entry(*code, &all)).collect();
    Page::new("Problems", &content, &json!({"items": items}))
});

/// Lists all codes.
pub(crate) fn index() -> RouteMethod {
    get(make_sync(|request| INDEX.answer(&request)))
}

/// Describes one code; 404 for an unknown one.
pub(crate) fn page() -> RouteMethod {
    get(make_sync(|request: Request| -> Result<Response> {
        let wanted = request.raw_path_param("code").unwrap_or_default();
        let page = PAGES.iter().find(|(word, _)| word == wanted);
        let (_, page) = page.ok_or_else(|| Problem::from(Code::NotFound))?;
        Ok(page.answer(&request))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::HeaderValue;

    #[test]
    fn json_is_returned_if_it_has_a_higher_weight_than_html() {
        let table = [
            ("", false),
            ("*/*", false),
            ("application/json", true),
            ("Application/JSON", true),
            ("application/json, */*;q=0.1", true),
            ("text/html,application/xhtml+xml,*/*;q=0.8", false),
            ("text/html;q=0.5, application/json;q=0.6", true),
            ("application/json;q=0.5, text/html", false),
            ("application/*", true),
            ("application/json;q=0", false),
            ("application/json;q=x", false),
        ];
        for (accept, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(prefers_json(&headers), expected, "{accept}");
        }
    }
}
