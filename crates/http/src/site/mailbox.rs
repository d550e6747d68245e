//! `/dev/mail`: the spooled mails as pages, for trying the site locally. The program provides a mailbox only if mail is
//! spooled. The pages are served only to a local browser that was opened with the key from the program's log. The peer
//! address alone is not sufficient, because a local proxy has it too.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::shared::escape_html as escape;
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use sha2::{Digest, Sha256};

use crate::request::network::peer;
use crate::request::request_checks;
use crate::response::conditional::plain;

const ROOT: &str = "/dev/mail";
const STYLE: &str = include_str!("mailbox.css");
/// The cookie that keeps the key, so that links between the pages work.
const COOKIE: &str = "forum_mailbox";
/// Shown if the key is missing or wrong.
const LOCKED: &str = "The mailbox needs its key: open the link in the program's log.\n";
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
/// Mails need inline styles. All other content is blocked.
const MAIL_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailboxEmail {
    pub id: String,
    pub from: String,
    pub to: String,
    pub subject: String,
    pub date: String,
    pub text: String,
    pub html: String,
}

#[async_trait]
pub trait Mailbox: Send + Sync {
    /// The newest emails, newest first.
    async fn list(&self) -> Vec<MailboxEmail>;
}

#[derive(Clone)]
pub struct KeyedMailbox {
    pub mails: Arc<dyn Mailbox>,
    /// The key of `/dev/mail?key=…`, letters and digits. Must be too long to guess.
    pub key: String,
}

impl KeyedMailbox {
    /// The page for a request, if the path is one of these pages and the client may see it.
    pub(crate) async fn answer(&self, request: &Request) -> Option<Response> {
        let path = request.original_uri().path();
        let rest = path.strip_prefix(ROOT).filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
        if !from_this_machine(request) || !from_this_site(request) {
            return None;
        }
        if key_in_url(request).is_some_and(|key| self.is_key(key)) {
            return Some(self.opened(path));
        }
        if !keys_in_cookies(request).any(|key| self.is_key(key)) {
            return Some(plain(StatusCode::FORBIDDEN, LOCKED));
        }
        let mails = self.mails.list().await;
        let mail = |id: &&str| mails.iter().find(|mail| mail.id == *id);
        match rest.trim_matches('/').split('/').collect::<Vec<_>>().as_slice() {
            [""] => Some(page("Mailbox", &list(&mails))),
            ["style.css"] => Some(STYLE.with_content_type("text/css; charset=utf-8").into_response()),
            [id] => mail(id).map(|mail| page(&mail.subject, &message(mail))),
            [id, "html"] => mail(id).map(|mail| framed(mail.html.clone())),
            _ => None,
        }
    }

    /// Compares hashes, so that timing does not reveal how much of a guess matches.
    fn is_key(&self, presented: &str) -> bool {
        Sha256::digest(presented) == Sha256::digest(&self.key)
    }

    /// Redirects to the page without the key, which would otherwise stay in the browser history; a cookie stores it.
    fn opened(&self, path: &str) -> Response {
        let cookie = format!("{COOKIE}={}; Path=/dev; HttpOnly; SameSite=Strict", self.key);
        StatusCode::SEE_OTHER
            .with_header(header::LOCATION, path)
            .with_header(header::SET_COOKIE, cookie)
            .with_header(header::REFERRER_POLICY, "no-referrer")
            .into_response()
    }
}

fn key_in_url(request: &Request) -> Option<&str> {
    request.original_uri().query()?.split('&').find_map(|pair| pair.strip_prefix("key="))
}

/// The keys in the browser's cookies, of this or an earlier run.
fn keys_in_cookies(request: &Request) -> impl Iterator<Item = &str> {
    let cookies = request.headers().get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE).map(|(_, key)| key)
}

/// Whether a loopback peer requested a loopback host without a sign of a proxy.
fn from_this_machine(request: &Request) -> bool {
    let host = request_checks::host(request);
    let name = host.as_ref().map_or("", |host| host.host());
    let forwarded =
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];
    peer(request).is_some_and(|address| address.is_loopback())
        && ["localhost", "127.0.0.1", "[::1]"].contains(&name)
        && !forwarded.iter().any(|header| request.headers().contains_key(*header))
}

