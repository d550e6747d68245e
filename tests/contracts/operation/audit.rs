//! The contract of `AuditLog`.

use forum_domain::accounts::Role;
use forum_domain::audit::{ActError, AuditEntry, AuditEvent, AuditFilter, FormerAdministrator};
use forum_domain::shared::{Fault, LogPage, Page};
use time::Duration;

use forum_tests::builders::{NOON, audit, id};
use forum_tests::stores::Stores;

/// Entries are append-only.
#[tokio::test]
async fn an_entry_is_appended_and_its_id_is_never_used_twice() {
    let stores = &Stores::fresh().await;
    let entry = audit("application.read", id());
    stores.audit.record(entry.clone()).await.expect("a stored audit entry");
    stores.audit.record(audit("role.granted", id())).await.expect("a stored audit entry");
    let twice = stores.audit.record(entry).await;
    assert!(matches!(twice, Err(ActError::Fault(Fault::Bug(_)))), "{twice:?}");
    assert_eq!(stores.readback.audit_actions().await, ["application.read", "role.granted"]);
}

/// Reading is an act too. A refused read is not recorded.
#[tokio::test]
async fn an_entry_by_a_former_administrator_is_not_recorded() {
    let stores = &Stores::fresh().await;
    let member = stores.user("member@example.org", &[Role::Member]).await;
    let disabled = stores.user("off@example.org", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    for actor in [member, disabled, id()] {
        let entry = AuditEvent { actor_id: Some(actor), ..audit("application.read", id()) };
        assert_eq!(stores.audit.record(entry).await, Err(FormerAdministrator.into()));
    }
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.created"]);
}

async fn first_page(stores: &Stores, filter: &AuditFilter, limit: u32) -> LogPage<AuditEntry> {
    let page = filter.page(Page { limit, offset: 0 });
    stores.audit.list(filter.clone(), page).await.expect("a result")
}

/// Entries with the same time are sorted by id, entries that arrive during the walk are newer than its pages, and a
/// cursor is bound to its filter.
#[tokio::test]
async fn a_walk_visits_each_of_several_simultaneous_entries_once_while_others_arrive() {
    let stores = &Stores::fresh().await;
    let target = id();
    let append = async |at| {
        let event = AuditEvent { at, ..audit("role.granted", target) };
        stores.audit.record(event.clone()).await.expect("a stored audit entry");
        event.id
    };
    let mut expected = Vec::new();
    for at in [NOON, NOON, NOON, NOON, NOON, NOON - Duration::MICROSECOND, NOON - Duration::MICROSECOND] {
        expected.push((at, append(at).await));
    }
    expected.sort_unstable();
    expected.reverse();
    for filter in [AuditFilter::default(), AuditFilter { target: Some(target), ..AuditFilter::default() }] {
        // Entries that arrived during an earlier walk are on the first page.
        let newer =
            first_page(stores, &filter, 25).await.items.iter().filter(|entry| entry.at > NOON).count();
        let mut page = first_page(stores, &filter, newer as u32 + 2).await;
        let mut seen: Vec<_> = page.items.iter().skip(newer).map(|entry| (entry.at, entry.id)).collect();
        while let Some(cursor) = page.next_cursor.take() {
            append(NOON + Duration::MICROSECOND).await;
            let next = filter.page(Page { limit: 2, offset: 0 });
            let next = next.at(&cursor).expect("a cursor of this log");
            page = stores.audit.list(filter.clone(), next).await.expect("a page");
            seen.extend(page.items.iter().map(|entry| (entry.at, entry.id)));
            assert!(seen.len() <= expected.len(), "an entry is read twice");
            for other in [
                AuditFilter { actor: Some(id()), ..filter.clone() },
                AuditFilter { action: Some("role.granted".into()), ..filter.clone() },
                AuditFilter { target: Some(id()), ..filter.clone() },
            ] {
                assert!(other.page(Page::default()).at(&cursor).is_err(), "{other:?}");
            }
        }
        assert_eq!(seen, expected);
    }
}
