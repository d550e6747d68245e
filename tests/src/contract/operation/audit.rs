//! The contract of `AuditLog`.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::audit::{ActError, AuditEntry, AuditEvent, AuditFilter, FormerAdministrator};
use forum_domain::shared::{Fault, LogPage, Page};
use serde_json::json;
use time::Duration;

use crate::builders::{NOON, audit, id, new_user};
use crate::contract::Stores;

/// Entries are append-only.
pub async fn an_entry_is_appended_and_its_id_is_never_used_twice(stores: &Stores) {
    let entry = audit("application.read", id());
    stores.audit.record(entry.clone()).await.expect("a stored audit entry");
    stores.audit.record(audit("role.granted", id())).await.expect("a stored audit entry");
    let twice = stores.audit.record(entry).await;
    assert!(matches!(twice, Err(ActError::Fault(Fault::Bug(_)))), "{twice:?}");
    assert_eq!(stores.readback.audit_actions().await, ["application.read", "role.granted"]);
}

/// Every member is stored; the missing actor of a command-line action stays missing.
pub async fn an_entry_is_read_back_with_its_actor_time_target_and_detail(stores: &Stores) {
    let actor = stores.user("boss@example.org", &[Role::Admin]).await;
    let target = id();
    let by_actor = AuditEvent { actor_id: Some(actor), ..audit("application.read", target) };
    stores.audit.record(by_actor).await.expect("a stored audit entry");
    stores.audit.record(audit("role.granted", target)).await.expect("a stored audit entry");
    let entries = stores.readback.audit().await.split_off(1);
    assert_eq!(entries.iter().map(|entry| entry.actor_id).collect::<Vec<_>>(), [Some(actor), None]);
    for entry in entries {
        assert_eq!((entry.at, entry.target_type.as_str(), entry.target_id), (NOON, "user", target));
        assert_eq!(entry.detail, json!({"role": "admin"}));
    }
}

/// Reading is an act too. A refused read is not recorded.
pub async fn an_entry_by_a_former_administrator_is_not_recorded(stores: &Stores) {
    let member = stores.user("member@example.org", &[Role::Member]).await;
    let disabled = stores.user("off@example.org", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    for actor in [member, disabled, id()] {
        let entry = AuditEvent { actor_id: Some(actor), ..audit("application.read", id()) };
        assert_eq!(stores.audit.record(entry).await, Err(FormerAdministrator.into()));
    }
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.created"]);
}

/// Appends an entry together with another row.
async fn append(stores: &Stores, entry: AuditEvent) {
    let user = NewUser { audit: entry, ..new_user(&format!("{}@example.org", id()), &[]) };
    stores.create_user(user).await;
}

async fn first_page(stores: &Stores, filter: &AuditFilter, limit: u32) -> LogPage<AuditEntry> {
    let page = filter.page(Page { limit, offset: 0 });
    stores.audit.list(filter.clone(), page).await.expect("a result")
}

/// Filters are combined with "and".
pub async fn the_log_is_read_newest_first_under_each_filter(stores: &Stores) {
    let (ana, boss, other) = (id(), id(), id());
    let rows = [
        (0, Some(ana), "user.verified", ana),
        (3, Some(boss), "role.granted", ana),
        (1, Some(boss), "user.disabled", other),
        (2, None, "role.granted", other),
    ];
    for (hour, actor_id, action, target) in rows {
        let event = AuditEvent { actor_id, at: NOON + Duration::hours(hour), ..audit(action, target) };
        append(stores, event).await;
    }
    let of = |actor, action: Option<&str>, target| AuditFilter {
        actor,
        action: action.map(str::to_owned),
        target,
    };
    let table: [(AuditFilter, &[i64]); 9] = [
        (of(None, None, None), &[3, 2, 1, 0]),
        (of(Some(boss), None, None), &[3, 1]),
        (of(Some(other), None, None), &[]),
        (of(None, Some("role.granted"), None), &[3, 2]),
        (of(None, Some("role"), None), &[]),
        (of(None, None, Some(ana)), &[3, 0]),
        (of(Some(boss), None, Some(other)), &[1]),
        (of(Some(boss), Some("role.granted"), None), &[3]),
        (of(Some(boss), Some("role.granted"), Some(other)), &[]),
    ];
    for (filter, hours) in table {
        let page = first_page(stores, &filter, 25).await;
        let seen: Vec<i64> = page.items.iter().map(|entry| (entry.at - NOON).whole_hours()).collect();
        assert_eq!((seen.as_slice(), page.next_cursor), (hours, None), "{filter:?}");
    }
    let newest = first_page(stores, &AuditFilter::default(), 1).await.items.remove(0);
    assert_eq!((newest.actor_id, newest.action.as_str()), (Some(boss), "role.granted"));
    assert_eq!((newest.target_type.as_str(), newest.target_id), ("user", ana));
    assert_eq!(newest.detail, [("role".to_owned(), "admin".to_owned())]);
}

/// Entries with the same time are sorted by id, entries that arrive during the walk are newer than its pages, and a
/// cursor is bound to its filter.
pub async fn a_walk_visits_each_of_several_simultaneous_entries_once_while_others_arrive(stores: &Stores) {
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
