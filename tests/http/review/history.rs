//! The history of an application, and a review by several administrators at once.

use std::collections::BTreeSet;

use forum_domain::accounts::Role;
use forum_tests::builders::{NOON, new_user, submit_step};
use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{ids, with_readback};

const LIST: &str = "/api/admin/applications";

#[tokio::test]
async fn a_history_names_the_applicant_and_the_administrator() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id_of = async |email: &str| api.sign_in(email).await.get("/api/users/me").await.text_at("/id");
    let (ana_id, admin_id) = (id_of("ana@school.example").await, id_of("admin@forum.example").await);
    let id = ana.apply().await;
    let path = format!("{LIST}/{id}/history");
    let submission = |name: Value| {
        json!({"created_at": "2026-11-20T12:00:00Z", "actor_id": ana_id,
            "actor_name": name, "action": "submitted", "from_status": null, "to_status": "pending",
            "change": null})
    };
    let read = async || {
        let mut items = admin.get(&path).await.expect(200).json["items"].take();
        for item in items.as_array_mut().expect("items") {
            let id = item.as_object_mut().expect("an event").shift_remove("id");
            assert!(id.is_some_and(|id| id.as_str().is_some_and(|id| id.len() == 36)));
        }
        items
    };
    assert_eq!(read().await, json!([submission(json!("Ana Li"))]));

    api.clock().advance(Duration::minutes(1));
    admin.decide(&id, "rejected").await.expect(200);
    let decision = json!({"created_at": "2026-11-20T12:01:00Z",
        "actor_id": admin_id, "actor_name": "Ana Li", "action": "decided", "from_status": "pending",
        "to_status": "rejected", "change": null});
    assert_eq!(read().await, json!([submission(json!("Ana Li")), decision]));

    let body = json!({"current_password": forum_tests::harness::PASSWORD});
    let leave = forum_tests::harness::Sent::new(http::Method::DELETE, "/api/users/me").json(&body);
    ana.send(leave).await.expect(202);
    assert_eq!(read().await, json!([submission(Value::Null), decision]));
}

#[tokio::test]
async fn each_read_of_a_history_is_audited_as_a_read_of_the_application() {
    let (api, readback) = with_readback(Ports::new().await);
    let id = api.applicant("ana@school.example").await.apply().await;
    let admin = api.admin("admin@forum.example").await;
    let before = readback.audit().await.len();
    admin.get(&format!("{LIST}/{id}/history")).await.expect(200);
    admin
        .get(&format!("{LIST}/5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d/history"))
        .await
        .problem(404, "not_found");
    let entries = readback.audit().await.split_off(before);
    let [entry] = entries.as_slice() else { panic!("one read: {entries:?}") };
    assert_eq!((entry.action.as_str(), entry.target_type.as_str()), ("application.read", "application"));
    assert_eq!((entry.target_id.to_string(), &entry.detail), (id, &json!({})));
}

/// Pages through 300 applications, while another administrator decides some of each page and some of later pages.
#[tokio::test]
async fn paging_shows_every_pending_application_once_while_others_decide() {
    let ports = Ports::new().await;
    let (accounts, applications) = (ports.program.accounts.clone(), ports.program.applications.clone());
    let api = TestApi::with(ports);
    let mut all = Vec::new();
    for number in 0..300 {
        let user = new_user(&format!("p{number}@school.example"), &[Role::Applicant]);
        let user_id = user.id;
        accounts.create_user(user).await.expect("a new address");
        // Some at the same moment.
        let at = NOON + Duration::minutes(number / 3);
        match applications.submit(user_id, submit_step(at)).await {
            Ok(application) => all.push(application.id.to_string()),
            other => panic!("an applicant can submit: {other:?}"),
        }
    }
    let (admin, other) = (api.admin("admin@forum.example").await, api.admin("other@forum.example").await);
    let (mut seen, mut taken) = (Vec::new(), BTreeSet::new());
    let mut path = format!("{LIST}?status=pending&limit=25");
    loop {
        let page = admin.get(&path).await.expect(200).json;
        let shown = ids(&page);
        assert_eq!(page["counts"]["pending"], page["total"]);
        seen.extend(shown.clone());
        // The first and the last of this page (which the cursor names), and two of the oldest.
        let ahead: Vec<_> = all.iter().filter(|id| !seen.contains(id) && !taken.contains(*id)).collect();
        let ahead: Vec<String> = ahead.into_iter().take(2).cloned().collect();
        for (id, decision) in shown.iter().take(1).chain(shown.last()).zip(["approved", "rejected"]) {
            other.decide(id, decision).await.expect(200);
        }
        for id in ahead {
            other.decide(&id, "rejected").await.expect(200);
            taken.insert(id);
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("{LIST}?status=pending&limit=25&cursor={cursor}");
    }
    assert!(taken.len() >= 20, "{}", taken.len());
    let once: BTreeSet<String> = seen.iter().cloned().collect();
    assert_eq!(once.len(), seen.len(), "an application was shown twice");
    assert!(once.is_disjoint(&taken), "an application was shown after another administrator had decided");
    let reviewed: BTreeSet<String> = once.union(&taken).cloned().collect();
    assert_eq!(reviewed, all.into_iter().collect(), "an application was never shown");
}
