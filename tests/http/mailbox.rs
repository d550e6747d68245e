//! `/dev/mail`: who may see it, and that a mail can do nothing there.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use async_trait::async_trait;
use forum_http::{Mailbox, MailboxEntry, MailboxMessage, SiteSettings};
use forum_tests::harness::{Answer, Ports, Sent, TestApi};
use poem::http::Method;

struct OneMail;

const ID: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";

#[async_trait]
impl Mailbox for OneMail {
    async fn list(&self) -> Vec<MailboxEntry> {
        let (to, subject) = ("ana@school.example".into(), "Confirm <you>".into());
        vec![MailboxEntry { id: ID.into(), to, subject, date: "today".into() }]
    }

    async fn read(&self, id: &str) -> Option<MailboxMessage> {
        (id == ID).then(|| MailboxMessage {
            from: "Educators Forum <mail@forum.example>".into(),
            to: "ana@school.example".into(),
            subject: "Confirm <you>".into(),
            date: "today".into(),
            text: "Open http://127.0.0.1:8080/auth/confirm#token=abc now".into(),
            html: "<p>Hello</p><script>alert(1)</script>".into(),
        })
    }
}

fn api() -> TestApi {
    let ports = Ports::memory();
    let settings = SiteSettings { mailbox: Some(Arc::new(OneMail)), ..ports.settings.clone() };
    TestApi::with(Ports { settings, ..ports })
}

async fn get(api: &TestApi, path: &str, host: &str, headers: &[(&str, &str)]) -> Answer {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let sent = Sent { peer: local, ..Sent::new(Method::GET, path) }.header("host", host);
    api.send(headers.iter().fold(sent, |sent, (name, value)| sent.header(name, *value))).await
}

#[tokio::test]
async fn the_mailbox_lists_mails_and_shows_one_with_its_link_ready_to_follow() {
    let api = api();
    let list = get(&api, "/dev/mail", "127.0.0.1:8080", &[]).await.expect(200);
    assert!(list.text.contains(&format!("href=\"/dev/mail/{ID}\"")));
    assert!(list.text.contains("Confirm &lt;you&gt;"));
    assert!(!list.text.contains("<you>") && !list.text.contains("style="));
    assert_eq!(list.header("cache-control"), "no-store");

    let mail = get(&api, &format!("/dev/mail/{ID}"), "localhost:8080", &[]).await.expect(200);
    assert!(mail.text.contains("href=\"http://127.0.0.1:8080/auth/confirm#token=abc\""));
    assert!(mail.text.contains(&format!("sandbox src=\"/dev/mail/{ID}/html\"")));
    assert!(!mail.text.contains("<script>"));
    let policy = mail.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'self'; frame-src 'self'"), "{policy}");

    let html = get(&api, &format!("/dev/mail/{ID}/html"), "[::1]:8080", &[]).await.expect(200);
    assert!(html.header("content-security-policy").starts_with("sandbox; default-src 'none'"));
    let style = get(&api, "/dev/mail/style.css", "localhost", &[]).await.expect(200);
    assert_eq!(style.media_type(), "text/css");
    get(&api, "/dev/mail/unknown", "localhost", &[]).await.expect(404);
}

#[tokio::test]
async fn to_everybody_but_a_browser_on_this_machine_the_mailbox_does_not_exist() {
    let api = api();
    for host in ["forum.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""] {
        get(&api, "/dev/mail", host, &[]).await.expect(404);
    }
    for header in
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
    {
        get(&api, "/dev/mail", "localhost", &[(header, "127.0.0.1")]).await.expect(404);
    }
    let remote = Sent::new(Method::GET, "/dev/mail").header("host", "localhost");
    api.send(remote).await.expect(404);
    let without = TestApi::memory();
    get(&without, "/dev/mail", "localhost", &[]).await.expect(404);
}
