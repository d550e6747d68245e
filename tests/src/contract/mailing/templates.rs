//! The contract of `TemplateStore`.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::audit::FormerAdministrator;
use forum_domain::mail::{
    EditStep, MailKind, MailState, PreviewPage, StoredTemplate, TemplateEdit, TemplateError, TemplateText,
    TemplateVersion, VersionConflict, edit,
};
use forum_domain::shared::Fault;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::outbox::lease;
use crate::builders::{NOON, id, mail};
use crate::contract::{Stores, concurrently};

const NAME: &str = "application_approved";

fn text(subject: &str) -> TemplateText {
    TemplateText { subject: subject.into(), html_content: format!("<p>{subject} {{{{first_name}}}}</p>") }
}

/// The real rule for an edit of the version `expected` by `actor`.
fn act(subject: &str, expected: u32, actor: Option<Uuid>, at: OffsetDateTime) -> EditStep {
    let act = TemplateEdit { text: text(subject), expected, actor, audit: id(), at };
    Box::new(move |seen| edit(seen, act))
}

async fn found(stores: &Stores) -> StoredTemplate {
    stores.templates.find(NAME).await.expect("a result").expect("a stored row")
}

/// Every kind with a stored template has one, at version 1, whose history begins with it.
pub async fn the_three_templates_are_seeded_at_their_first_version(stores: &Stores) {
    let all = stores.templates.list().await.expect("a list");
    let names: Vec<&str> = all.iter().map(|template| template.template_name.as_str()).collect();
    assert_eq!(names, ["application_approved", "application_rejected", "application_submitted"]);
    for kind in MailKind::ALL {
        let template = stores.templates.find(kind.as_str()).await.expect("a result");
        assert_eq!(template.is_some(), kind.is_stored(), "{kind:?}");
        let Some(template) = template else { continue };
        assert!(all.contains(&template) && template.text.html_content.contains("{{first_name}}"));
        let versions = stores.templates.versions(kind.as_str()).await.expect("a result");
        let [only] = versions.as_slice() else { panic!("{versions:?}") };
        assert_eq!((template.version, only.version, only.edited_by), (1, 1, None));
        assert_eq!(only.text, template.text);
    }
    assert_eq!(stores.templates.find("verify_email").await, Ok(None));
    assert_eq!(stores.templates.versions("verify_email").await, Ok(Vec::new()));
}

/// The row, its version and the audit entry are stored together. Earlier versions are unchanged.
pub async fn an_edit_is_stored_with_its_version_and_audit_entry_and_keeps_earlier_versions(stores: &Stores) {
    let shipped = found(stores).await;
    let actor = stores.user("boss@forum.example", &[Role::Admin]).await;
    let later = NOON + Duration::hours(1);
    let first = stores
        .templates
        .change(NAME, Some(actor), act("one", 1, Some(actor), NOON))
        .await
        .expect("an edited template");
    let second =
        stores.templates.change(NAME, None, act("two", 2, None, later)).await.expect("an edited template");
    assert_eq!((first.version, second.version, first.id, second.id), (2, 3, shipped.id, shipped.id));
    assert_eq!((first.text, &second.text), (text("one"), &text("two")));
    assert_eq!(found(stores).await, second);
    let versions = stores.templates.versions(NAME).await.expect("a result");
    let version = |version, subject: &str, edited_at, edited_by| TemplateVersion {
        version,
        text: text(subject),
        edited_at,
        edited_by,
    };
    assert_eq!(versions.len(), 3);
    assert_eq!(versions[..2], [version(3, "two", later, None), version(2, "one", NOON, Some(actor))]);
    assert_eq!((versions[2].version, &versions[2].text), (1, &shipped.text));
    let audit = stores.readback.audit().await.split_off(1);
    let actors: Vec<_> =
        audit.iter().map(|entry| (entry.action.as_str(), entry.actor_id, entry.target_id)).collect();
    let action = "email_template.edited";
    assert_eq!(actors, [(action, Some(actor), shipped.id), (action, None, shipped.id)]);
    let others = stores.templates.list().await.expect("a list");
    assert_eq!(others.iter().filter(|template| template.version == 1).count(), 2);
}

/// Nothing is written: no version, no audit entry.
pub async fn an_edit_that_is_refused_or_without_effect_stores_nothing(stores: &Stores) {
    let shipped = found(stores).await;
    let stale = stores.templates.change(NAME, None, act("one", 2, None, NOON)).await;
    assert_eq!(stale, Err(TemplateError::Conflict(VersionConflict { current: 1 })));
    let same = stores.templates.change(NAME, None, Box::new(|_| Ok(None))).await;
    assert_eq!(same.as_ref(), Ok(&shipped));
    let unknown = stores.templates.change("newsletter", None, act("one", 1, None, NOON)).await;
    assert_eq!(unknown, Err(TemplateError::NotFound));
    assert_eq!(found(stores).await, shipped);
    assert_eq!(stores.templates.versions(NAME).await.map(|versions| versions.len()), Ok(1));
    assert_eq!(stores.readback.audit().await, []);
}

