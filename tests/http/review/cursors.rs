//! Paging through lists by cursor.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Caller, TestApi};
use forum_tests::memory::plain_image;
use serde_json::{Value, json};
use time::Duration;
use time::macros::datetime;

use crate::support::requests::ids;

const APPLICATIONS: &str = "/api/admin/applications";
const HEADSHOTS: &str = "/api/headshots";

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
async fn follow(caller: &Caller<'_>, list: &str, page: &Value, member: &str) -> Value {
    let cursor = page[member].as_str().expect("a cursor");
    let answer = caller.get(&format!("{list}&cursor={cursor}")).await.expect(200);
    assert_eq!(answer.json["offset"], Value::Null);
    answer.json
}

#[tokio::test]
async fn paging_by_cursor_skips_no_application_while_some_arrive_and_are_decided() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
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

#[tokio::test]
async fn photos_can_be_paged_in_either_direction() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let mut photos = Vec::new();
    for _ in 0..3 {
        let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 9, 9)).await.expect(201);
        photos.push(photo.text_at("/id"));
        api.clock().advance(Duration::seconds(1));
    }
    for (query, backward) in [
        ("sort=name", false),
        ("sort=created_at", false),
        ("order=desc", true),
        ("sort=created_at&order=desc", true),
    ] {
        let list = format!("{HEADSHOTS}?limit=1&{query}");
        let mut page = ana.get(&list).await.expect(200).json;
        let mut seen = ids(&page);
        // Bounded, so that a repeating cursor fails the test.
        while page["next_cursor"].is_string() && seen.len() <= photos.len() {
            page = follow(&ana, &list, &page, "next_cursor").await;
            seen.extend(ids(&page));
        }
        if backward {
            seen.reverse();
        }
        assert_eq!(seen, photos, "{query}");
        let before = follow(&ana, &list, &page, "prev_cursor").await;
        assert_eq!((ids(&before), &before["total"]), (vec![photos[1].clone()], &json!(3)), "{query}");
    }
}

#[tokio::test]
async fn own_sessions_and_applications_can_be_paged_in_either_direction() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let ana = api.applicant("ana@school.example").await;
    for _ in 0..2 {
        api.clock().advance(Duration::minutes(1));
        api.sign_in("ana@school.example").await;
        admin.decide(&ana.apply().await, "rejected").await.expect(200);
    }
    ana.apply().await;
    for list in ["/api/auth/sessions", "/api/applications/mine"] {
        let whole = ids(&ana.get(list).await.expect(200).json);
        let list = format!("{list}?limit=2");
        let first = ana.get(&list).await.expect(200).json;
        let second = follow(&ana, &list, &first, "next_cursor").await;
        assert_eq!((whole.len(), [ids(&first), ids(&second)].concat()), (3, whole), "{list}");
        assert_eq!((&second["total"], &second["next_cursor"]), (&json!(3), &Value::Null), "{list}");
        let back = follow(&ana, &list, &second, "prev_cursor").await;
        assert_eq!((ids(&back), &back["prev_cursor"]), (ids(&first), &Value::Null), "{list}");
    }
}

#[tokio::test]
async fn a_cursor_is_refused_for_another_list_filter_or_order_and_when_forged() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    apply(&api, &["a", "b"]).await;
    let list = format!("{APPLICATIONS}?limit=1");
    let cursor = admin.get(&list).await.expect(200).text_at("/next_cursor");
    // A sort key of the same type.
    let by_email = admin.get(&format!("{list}&sort=email")).await.expect(200).text_at("/next_cursor");
    let ana = api.applicant("ana@school.example").await;
    for _ in 0..2 {
        ana.upload("me.png", &plain_image(ImageKind::Png, 9, 9)).await.expect(201);
        api.clock().advance(Duration::seconds(1));
    }
    let foreign = ana.get(&format!("{HEADSHOTS}?limit=1")).await.expect(200).text_at("/next_cursor");

    // The last 16 bytes are the time: here one that the database cannot represent.
    let mut forged = URL_SAFE_NO_PAD.decode(&cursor).expect("base64url");
    let time = forged.len() - 16;
    let ancient = datetime!(-9999-01-01 0:00 UTC).unix_timestamp_nanos();
    forged[time..].copy_from_slice(&ancient.to_be_bytes());
    let forged = URL_SAFE_NO_PAD.encode(forged);

    let long = "A".repeat(2_049);
    let refused = [
        format!("cursor={cursor}&status=pending"),
        format!("cursor={cursor}&q=school"),
        format!("cursor={cursor}&sort=status"),
        format!("cursor={by_email}&sort=teaching_position"),
        format!("cursor={cursor}&order=asc"),
        format!("cursor={foreign}"),
        format!("cursor={forged}"),
        format!("cursor={long}"),
        format!("cursor={}", &cursor[1..]),
        format!("cursor={cursor}AA"),
        "cursor=junk".to_owned(),
        "cursor=%00%20".to_owned(),
        "cursor=".to_owned(),
    ];
    for query in refused {
        let answer = admin.get(&format!("{APPLICATIONS}?{query}")).await.problem(422, "invalid_cursor");
        assert_eq!(answer.field_errors(), [("/cursor", "invalid_cursor")], "{query}");
    }
    ana.get(&format!("{HEADSHOTS}?cursor={cursor}")).await.problem(422, "invalid_cursor");
    admin.get(&format!("{APPLICATIONS}?cursor=junk&cursor={cursor}")).await.problem(422, "invalid_cursor");
    admin.get(&format!("{APPLICATIONS}?cursor={cursor}&cursor=junk")).await.expect(200);
    // A cursor is not bound to the page size, and explicit defaults equal omitted ones.
    admin.get(&format!("{APPLICATIONS}?cursor={cursor}&limit=100&sort=submitted_at&q=%20")).await.expect(200);

    admin.get(&format!("{list}&cursor={cursor}&offset=0")).await.expect(200);
    let both = admin.get(&format!("{list}&cursor={cursor}&offset=1")).await.problem(422, "validation_failed");
    assert_eq!(both.field_errors(), [("/offset", "invalid_value")]);
    admin.get(&format!("/api/auth/sessions?cursor={cursor}")).await.problem(422, "invalid_cursor");
    admin.get(&format!("/api/applications/mine?cursor={cursor}")).await.problem(422, "invalid_cursor");
}
