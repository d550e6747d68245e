//! Response headers that no operation sets itself; the edge and `Problem` set them.

use serde_json::{Value, json};

use crate::response::problem::LONGEST_WAIT;

/// All such headers, for the components of the document.
pub(super) fn all() -> Value {
    json!({
        "X-Request-Id": {
            "description": "Identifies the request, for error reports.",
            "required": true,
            "schema": {"type": "string", "format": "uuid"},
        },
        "Cache-Control": {
            "description": "The caching policy: `no-store` unless the response contains no personal data.",
            "required": true,
            "schema": {"type": "string"},
        },
        "WWW-Authenticate": {
            "description": "How to authenticate.",
            "required": true,
            "schema": {"type": "string", "enum": ["Bearer"]},
        },
        "Retry-After": {
            "description": "Seconds to wait before repeating the request.",
            "required": true,
            "schema": {"type": "integer", "minimum": 1, "maximum": LONGEST_WAIT},
        },
        "RateLimit-Policy": {
            "description": "The tightest limit of your network or account: how many requests it allows at once (`q`), and \
                            the seconds in which that quota is refilled, evenly (`w`).",
            "required": true,
            "schema": {"type": "string", "pattern": "^\"[a-z-]+\";q=[0-9]+;w=[0-9]+$"},
        },
        "RateLimit": {
            "description": "The state of that limit: how many requests it allows now (`r`), and the seconds until the quota \
                            is full again or, if none is allowed, until one is (`t`).",
            "required": true,
            "schema": {"type": "string", "pattern": "^\"[a-z-]+\";r=[0-9]+;t=[0-9]+$"},
        },
    })
}

/// Adds the headers of limits to a response of an operation that has limits.
pub(super) fn add_limits(status: &str, response: &mut Value) {
    if status == "429" || status.starts_with(['2', '3']) {
        let known = all();
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

/// Adds the headers that every response with this status has.
pub(super) fn add(status: &str, response: &mut Value) {
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