/// This prevents a lost update: both read version 1, and only one may write.
pub async fn concurrent_edits_of_a_version_store_one(stores: &Stores) {
    let stores = Arc::new(stores.clone());
    let edits = (0..20).map(|turn| {
        let stores = stores.clone();
        async move { stores.templates.change(NAME, None, act(&format!("edit {turn}"), 1, None, NOON)).await }
    });
    let results = concurrently(edits).await;
    let stored: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let conflict = Err(TemplateError::Conflict(VersionConflict { current: 2 }));
    assert_eq!((stored.len(), results.iter().filter(|result| **result == conflict).count()), (1, 19));
    assert_eq!(&found(&stores).await, stored[0]);
    assert_eq!(stores.readback.audit().await.len(), 1);
}

/// The audit id is already taken, so the edit is not stored either.
pub async fn an_edit_whose_audit_entry_cannot_be_written_is_rolled_back(stores: &Stores) {
    let audit = id();
    let step = |subject: &str, expected| -> EditStep {
        let act = TemplateEdit { text: text(subject), expected, actor: None, audit, at: NOON };
        Box::new(move |seen| edit(seen, act))
    };
    let first = stores.templates.change(NAME, None, step("one", 1)).await.expect("an edited template");
    let second = stores.templates.change(NAME, None, step("two", 2)).await;
    assert!(matches!(second, Err(TemplateError::Fault(Fault::Bug(_)))), "{second:?}");
    assert_eq!(found(stores).await, first);
    assert_eq!(stores.templates.versions(NAME).await.map(|versions| versions.len()), Ok(2));
}

/// The content is stored with the mail, so a later edit of the template does not change it.
pub async fn a_test_mail_is_queued_with_a_copy_of_its_content(stores: &Stores) {
    let boss = stores.user("boss@forum.example", &[Role::Admin]).await;
    let mail = mail(MailKind::TemplateTest, "boss@forum.example", NOON);
    stores.templates.queue_test(boss, &mail, &text("draft")).await.expect("a queued mail");
    stores.templates.change(NAME, None, act("one", 1, None, NOON)).await.expect("an edited template");
    let leased = lease(stores, 10, NOON).await;
    assert_eq!(leased.iter().map(|entry| &entry.mail).collect::<Vec<_>>(), [&mail]);
    assert_eq!(stores.templates.test_text(mail.id).await, Ok(Some(text("draft"))));
    assert_eq!(stores.templates.test_text(id()).await, Ok(None));
    // A mail that cannot be queued leaves no content.
    assert!(stores.templates.queue_test(boss, &mail, &text("again")).await.is_err());
    assert_eq!(stores.templates.test_text(mail.id).await, Ok(Some(text("draft"))));
    let states: Vec<_> = stores.readback.mails().await.into_iter().map(|mail| mail.state).collect();
    assert_eq!(states, [MailState::Queued]);
}

/// The administrator was demoted or disabled after the request arrived.
pub async fn requests_from_a_former_administrator_store_nothing(stores: &Stores) {
    let (shipped, templates) = (found(stores).await, &stores.templates);
    let member = stores.user("member@forum.example", &[Role::Member]).await;
    let disabled = stores.user("off@forum.example", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    let page = PreviewPage { id: id(), html: "<p>a</p>".into(), expires_at: NOON + Duration::minutes(10) };
    for actor in [member, disabled, id()] {
        let edited = templates.change(NAME, Some(actor), act("one", 1, Some(actor), NOON)).await;
        assert_eq!(edited, Err(FormerAdministrator.into()));
        let mail = mail(MailKind::TemplateTest, "member@forum.example", NOON);
        let queued = templates.queue_test(actor, &mail, &text("draft")).await;
        assert_eq!(queued, Err(FormerAdministrator.into()));
        assert_eq!(templates.keep_preview(Some(actor), &page, NOON).await, Err(FormerAdministrator.into()));
    }
    assert_eq!(found(stores).await, shipped);
    assert_eq!(templates.preview(page.id, NOON).await, Ok(None));
    assert_eq!((stores.readback.mails().await, stores.readback.audit().await.len()), (Vec::new(), 2));
}

/// Each new preview removes those that expired.
pub async fn a_preview_is_shown_until_it_expires(stores: &Stores) {
    let page = |minutes| PreviewPage {
        id: id(),
        html: format!("<p>{minutes}</p>"),
        expires_at: NOON + Duration::minutes(minutes),
    };
    let (short, long) = (page(10), page(20));
    for page in [&short, &long] {
        stores.templates.keep_preview(None, page, NOON).await.expect("a stored preview");
    }
    let last = short.expires_at - Duration::microseconds(1);
    assert_eq!(stores.templates.preview(short.id, last).await, Ok(Some(short.html.clone())));
    assert_eq!(stores.templates.preview(short.id, short.expires_at).await, Ok(None));
    assert_eq!(stores.templates.preview(long.id, short.expires_at).await, Ok(Some(long.html.clone())));
    assert_eq!(stores.templates.preview(id(), NOON).await, Ok(None));
    stores.templates.keep_preview(None, &page(30), short.expires_at).await.expect("a stored preview");
    // At an earlier time the row would be shown, so it is deleted and not only hidden.
    assert_eq!(stores.templates.preview(short.id, NOON).await, Ok(None));
    assert_eq!(stores.templates.preview(long.id, NOON).await, Ok(Some(long.html)));
}
