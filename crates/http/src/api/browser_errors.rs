//! `POST /errors`: errors of the pages, reported by browsers. Any client can send a report, so reports are short,
//! rate-limited, logged and counted, and have no other effect.

use forum_domain::limits::RateLimit;
use forum_domain::shared::{FieldError, Invalid, TextRule};
use poem::Request;
use poem_openapi::{Enum, Object, OpenApi};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use crate::api::tag::Tag;
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::NoContent;
use crate::response::schema_types::{AtMost, Filled};
use crate::traffic::Label;

const NAME: usize = 100;
const ROUTE: usize = 200;
const FRAMES: usize = 5;
const FRAME: usize = 200;

/// The kind of error.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(crate) enum BrowserErrorKind {
    /// An exception that nothing caught.
    Error,
    /// A promise whose rejection nothing handled.
    Rejection,
    /// A part of the page that could not be shown.
    Render,
}

impl BrowserErrorKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Rejection => "rejection",
            Self::Render => "render",
        }
    }
}

pub const BROWSER_ERRORS: [&str; 3] = [
    BrowserErrorKind::Error.as_str(),
    BrowserErrorKind::Rejection.as_str(),
    BrowserErrorKind::Render.as_str(),
];

/// An error in a browser, without text that a user has entered.
#[derive(Object)]
pub(crate) struct BrowserError {
    kind: BrowserErrorKind,
    /// The class of the error, such as `TypeError`. Its message is not sent, because it can quote a user's input.
    name: Filled<NAME>,
    /// The pattern of the page's address. What follows `?`, `#` or `%` is dropped.
    route: Filled<ROUTE>,
    /// The stack frames, innermost first, shortened in the same way.
    frames: AtMost<Filled<FRAME>, FRAMES>,
}

error_codes!(BrowserErrorCodes: [], BODY, TEXT);

pub(crate) struct BrowserErrorsApi {
    pub(crate) counted: Family<Label, Counter>,
}

#[OpenApi(tag = "Tag::Operations")]
impl BrowserErrorsApi {
    /// Report an error in a browser
    ///
    /// The report is logged and counted. Send no text that a user has entered.
    #[oai(path = "/errors", method = "post", operation_id = "report_browser_error")]
    async fn report_browser_error(
        &self,
        request: &Request,
        json: Json<BrowserError>,
    ) -> Result<NoContent, ApiError<BrowserErrorCodes>> {
        limits::network(request, &RateLimit::BROWSER_ERRORS).await?;
        let kind = json.body.kind.as_str();
        let (name, route, frames) = checked(json.body)?;
        tracing::warn!(kind, name, route, frames = frames.join(" | "), "an error in a browser");
        self.counted.get_or_create(&[("kind", kind)]).inc();
        Ok(NoContent)
    }
}

fn checked(error: BrowserError) -> Result<(String, String, Vec<String>), Invalid> {
    let rule = |field, label, limit| TextRule { field, label, limit, multiline: false };
    let mut errors = Vec::new();
    let name = rule("/name", "The name", NAME).required(&error.name.0, &mut errors);
    let route = without_input(rule("/route", "The route", ROUTE).required(&error.route.0, &mut errors));
    let frames = error.frames.0;
    if frames.len() > FRAMES {
        errors.push(FieldError::new("/frames", "too_many", format!("Send at most {FRAMES} frames.")));
    }
    let frame = rule("/frames", "A frame", FRAME);
    let frames = frames.iter().take(FRAMES);
    let frames = frames.map(|text| without_input(frame.required(&text.0, &mut errors))).collect();
    Invalid::unless_empty(errors)?;
    Ok((name, route, frames))
}

/// Queries and fragments contain addresses and tokens. Their marks may be percent-encoded, more than once.
fn without_input(mut text: String) -> String {
    text.truncate(text.find(['?', '#', '%']).unwrap_or(text.len()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(name: &str, route: &str, frames: &[&str]) -> BrowserError {
        BrowserError {
            kind: BrowserErrorKind::Render,
            name: name.to_owned().into(),
            route: route.to_owned().into(),
            frames: AtMost(frames.iter().map(|frame| (*frame).to_owned().into()).collect()),
        }
    }

    fn codes(error: BrowserError) -> Vec<(String, &'static str)> {
        let errors = checked(error).err().map_or_else(Vec::new, |invalid| invalid.0);
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn a_report_consists_of_short_single_lines() {
        let frame = "a".repeat(FRAME);
        assert_eq!(codes(report(&"N".repeat(NAME), &"/".repeat(ROUTE), &[frame.as_str(); FRAMES])), []);
        let (name, route, frames) = ("/name".to_owned(), "/route".to_owned(), "/frames".to_owned());
        assert_eq!(codes(report(&"N".repeat(NAME + 1), "/", &[])), [(name.clone(), "too_long")]);
        assert_eq!(codes(report("E", &"/".repeat(ROUTE + 1), &[])), [(route.clone(), "too_long")]);
        assert_eq!(codes(report("E", "/", &[&"a".repeat(FRAME + 1)])), [(frames.clone(), "too_long")]);
        assert_eq!(codes(report("E", "/", &["a"; FRAMES + 1])), [(frames.clone(), "too_many")]);
        assert_eq!(codes(report(" ", "", &[])), [(name.clone(), "required"), (route.clone(), "required")]);
        assert_eq!(codes(report("E", "/", &[""])), [(frames.clone(), "required")]);
        let forged = "E\nINFO request method=GET";
        assert_eq!(codes(report(forged, "/", &[])), [(name, "invalid_text")]);
        assert_eq!(codes(report("E", forged, &[])), [(route, "invalid_text")]);
        assert_eq!(codes(report("E", "/", &["\u{1b}[2J"])), [(frames, "invalid_text")]);
    }

    #[test]
    fn queries_and_fragments_are_dropped_also_if_their_marks_are_encoded() {
        for address in [
            "/auth#token=secret",
            "/auth?email=ana@school.example",
            "/auth",
            "/auth%23token=a",
            "/auth%253Fa=b",
        ] {
            let (_, route, frames) = checked(report("E", address, &[address])).expect("accepted");
            assert_eq!((route.as_str(), frames), ("/auth", vec!["/auth".to_owned()]));
        }
    }
}
