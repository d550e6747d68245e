//! Choosing among applications: marks, what was read, the target, filters and the preview of a decision.

use forum_domain::accounts::Role;
use forum_tests::harness::{Answer, Caller, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::{Owner, ids};

const LIST: &str = "/api/admin/applications";
const SELECTION: &str = "/api/admin/selection";

async fn mark(admin: &Caller, id: &str, mark: &str) -> Answer {
    let path = format!("{LIST}/{id}/marks/me");
    admin.send(Sent::new(Method::PUT, &path).json(&json!({"mark": mark}))).await
}

async fn from(api: &TestApi, place: &str) -> String {
    let email = format!("{}@school.example", place.replace(' ', "-"));
    let caller = api.applicant(&email).await;
    caller.apply_with(json!({"state": place})).await.expect(201).text_at("/id")
}

#[tokio::test]
async fn administrators_mark_a_pending_application_of_another_and_see_the_sum() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let other = api.admin("other@forum.example").await;
    let none = json!({"yes": 0, "maybe": 0, "no": 0, "mine": null});
    let row = async |caller: &Caller| caller.get(LIST).await.expect(200).items()[0]["marks"].clone();
    assert_eq!(row(&admin).await, none);
    mark(&admin, &id, "maybe").await.expect(200);
    let marked = mark(&admin, &id, "no").await.expect(200);
    assert_eq!(marked.json, json!({"yes": 0, "maybe": 0, "no": 1, "mine": "no"}));
    mark(&other, &id, "yes").await.expect(200);
    assert_eq!(row(&admin).await, json!({"yes": 1, "maybe": 0, "no": 1, "mine": "no"}));
    let mine = format!("{LIST}/{id}/marks/me");
    for _ in 0..2 {
        admin.delete(&mine).await.expect(204);
    }
    assert_eq!(row(&admin).await, json!({"yes": 1, "maybe": 0, "no": 0, "mine": null}));
    let audit = admin.get(&format!("/api/admin/audit-events?target={id}")).await.expect(200);
    let marks = audit.items().iter().filter(|entry| entry["action"] == "application.marked");
    assert!(marks.clone().all(|entry| entry["detail"] == json!({})), "the log outlives the marks");
    assert_eq!(marks.count(), 4, "not the repeated one");

    mark(&admin, &id, "perhaps").await.problem(422, "validation_failed");
    mark(&admin, UNKNOWN_ID, "yes").await.problem(404, "not_found");
    admin.delete(&format!("{LIST}/{UNKNOWN_ID}/marks/me")).await.problem(404, "not_found");
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let own = both.apply().await;
    mark(&both, &own, "yes").await.problem(409, "own_application");
    both.delete(&format!("{LIST}/{own}/marks/me")).await.problem(409, "own_application");
    let decision = json!({"decision": "approved"});
    admin.post(&format!("{LIST}/{id}/decision"), &decision).await.expect(200);
    mark(&admin, &id, "yes").await.problem(409, "application_already_decided");
    other.delete(&mine).await.problem(409, "application_already_decided");
}

#[tokio::test]
async fn a_review_shows_no_personal_answers_is_audited_as_such_and_noted_for_its_reader() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let other = api.admin("other@forum.example").await;
    let path = format!("{LIST}/{id}");
    let review = admin.get(&path).await.expect(200);
    let whole = other.get(&format!("/api/applications/{id}")).await.expect(200);
    let mut expected = whole.json.clone();
    for personal in ["date_of_birth", "address_line1", "address_line2", "zip_code", "phone"] {
        assert!(expected.as_object_mut().expect("an object").remove(personal).is_some(), "{personal}");
    }
    assert_eq!(review.json, expected);
    let read_at = async |caller: &Caller| caller.get(LIST).await.expect(200).items()[0]["read_at"].clone();
    assert_eq!((read_at(&admin).await, read_at(&other).await), (json!("2026-11-20T12:00:00Z"), Value::Null));
    let audit = admin.get(&format!("/api/admin/audit-events?target={id}")).await.expect(200);
    for (action, reader) in [("application.reviewed", &admin), ("application.read", &other)] {
        let found: Vec<_> = audit.items().iter().filter(|entry| entry["action"] == action).collect();
        assert_eq!((found.len(), &found[0]["actor_id"]), (1, &json!(reader.id().await)), "{action}");
    }
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let own = both.apply().await;
    let own = both.get(&format!("{LIST}/{own}")).await.expect(200);
    assert!(["note", "similar", "messages"].iter().all(|member| own.json[member].is_null()), "{}", own.text);
    admin.get(&format!("{LIST}/{UNKNOWN_ID}")).await.problem(404, "not_found");
}

