//! `/dev/mail`: access, and the isolation of shown mails.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use async_trait::async_trait;
use forum_http::{KeyedMailbox, Mailbox, MailboxEmail};
use forum_tests::harness::{Answer, Ports, Sent, TestApi};
use http::Method;

struct OneMail;

const ID: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
const KEY: &str = "0d8f4c1b2a3d";
const OPEN: (&str, &str) = ("cookie", "theme=dark; forum_mailbox=0d8f4c1b2a3d");

#[async_trait]
impl Mailbox for OneMail {
    async fn list(&self) -> Vec<MailboxEmail> {
        vec![MailboxEmail {
            id: ID.into(),
            from: "Educators Forum <mail@forum.example>".into(),
            to: "ana@school.example".into(),
            subject: "Confirm <you>".into(),
            date: "today".into(),
            text: "Open http://127.0.0.1:8080/auth/confirm#token=abc now".into(),
            html: "<p>Hello</p><script>alert(1)</script>".into(),
        }]
    }
}

async fn api() -> TestApi {
    let mailbox = KeyedMailbox { mails: Arc::new(OneMail), key: KEY.to_owned() };
    TestApi::with(Ports::new().await.set(|settings| settings.mailbox = Some(mailbox)))
}

async fn get(api: &TestApi, path: &str, host: &str, headers: &[(&str, &str)]) -> Answer {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let sent = Sent { peer: local, ..Sent::new(Method::GET, path) }.header("host", host);
    api.send(headers.iter().fold(sent, |sent, (name, value)| sent.header(name, *value))).await
}

#[tokio::test]
async fn the_mailbox_lists_mails_and_shows_one_with_a_clickable_link() {
    let api = api().await;
    let list = get(&api, "/dev/mail", "127.0.0.1:8080", &[OPEN]).await.expect(200);
    assert!(list.text.contains(&format!("href=\"/dev/mail/{ID}\"")));
    assert!(list.text.contains("Confirm &lt;you&gt;"));
    assert!(!list.text.contains("<you>") && !list.text.contains("style="));
    assert_eq!(list.header("cache-control"), "no-store");

    let mail = get(&api, &format!("/dev/mail/{ID}"), "localhost:8080", &[OPEN]).await.expect(200);
    assert!(mail.text.contains("href=\"http://127.0.0.1:8080/auth/confirm#token=abc\""));
    assert!(mail.text.contains(&format!("sandbox src=\"/dev/mail/{ID}/html\"")));
    assert!(!mail.text.contains("<script>"));
    let policy = mail.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'self'; frame-src 'self'"), "{policy}");

    let html = get(&api, &format!("/dev/mail/{ID}/html"), "[::1]:8080", &[OPEN]).await.expect(200);
    assert!(html.header("content-security-policy").starts_with("sandbox; default-src 'none'"));
    let style = get(&api, "/dev/mail/style.css", "localhost", &[OPEN]).await.expect(200);
    assert_eq!(style.media_type(), "text/css");
    for unknown in ["/dev/mail/unknown", "/dev/mailbox"] {
        get(&api, unknown, "localhost", &[OPEN]).await.expect(404);
    }
}

#[tokio::test]
async fn the_mailbox_opens_with_its_key_which_is_then_kept_in_a_cookie() {
    let api = api().await;
    let pages = ["/dev/mail", "/dev/mail/", "/dev/mail/style.css", &format!("/dev/mail/{ID}/html")];
    for path in pages {
        for wrong in ["", "?key=0d8f4c1b2a3", "?key=0D8F4C1B2A3D", "?x=0d8f4c1b2a3d"] {
            let kept = ("cookie", format!("forum_mailbox={}", wrong.replace("?key=", "")));
            let answer =
                get(&api, &format!("{path}{wrong}"), "localhost", &[(kept.0, &kept.1)]).await.expect(403);
            assert!(answer.text.contains("needs its key") && !answer.text.contains("ana@"), "{path}{wrong}");
            assert_eq!(answer.header("set-cookie"), "");
        }
        let opened = get(&api, &format!("{path}?theme=dark&key={KEY}"), "localhost", &[]).await.expect(303);
        assert_eq!(opened.header("location"), path);
        let cookie = opened.header("set-cookie");
        assert_eq!(cookie, format!("forum_mailbox={KEY}; Path=/dev; HttpOnly; SameSite=Strict"));
        let kept = cookie.split(';').next().expect("a pair");
        get(&api, path, "localhost", &[("cookie", kept)]).await.expect(200);
        // One cookie from an earlier run and one from this run.
        let both = format!("forum_mailbox=old; {kept}");
        get(&api, path, "localhost", &[("cookie", &both)]).await.expect(200);
    }
}

#[tokio::test]
async fn no_other_site_can_open_or_frame_the_mailbox() {
    let api = api().await;
    let opening = format!("/dev/mail?key={KEY}");
    for (site, status) in
        [("none", 303), ("same-origin", 303), ("same-site", 404), ("cross-site", 404), ("x", 404)]
    {
        let from = ("sec-fetch-site", site);
        get(&api, &opening, "localhost", &[from]).await.expect(status);
        let shown = if status == 303 { 200 } else { 404 };
        get(&api, "/dev/mail", "localhost", &[from, OPEN]).await.expect(shown);
    }
}

#[tokio::test]
async fn the_mailbox_exists_only_for_a_browser_on_this_machine() {
    let api = api().await;
    for host in ["forum.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
        get(&api, "/dev/mail", host, &[OPEN]).await.expect(404);
    }
    get(&api, "http://forum.example/dev/mail", "localhost", &[OPEN]).await.expect(404);
    for header in
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
    {
        get(&api, "/dev/mail", "localhost", &[(header, "127.0.0.1"), OPEN]).await.expect(404);
    }
    let remote = Sent::new(Method::GET, "/dev/mail").header("host", "localhost").header(OPEN.0, OPEN.1);
    api.send(remote).await.expect(404);
    let without = TestApi::new().await;
    get(&without, "/dev/mail", "localhost", &[OPEN]).await.expect(404);
}
