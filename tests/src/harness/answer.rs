//! A complete HTTP response, with the assertions that tests make about it.

use forum_http::ResponseBody;
use http::{HeaderMap, Method, Response};
use http_body_util::BodyExt;
use serde_json::Value;

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    pub text: String,
    /// Null unless the body is JSON.
    pub json: Value,
}

impl Answer {
    /// Reads the whole response, or the first chunk of an endless stream.
    pub async fn read(response: Response<ResponseBody>) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let endless = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let mut body = response.into_body();
        let body = if endless {
            // The response to HEAD has no body.
            let piece = body.frame().await.map(|piece| piece.expect("a body").into_data().expect("data"));
            piece.unwrap_or_default().to_vec()
        } else {
            body.collect().await.expect("a body").to_bytes().to_vec()
        };
        let text = String::from_utf8_lossy(&body).into_owned();
        let json = serde_json::from_str(&text).unwrap_or_default();
        Self { status, headers, body, text, json }
    }

    /// The value of a header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().expect("a text header")).unwrap_or_default()
    }

    pub fn media_type(&self) -> &str {
        self.header("content-type").split(';').next().unwrap_or_default()
    }

    /// Checks the headers that every response must have (security.md, "From the first line on").
    #[track_caller]
    pub fn check_edge(&self, method: &Method, path: &str) {
        let one = |name: &str| {
            assert_eq!(self.headers.get_all(name).iter().count(), 1, "{name} of {path}, {}", self.status);
            self.header(name)
        };
        assert!(one("content-security-policy").contains("default-src 'none'"), "{path}");
        assert_eq!(one("x-content-type-options"), "nosniff", "{path}");
        for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
            assert_eq!(one(name), "same-origin", "{name} of {path}");
        }
        for name in ["cache-control", "permissions-policy", "referrer-policy", "x-request-id"] {
            assert!(!one(name).is_empty(), "{name} of {path}");
        }
        let path = path.split('?').next().unwrap_or_default();
        if path.starts_with("/api/") && path != "/api/docs" {
            assert_ne!(self.media_type(), "text/html", "{path}");
            assert_eq!(self.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
            if self.status >= 400 {
                assert_eq!(self.media_type(), "application/problem+json", "{path}: {}", self.text);
                assert_eq!(self.header("cache-control"), "no-store", "{path}");
                // A response to HEAD has no body.
                assert!(*method == Method::HEAD || !self.code().is_empty(), "{path}: {}", self.text);
            }
        }
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// Expects a complete problem document with this status and code and with the request id of the response.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Self {
        assert_eq!((self.status, self.code()), (status, code), "{}", self.text);
        assert_eq!(self.media_type(), "application/problem+json");
        assert_eq!(self.json["status"], status);
        let id = self.header("x-request-id");
        assert!(!id.is_empty(), "no request id");
        assert_eq!(self.json["instance"], format!("urn:request:{id}"));
        for member in ["type", "title", "detail"] {
            assert!(self.json[member].as_str().is_some_and(|text| !text.is_empty()), "{}", self.text);
        }
        assert_eq!(self.header("www-authenticate"), if status == 401 { "Bearer" } else { "" });
        assert_eq!(self.header("retry-after").is_empty(), ![429, 503].contains(&status));
        self
    }

    /// The code of a problem document; empty for any other response.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// JSON pointer and code of each field error, sorted.
    pub fn field_errors(&self) -> Vec<(&str, &str)> {
        let errors = self.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut found: Vec<(&str, &str)> = errors
            .iter()
            .map(|error| (error["field"].as_str().unwrap_or("?"), error["code"].as_str().unwrap_or("?")))
            .collect();
        found.sort_unstable();
        found
    }

    /// Expects a 422 with this code and exactly these field errors, sorted.
    #[track_caller]
    pub fn invalid(self, code: &str, errors: &[(&str, &str)]) -> Self {
        let answer = self.problem(422, code);
        assert_eq!(answer.field_errors(), errors, "{}", answer.text);
        answer
    }

    #[track_caller]
    pub fn items(&self) -> &[Value] {
        self.json["items"].as_array().unwrap_or_else(|| panic!("no items in {}", self.text))
    }

    /// A member of each item of a list.
    #[track_caller]
    pub fn each(&self, member: &str) -> Vec<&Value> {
        self.items().iter().map(|item| &item[member]).collect()
    }

    /// The status, body and headers by which an attacker could distinguish responses, without the request id and the
    /// requests that the client's own limit still allows, which differ in every response.
    pub fn visible(&self) -> (u16, String, Vec<(String, String)>) {
        let id = self.header("x-request-id");
        let headers =
            self.headers.iter().filter(|(name, _)| !["x-request-id", "ratelimit"].contains(&name.as_str()));
        let headers = headers.map(|(name, value)| (name.to_string(), format!("{value:?}"))).collect();
        (self.status, self.text.replace(id, ""), headers)
    }

    /// The sign-in methods of a session, in order.
    #[track_caller]
    pub fn methods(&self) -> Vec<&str> {
        let amr = self.json["amr"].as_array().expect("a list");
        amr.iter().map(|proof| proof["method"].as_str().expect("a word")).collect()
    }

    #[track_caller]
    pub fn text_at(&self, pointer: &str) -> String {
        let text = self.json.pointer(pointer).and_then(Value::as_str);
        text.unwrap_or_else(|| panic!("no text at {pointer} in {}", self.text)).to_owned()
    }
}