#[tokio::test]
async fn an_applicant_learns_nothing_of_marks_and_readings_from_any_operation() {
    let api = TestApi::new().await;
    let [admin, other] = [api.admin("a@forum.example").await, api.admin("b@forum.example").await];
    let owner = Owner::new(&api, "a").await;
    let reads = || owner.requests().into_iter().filter(|request| request.method == Method::GET);
    let read = async || {
        let mut seen = Vec::new();
        for request in reads() {
            seen.push((request.operation, request.send(&owner.caller).await.visible()));
        }
        seen
    };
    // Without the responses that differ anyway, such as random values.
    let (before, again) = (read().await, read().await);
    let steady = |seen: Vec<_>| -> Vec<_> {
        seen.into_iter()
            .zip(before.iter().zip(&again))
            .filter(|(_, (a, b))| a == b)
            .map(|(seen, _)| seen)
            .collect()
    };
    for (admin, opinion) in [(&admin, "yes"), (&other, "no")] {
        mark(admin, &owner.application, opinion).await.expect(200);
        admin.get(&format!("{LIST}/{}", owner.application)).await.expect(200);
    }
    let (expected, found) = (steady(again.clone()), steady(read().await));
    for compared in ["get_application", "list_my_applications", "get_current_user"] {
        assert!(expected.iter().any(|(operation, _)| *operation == compared), "{compared}");
    }
    assert_eq!(found, expected);
    for request in owner.requests() {
        let answer = request.send(&owner.caller).await;
        for internal in ["\"marks\"", "\"mine\"", "\"read_at\"", "\"team_yes\"", "application.marked"] {
            assert!(!answer.text.contains(internal), "{}: {}", request.operation, answer.text);
        }
    }
}

#[tokio::test]
async fn the_target_is_set_by_whoever_has_seen_the_last_one() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let other = api.admin("other@forum.example").await;
    let set = async |caller: &Caller, tag: Option<&str>, target: Value| {
        let body = json!({"target": target});
        let put = Sent::new(Method::PUT, SELECTION).json(&body);
        caller.send(tag.into_iter().fold(put, |put, tag| put.header("if-match", tag))).await
    };
    let none = admin.get(SELECTION).await.expect(200);
    let expected = json!({"target": null, "version": none.json["version"], "approved": 0, "team_yes": 0});
    assert_eq!(none.json, expected);
    set(&admin, None, json!(40)).await.problem(428, "precondition_required");
    let first = set(&admin, Some(none.header("etag")), json!(40)).await.expect(200);
    set(&other, Some(none.header("etag")), json!(30)).await.problem(412, "version_conflict");
    let again = set(&other, Some(first.header("etag")), json!(40)).await.expect(200);
    assert_eq!(again.header("etag"), first.header("etag"), "no change");
    for wrong in [json!(0), json!(100_001), json!(-1), json!("many")] {
        set(&admin, Some("*"), wrong).await.problem(422, "validation_failed");
    }
    mark(&other, &id, "yes").await.expect(200);
    let wanted = set(&other, Some("*"), json!(100_000)).await.expect(200);
    assert_eq!((&wanted.json["target"], &wanted.json["team_yes"]), (&json!(100_000), &json!(1)));
    assert_eq!(
        set(&admin, Some(wanted.header("etag")), Value::Null).await.expect(200).json["target"],
        Value::Null
    );
    let changes =
        api.readback().audit().await.into_iter().filter(|entry| entry.action == "selection.changed");
    assert_eq!(changes.count(), 3);
}

#[tokio::test]
async fn states_regions_and_other_places_are_joined_and_the_other_filters_narrow_them() {
    let (api, admin) = TestApi::with_admin().await;
    for place in ["Texas", "Ohio", "Maine", "Puerto Rico", "Ontario"] {
        from(&api, place).await;
    }
    for (query, places) in [
        ("state=TX&state=ohio", &["Ohio", "Texas"][..]),
        ("region=south&region=northeast", &["Maine", "Texas"]),
        ("region=midwest&state=PR&other_places=true", &["Ohio", "Ontario", "Puerto Rico"]),
        ("region=south&q=maine", &[]),
        ("state=%E2%80%94", &[]),
        ("mark=none&team=none&changes=none", &["Maine", "Ohio", "Ontario", "Puerto Rico", "Texas"]),
        ("mark=yes", &[]),
        ("team=divided", &[]),
    ] {
        let list = admin.get(&format!("{LIST}?{query}")).await.expect(200);
        let mut found = list.each("state");
        found.sort_by_key(|state| state.to_string());
        assert_eq!(
            found,
            places.iter().map(|place| json!(place)).collect::<Vec<_>>().iter().collect::<Vec<_>>(),
            "{query}"
        );
        let csv = admin.get(&format!("{LIST}/export?{query}")).await.expect(200).text;
        assert_eq!(csv.matches("@school.example").count(), places.len(), "{query}");
    }
    for (query, field) in
        [("region=west&region=north", "/region"), ("mark=any", "/mark"), ("team=maybe", "/team")]
    {
        let answer = admin.get(&format!("{LIST}?{query}")).await.problem(422, "validation_failed");
        assert_eq!(answer.json["errors"][0]["field"], field, "{}", answer.text);
    }
}

