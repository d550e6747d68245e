//! Paging through lists by cursor.

use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Caller, TestApi};
use forum_tests::memory::plain_image;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::ids;

const APPLICATIONS: &str = "/api/admin/applications";
const HEADSHOTS: &str = "/api/headshots";

fn photo() -> Vec<u8> {
    plain_image(ImageKind::Png, 9, 9)
}

/// Applications at intervals of a minute, the oldest first.
async fn apply(api: &TestApi, names: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        api.clock().advance(Duration::minutes(1));
        ids.push(api.applicant(&format!("{name}@school.example")).await.apply().await);
    }
    ids
}

/// The page that a cursor of `page` leads to.
async fn follow(caller: &Caller, list: &str, page: &Value, member: &str) -> Value {
    let cursor = page[member].as_str().expect("a cursor");
    let answer = caller.get(&format!("{list}&cursor={cursor}")).await.expect(200);
    assert_eq!(answer.json["offset"], Value::Null);
    answer.json
}

#[tokio::test]
async fn paging_by_cursor_skips_no_application_while_some_arrive_and_are_decided() {
    let (api, admin) = TestApi::with_admin().await;
    let old = apply(&api, &["a", "b", "c", "d", "e"]).await;
    let list = format!("{APPLICATIONS}?status=pending&limit=2");

    let first = admin.get(&list).await.expect(200).json;
    assert_eq!(ids(&first), [old[4].clone(), old[3].clone()]);
    assert_eq!(
        (&first["total"], &first["offset"], &first["prev_cursor"]),
        (&json!(5), &json!(0), &Value::Null)
    );

    let newest = apply(&api, &["f"]).await.remove(0);
    admin.decide(&old[3], "approved").await.expect(200);
    let second = follow(&admin, &list, &first, "next_cursor").await;
    assert_eq!(ids(&second), [old[2].clone(), old[1].clone()]);
    assert_eq!(second["total"], 5);

    admin.decide(&old[2], "rejected").await.expect(200);
    let third = follow(&admin, &list, &second, "next_cursor").await;
    assert_eq!(ids(&third), [old[0].clone()]);
    assert_eq!((&third["total"], &third["next_cursor"]), (&json!(4), &Value::Null));

    let back = follow(&admin, &list, &third, "prev_cursor").await;
    assert_eq!(ids(&back), [old[4].clone(), old[1].clone()]);
    let start = follow(&admin, &list, &back, "prev_cursor").await;
    assert_eq!((ids(&start), &start["prev_cursor"]), (vec![newest], &Value::Null));
    assert_eq!(ids(&follow(&admin, &list, &start, "next_cursor").await), ids(&back));
}

/// `contracts` walks through one's own applications and sessions.
#[tokio::test]
async fn the_list_of_ones_own_photos_can_be_sorted_and_paged_in_either_direction() {
    let api = TestApi::new().await;
    api.applicant("bo@school.example").await.upload("me.png", &photo()).await.expect(201);
    let ana = api.applicant("ana@school.example").await;
    let none = json!({
        "items": [], "total": 0, "limit": 100, "offset": 0, "next_cursor": null, "prev_cursor": null,
    });
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json, none);
    let mut oldest_first = Vec::new();
    for _ in 0..3 {
        api.clock().advance(Duration::minutes(1));
        oldest_first.push(ana.upload("me.png", &photo()).await.expect(201).text_at("/id"));
    }
    let newest_first: Vec<_> = oldest_first.iter().rev().cloned().collect();
    for (query, expected) in [
        ("sort=name", &oldest_first),
        ("sort=created_at", &oldest_first),
        ("order=desc", &newest_first),
        ("sort=created_at&order=desc", &newest_first),
    ] {
        let list = format!("{HEADSHOTS}?{query}&limit=2");
        let first = ana.get(&list).await.expect(200).json;
        let second = follow(&ana, &list, &first, "next_cursor").await;
        assert_eq!([ids(&first), ids(&second)].concat(), *expected, "{list}");
        assert_eq!((&second["total"], &second["next_cursor"]), (&json!(3), &Value::Null), "{list}");
        let back = follow(&ana, &list, &second, "prev_cursor").await;
        assert_eq!((ids(&back), &back["prev_cursor"]), (ids(&first), &Value::Null), "{list}");
    }
}

#[tokio::test]
async fn a_cursor_is_refused_for_another_list_filter_or_order() {
    let (api, admin) = TestApi::with_admin().await;
    apply(&api, &["a", "b"]).await;
    let list = format!("{APPLICATIONS}?limit=1");
    let cursor = admin.get(&list).await.expect(200).text_at("/next_cursor");
    // A sort key of the same type.
    let by_email = admin.get(&format!("{list}&sort=email")).await.expect(200).text_at("/next_cursor");
    for query in [
        format!("cursor={cursor}&status=pending"),
        format!("cursor={by_email}&sort=teaching_position"),
        format!("cursor={cursor}&order=asc"),
    ] {
        let answer = admin.get(&format!("{APPLICATIONS}?{query}")).await;
        answer.invalid("invalid_cursor", &[("/cursor", "invalid_cursor")]);
    }
    for other in [HEADSHOTS, "/api/auth/sessions", "/api/applications/mine", "/api/admin/users"] {
        admin.get(&format!("{other}?cursor={cursor}")).await.problem(422, "invalid_cursor");
    }
    admin.get(&format!("{APPLICATIONS}?cursor={cursor}&cursor=junk")).await.expect(200);
    // A cursor is not bound to the page size, and explicit defaults equal omitted ones.
    admin.get(&format!("{APPLICATIONS}?cursor={cursor}&limit=100&sort=submitted_at&q=%20")).await.expect(200);
    admin.get(&format!("{list}&cursor={cursor}&offset=0")).await.expect(200);
    let both = admin.get(&format!("{list}&cursor={cursor}&offset=1")).await;
    both.invalid("validation_failed", &[("/offset", "invalid_value")]);
}