/// Whether the URL was typed or followed within these pages. Other sites, even on another port of this machine, may
/// neither open nor frame them. Only browsers send the header.
fn from_this_site(request: &Request) -> bool {
    request.header("sec-fetch-site").is_none_or(|site| ["none", "same-origin"].contains(&site))
}

fn list(emails: &[MailboxEmail]) -> String {
    if emails.is_empty() {
        return "<h1>Mailbox</h1><p>No mail yet.</p>".into();
    }
    let row = |mail: &MailboxEmail| {
        let (id, subject) = (escape(&mail.id), escape(&mail.subject));
        let (to, date) = (escape(&mail.to), escape(&mail.date));
        format!("<tr><td><a href=\"{ROOT}/{id}\">{subject}</a></td><td>{to}</td><td>{date}</td></tr>")
    };
    let rows: String = emails.iter().map(row).collect();
    format!(
        "<h1>Mailbox</h1><table><thead><tr><th scope=\"col\">Subject</th><th scope=\"col\">To</th>\
         <th scope=\"col\">Date</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

fn message(mail: &MailboxEmail) -> String {
    let (subject, text) = (escape(&mail.subject), with_links(&mail.text));
    let (from, to, date) = (escape(&mail.from), escape(&mail.to), escape(&mail.date));
    let id = escape(&mail.id);
    format!(
        "<p><a href=\"{ROOT}\">All mail</a></p><h1>{subject}</h1>\
         <dl><dt>From</dt><dd>{from}</dd><dt>To</dt><dd>{to}</dd><dt>Date</dt><dd>{date}</dd></dl>\
         <h2>Text</h2><pre>{text}</pre>\
         <h2>HTML</h2><p>Links work in the text above; here they do nothing.</p><iframe title=\"The mail as HTML\" sandbox src=\"{ROOT}/{id}/html\"></iframe>"
    )
}

fn page(title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><link rel=\"stylesheet\" href=\"{ROOT}/style.css\"></head>\
         <body><main>{body}</main></body></html>"
    );
    html.with_content_type("text/html; charset=utf-8")
        .with_header(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)
        .with_header(header::REFERRER_POLICY, "no-referrer")
        .with_header("X-Robots-Tag", "noindex")
        .with_status(StatusCode::OK)
        .into_response()
}

fn framed(html: String) -> Response {
    html.with_content_type("text/html; charset=utf-8")
        .with_header(header::CONTENT_SECURITY_POLICY, MAIL_POLICY)
        .with_header(header::REFERRER_POLICY, "no-referrer")
        .into_response()
}

/// Plain text as HTML with its http(s) URLs as links that open outside frames.
fn with_links(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(start) = ["http://", "https://"].iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| c.is_whitespace() || "<>\"'".contains(c)).unwrap_or(from.len());
        let address = from[..end].trim_end_matches(['.', ',', ';', ':', ')', ']', '!', '?']);
        html.push_str(&escape(before));
        let escaped = escape(address);
        html.push_str(&format!("<a target=\"_top\" href=\"{escaped}\">{escaped}</a>"));
        rest = &from[address.len()..];
    }
    html.push_str(&escape(rest));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_plain_text_become_links_and_everything_else_is_escaped() {
        let table = [
            ("a < b & c", "a &lt; b &amp; c"),
            (
                "Open http://127.0.0.1:8080/auth/confirm#token=a-b_c.",
                "Open <a target=\"_top\" href=\"http://127.0.0.1:8080/auth/confirm#token=a-b_c\">\
                 http://127.0.0.1:8080/auth/confirm#token=a-b_c</a>.",
            ),
            (
                "(https://x.example)\n",
                "(<a target=\"_top\" href=\"https://x.example\">https://x.example</a>)\n",
            ),
            (
                "https://x.example\"onclick=",
                "<a target=\"_top\" href=\"https://x.example\">https://x.example</a>&quot;onclick=",
            ),
        ];
        for (text, html) in table {
            assert_eq!(with_links(text), html);
        }
    }
}