#[tokio::test]
async fn a_preview_counts_by_state_shows_the_first_mail_and_decides_nothing() {
    let (api, admin) = TestApi::with_admin().await;
    let [one, two, abroad, decided] = [
        from(&api, "Ohio").await,
        from(&api, "OH").await,
        from(&api, "Ontario").await,
        from(&api, "Utah").await,
    ];
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    admin.post(&format!("{LIST}/{decided}/decision"), &json!({"decision": "rejected"})).await.expect(200);
    let own = both.apply().await;
    admin.post(&format!("{LIST}/{own}/decision"), &json!({"decision": "rejected"})).await.expect(200);
    let path = format!("{LIST}/decisions/preview");
    let ids = [&*one, &*abroad, &*decided, &*two, &*own, UNKNOWN_ID];
    let preview = both.post(&path, &json!({"ids": ids, "decision": "approved"})).await.expect(200);
    assert_eq!(preview.json["mails"], 3);
    assert_eq!(preview.json["by_state"], json!([{"state": null, "count": 1}, {"state": "OH", "count": 2}]));
    assert_eq!(
        preview.json["skipped"],
        json!([
            {"id": decided, "code": "application_already_decided"},
            {"id": own, "code": "own_application"},
            {"id": UNKNOWN_ID, "code": "not_found"},
        ])
    );
    let subjects = ["approved", "rejected"].map(|decision| json!({"ids": [one], "decision": decision}));
    let shown = async |body: &Value| {
        let preview = admin.post(&path, body).await.expect(200);
        let page = api.anonymous().get(&preview.text_at("/preview_url")).await.expect(200);
        (preview.text_at("/subject"), page.text.contains("Ana"))
    };
    let (approved, rejected) = (shown(&subjects[0]).await, shown(&subjects[1]).await);
    assert!(approved.1 && rejected.1 && approved.0 != rejected.0, "{approved:?} {rejected:?}");
    let none = admin.post(&path, &json!({"ids": [decided], "decision": "approved"})).await.expect(200);
    assert_eq!((&none.json["subject"], &none.json["preview_url"]), (&Value::Null, &Value::Null));
    for wrong in [json!([]), json!([one, one]), json!(["x"]), json!(vec![UNKNOWN_ID; 101])] {
        admin
            .post(&path, &json!({"ids": wrong, "decision": "approved"}))
            .await
            .problem(422, "validation_failed");
    }
    let list = admin.get(LIST).await.expect(200);
    assert_eq!((&list.json["counts"]["pending"], &list.json["counts"]["approved"]), (&json!(3), &json!(0)));
    api.run_mail().await;
    assert!(api.inbox().last_to("ohio@school.example").is_none_or(|mail| mail.content.subject != approved.0));
}

#[tokio::test]
async fn an_export_of_given_applications_has_exactly_these() {
    let (api, admin) = TestApi::with_admin().await;
    let [one, two, three] = [from(&api, "Ohio").await, from(&api, "Utah").await, from(&api, "Texas").await];
    let query = format!("id={one}&id={three}&sort=submitted_at&order=asc");
    let csv = admin.get(&format!("{LIST}/export?{query}")).await.expect(200).text;
    let found = [&one, &two, &three].map(|id| csv.contains(&**id));
    assert_eq!(found, [true, false, true]);
    let csv = admin.get(&format!("{LIST}/export?{query}&state=ohio")).await.expect(200).text;
    assert!(csv.contains(&*one) && !csv.contains(&*three), "the filters narrow it");
    let many = format!("id={UNKNOWN_ID}&").repeat(101);
    let refused = admin.get(&format!("{LIST}/export?{many}")).await;
    refused.invalid("validation_failed", &[("/id", "invalid_value")]);
    admin.get(&format!("{LIST}/export?id=x")).await.problem(422, "validation_failed");
    let listed = admin.get(LIST).await.expect(200);
    assert_eq!(ids(&listed.json).len(), 3);
}
