//! Reading the audit log.

use forum_tests::harness::{Answer, Caller, Sent, TestApi};
use http::Method;
use serde_json::json;
use time::Duration;

const LOG: &str = "/api/admin/audit-events";

async fn log(admin: &Caller, query: &str) -> Answer {
    admin.get(&format!("{LOG}{query}")).await.expect(200)
}

/// A member of each entry.
fn all(answer: &Answer, member: &str) -> Vec<String> {
    answer.each(member).into_iter().map(|value| value.as_str().unwrap_or("-").to_owned()).collect()
}

#[tokio::test]
async fn entries_are_complete_and_newest_first() {
    let api = TestApi::new().await;
    let (admin, ana) = (api.admin("boss@forum.example").await, api.applicant("ana@school.example").await);
    let (boss, person) = (admin.id().await, ana.id().await);
    api.clock().advance(Duration::minutes(1));
    let application = ana.apply().await;
    api.clock().advance(Duration::minutes(1));
    admin.post(&format!("/api/admin/users/{person}/disable"), &json!({"reason": "left"})).await.expect(204);
    let newest = log(&admin, "?limit=2").await;
    let ids = all(&newest, "id");
    assert_eq!(
        newest.json["items"],
        json!([
            {
                "id": ids[0], "created_at": "2026-11-20T12:02:00Z",
                "actor_id": boss, "actor_name": "Ana Li", "action": "user.disabled",
                "target_type": "user", "target_id": person, "target_name": "Ana Li",
                "detail": {"reason": "left"},
            },
            {
                "id": ids[1], "created_at": "2026-11-20T12:01:00Z", "actor_id": person,
                "actor_name": "Ana Li", "action": "application.submitted", "target_type": "application",
                "target_id": application, "target_name": "Ana Li", "detail": {"status": "pending"},
            },
        ])
    );
    assert!(newest.json["next_cursor"].is_string());
    // Created without an actor, as on the command line.
    let oldest = log(&admin, "?action=user.created").await;
    assert_eq!(all(&oldest, "actor_id"), ["-", "-"]);
    assert!(oldest.json["next_cursor"].is_null());
}

#[tokio::test]
async fn each_filter_selects_its_entries() {
    let (api, ana, admin, application) = TestApi::with_desk().await;
    let (boss, person) = (admin.id().await, ana.id().await);
    for action in [format!("/api/applications/{application}"), format!("/api/admin/users/{boss}")] {
        admin.get(&action).await.expect(200);
    }
    api.clock().advance(Duration::minutes(1));
    admin.decide(&application, "rejected").await.expect(200);
    let table: [(String, &[&str]); 10] = [
        (format!("?about={person}&actor={boss}"), &["application.decided", "application.read"]),
        (format!("?about={person}&before=2026-11-20T12:01:00Z&actor={boss}"), &["application.read"]),
        (format!("?about={person}&after=2026-11-20T12:01:00Z"), &["application.decided"]),
        (format!("?actor={person}"), &["application.submitted"]),
        (format!("?target={application}&actor={boss}"), &["application.decided", "application.read"]),
        (format!("?target={person}"), &["user.created"]),
        ("?action=application.decided".to_owned(), &["application.decided"]),
        ("?action=application".to_owned(), &[]),
        (format!("?action=%20&actor={person}"), &["application.submitted"]),
        (format!("?actor={application}"), &[]),
    ];
    for (query, actions) in table {
        assert_eq!(all(&log(&admin, &query).await, "action"), actions, "{query}");
    }
}

#[tokio::test]
async fn paging_shows_each_entry_once_while_others_arrive() {
    let (api, _, admin, application) = TestApi::with_desk().await;
    // All at the same time.
    let notes = format!("/api/admin/applications/{application}/notes");
    let note = async || admin.post(&notes, &json!({"text": "Called."})).await.expect(201);
    for _ in 0..5 {
        note().await;
    }
    let whole = all(&log(&admin, &format!("?target={application}")).await, "id");
    assert_eq!(whole.len(), 6);
    api.clock().advance(Duration::seconds(1));
    let mut page = log(&admin, &format!("?target={application}&limit=2")).await;
    let mut seen = all(&page, "id");
    while let Some(cursor) = page.json["next_cursor"].as_str() {
        note().await;
        let query = format!("?target={application}&limit=2&cursor={cursor}");
        for other in [
            format!("?cursor={cursor}"),
            format!("{query}&action=application.read"),
            format!("{query}&actor={application}"),
        ] {
            admin.get(&format!("{LOG}{other}")).await.problem(422, "invalid_cursor");
        }
        page = log(&admin, &query).await;
        seen.extend(all(&page, "id"));
        assert!(seen.len() <= whole.len(), "an entry was shown twice");
    }
    assert_eq!(seen, whole);
}

/// `contracts::application::review` tests the time until the next entry.
#[tokio::test]
async fn each_way_to_read_an_application_is_audited_and_not_for_its_owner() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let desk = format!("/api/admin/applications/{id}");
    let paths = [
        format!("/api/applications/{id}"),
        format!("{desk}/notes"),
        format!("{desk}/history"),
        format!("{desk}/versions"),
    ];
    ana.get(&paths[0]).await.expect(200);
    admin.get("/api/admin/applications").await.expect(200);
    let mut readers = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let reader = api.admin(&format!("admin{number}@forum.example")).await;
        reader.get(path).await.expect(200);
        readers.push(reader.id().await);
        api.clock().advance(Duration::SECOND);
    }
    let mut reads = all(&log(&admin, &format!("?target={id}&action=application.read")).await, "actor_id");
    let reviews = log(&admin, &format!("?target={id}&action=application.reviewed")).await;
    assert_eq!(reads.len(), 2, "of the answers and of the earlier ones");
    reads.extend(all(&reviews, "actor_id"));
    reads.sort_unstable();
    readers.sort_unstable();
    assert_eq!(reads, readers);
}

#[tokio::test]
async fn an_administrator_is_not_shown_what_others_did_with_their_own_application() {
    let (_, ana, admin, application) = TestApi::with_desk().await;
    let id = ana.id().await;
    admin.get(&format!("/api/applications/{application}")).await.expect(200);
    let path = format!("/api/admin/users/{id}/roles/admin");
    admin.send(Sent::new(Method::PUT, &path)).await.expect(200);
    let about = format!("?about={id}&actor=");
    let by_others = log(&ana, &format!("{about}{}", admin.id().await)).await;
    assert_eq!(all(&by_others, "action"), ["role.granted"]);
    assert_eq!(all(&log(&ana, &format!("{about}{id}")).await, "action"), ["application.submitted"]);
}
