//! `/email-previews/…`: rendered mails. A page is public for ten minutes under a random id, because a frame cannot send
//! a token. The site's policy forbids the mail's styles, so the mail has a separate page.

use std::sync::Arc;

use forum_domain::mail::EmailTemplates;
use poem::http::{StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response, Result};
use uuid::Uuid;

use crate::request::limits;
use crate::response::conditional::{plain, refused_method};

const ROOT: &str = "/email-previews/";
pub(crate) const PATHS: &str = "/email-previews/*path";
/// Without it, a pressed link would replace the mail in the frame. The sandbox opens no windows.
const INERT_LINKS: &str = "<head>\n<base target=\"_blank\">";
/// Allows inline styles. Scripts, forms and links are inert.
const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

pub(crate) fn url(page: Uuid) -> String {
    format!("{ROOT}{page}")
}

pub(crate) struct EmailPreviews {
    pub(crate) templates: Arc<EmailTemplates>,
}

impl Endpoint for EmailPreviews {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if let Some(refused) = refused_method(request.method()) {
            return Ok(refused);
        }
        limits::request(&request)?;
        let id = request.original_uri().path().strip_prefix(ROOT).and_then(|id| Uuid::try_parse(id).ok());
        let html = match id {
            Some(id) => self.templates.page(id).await.map_err(crate::response::problem::Problem::from)?,
            None => None,
        };
        let Some(html) = html else { return Ok(plain(StatusCode::NOT_FOUND, "Not found\n")) };
        Ok(html
            .replacen("<head>", INERT_LINKS, 1)
            .with_content_type("text/html; charset=utf-8")
            .with_header(header::CONTENT_SECURITY_POLICY, POLICY)
            .with_header(header::REFERRER_POLICY, "no-referrer")
            .with_header("X-Robots-Tag", "noindex")
            .into_response())
    }
}
