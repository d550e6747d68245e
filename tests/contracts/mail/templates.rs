//! The contract of `TemplateStore`.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::mail::{MailKind, PreviewPage, StoredTemplate, TemplateChange, TemplateText, edit};
use forum_domain::shared::{Code, Step};
use forum_tests::builders::{NOON, act, id, mail};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use crate::concurrently;

const NAME: &str = "application_approved";

fn text(subject: &str) -> TemplateText {
    TemplateText { subject: subject.into(), html_content: format!("<p>{subject} {{{{first_name}}}}</p>") }
}

/// The real rule for an edit of the version `expected` by `actor`.
fn step(subject: &str, expected: u32, actor: Option<Uuid>) -> Step<StoredTemplate, Option<TemplateChange>> {
    let (text, act) = (text(subject), act(NOON));
    Box::new(move |seen| edit(seen, expected, text, actor, &act))
}

async fn found(stores: &Stores) -> StoredTemplate {
    stores.templates.find(NAME).await.expect("a result").expect("a stored row")
}

/// This prevents a lost update: both read version 1, and only one may write.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_edits_of_a_version_store_one() {
    let stores = &Stores::fresh().await;
    let edits = (0..20).map(|turn| {
        let templates = Arc::clone(&stores.templates);
        async move { templates.change(NAME, None, step(&format!("edit {turn}"), 1, None)).await }
    });
    let results = concurrently(edits).await;
    let stored: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let conflict = Err(Code::VersionConflict.into());
    assert_eq!((stored.len(), results.iter().filter(|result| **result == conflict).count()), (1, 19));
    assert_eq!(&found(stores).await, stored[0]);
    assert_eq!(stores.readback.audit().await.len(), 1);
}

/// The audit id is already taken, so the edit is not stored either.
#[tokio::test]
async fn an_edit_whose_audit_entry_cannot_be_written_is_rolled_back() {
    let stores = &Stores::fresh().await;
    let audit = id();
    let with_this_entry = |subject: &str, expected| -> Step<StoredTemplate, Option<TemplateChange>> {
        let rule = step(subject, expected, None);
        Box::new(move |seen| {
            let mut change = rule(seen)?.expect("a change");
            change.audit.id = audit;
            Ok(Some(change))
        })
    };
    let first = stores.templates.change(NAME, None, with_this_entry("one", 1)).await.expect("an edit");
    let refused = stores.templates.change(NAME, None, with_this_entry("two", 2)).await;
    assert_eq!(refused.expect_err("a taken id").code, Code::InternalError);
    assert_eq!(found(stores).await, first);
    assert_eq!(stores.templates.versions(NAME).await.map(|versions| versions.len()), Ok(2));
}

/// The administrator was demoted or disabled after the request arrived.
#[tokio::test]
async fn requests_from_a_former_administrator_store_nothing() {
    let stores = &Stores::fresh().await;
    let (shipped, templates) = (found(stores).await, &stores.templates);
    let member = stores.user("member@forum.example", &[Role::Member]).await;
    let disabled = stores.user("off@forum.example", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    let page = PreviewPage { id: id(), html: "<p>a</p>".into(), expires_at: NOON + Duration::minutes(10) };
    for actor in [member, disabled, id()] {
        let edited = templates.change(NAME, Some(actor), step("one", 1, Some(actor))).await;
        assert_eq!(edited, Err(Code::Forbidden.into()));
        let mail = mail(MailKind::TemplateTest, "member@forum.example", NOON);
        let queued = templates.queue_test(actor, &mail, &text("draft"), None).await;
        assert_eq!(queued, Err(Code::Forbidden.into()));
        assert_eq!(templates.keep_preview(Some(actor), &page, NOON).await, Err(Code::Forbidden.into()));
    }
    assert_eq!(found(stores).await, shipped);
    assert_eq!(templates.preview(page.id, NOON).await, Ok(None));
    assert_eq!((stores.readback.mails().await, stores.readback.audit().await.len()), (Vec::new(), 2));
}
