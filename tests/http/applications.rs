//! Submitting an application and reading the own ones.

use forum_tests::harness::{Answer, Caller, Sent, TestApi};
use poem::http::Method;
use serde_json::{Value, json};
use time::Duration;

const APPLICATIONS: &str = "/api/applications";

async fn submit_under(caller: &Caller<'_>, key: &str, body: &Value) -> Answer {
    let sent = Sent::new(Method::POST, APPLICATIONS).header("idempotency-key", key).json(body);
    caller.send(sent).await
}

#[tokio::test]
async fn an_application_is_pending_read_by_its_owner_whole_and_without_what_is_internal() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let receipt = ana.post(APPLICATIONS, &Caller::wizard()).await.expect(201);
    assert_eq!(receipt.json["submitted_at"], "2026-11-20T12:00:00Z");
    let id = receipt.text_at("/id");

    let read = ana.get(&format!("{APPLICATIONS}/{id}")).await.expect(200);
    for (name, value) in Caller::wizard().as_object().expect("an object") {
        assert_eq!(&read.json[name], value, "{name}");
    }
    assert_eq!(read.json["email"], "ana@school.example");
    let mut shown: Vec<&str> = read.json.as_object().expect("an object").keys().map(String::as_str).collect();
    shown
        .retain(|name| ["note", "decided_by", "reviewed_at", "address_line2", "headshot_url"].contains(name));
    assert!(shown.is_empty(), "{shown:?}");
}

#[tokio::test]
async fn every_wrong_field_of_the_wizard_is_named_at_once() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let mut body = Caller::wizard();
    let members = body.as_object_mut().expect("an object");
    members.remove("city");
    members.insert("date_of_birth".into(), json!("2027-01-01"));
    members.insert("t_shirt_size".into(), json!("XXXL"));
    members.insert("subjects_taught".into(), json!(["Math", " Math ", ""]));
    members.insert("zip_code".into(), json!("1".repeat(21)));
    members.insert("phone".into(), json!("  "));
    let answer = ana.post(APPLICATIONS, &body).await.problem(422, "validation_failed");
    let expected = [
        ("/city", "required"),
        ("/date_of_birth", "out_of_range"),
        ("/phone", "required"),
        ("/subjects_taught/1", "duplicate"),
        ("/subjects_taught/2", "required"),
        ("/t_shirt_size", "invalid_choice"),
        ("/zip_code", "too_long"),
    ];
    assert_eq!(answer.field_errors(), expected);

    body = Caller::wizard();
    body["state"] = json!("Flo\u{7}rida");
    let answer = ana.post(APPLICATIONS, &body).await.problem(422, "invalid_text");
    assert_eq!(answer.field_errors(), [("/state", "invalid_text")]);
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
}

#[tokio::test]
async fn nothing_that_only_the_server_decides_is_taken_from_a_body() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    for column in [
        "role",
        "status",
        "user_id",
        "id",
        "submitted_at",
        "reviewed_at",
        "headshot_url",
        "note",
        "decided_by",
    ] {
        let mut body = Caller::wizard();
        body[column] = json!("approved");
        let answer = ana.post(APPLICATIONS, &body).await.problem(422, "unknown_field");
        assert_eq!(answer.field_errors(), [(format!("/{column}").as_str(), "unknown_field")]);
    }
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
    assert_eq!(ana.get("/api/users/me").await.expect(200).json["roles"], json!(["applicant"]));
}

#[tokio::test]
async fn one_application_at_a_time_and_none_from_members_and_others() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    ana.apply().await;
    ana.post(APPLICATIONS, &Caller::wizard()).await.problem(409, "application_pending_exists");
    let member = api.member("member@school.example").await;
    member.post(APPLICATIONS, &Caller::wizard()).await.problem(409, "already_member");
    let nobody = api.user("nobody@school.example", &[]).await;
    nobody.post(APPLICATIONS, &Caller::wizard()).await.problem(403, "not_applicant");
    // Who may not, learns nothing about the body.
    nobody.post(APPLICATIONS, &json!({"unknown": 1})).await.problem(403, "not_applicant");
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), 1);
}

#[tokio::test]
async fn a_rejected_applicant_may_apply_again() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let first = ana.apply().await;
    api.admin("admin@forum.example").await.decide(&first, "rejected").await.expect(200);
    api.clock().advance(Duration::days(1));
    let ana = api.sign_in("ana@school.example").await;
    let admin_only = ana.get(&format!("{APPLICATIONS}/{first}")).await.expect(200);
    assert_eq!((&admin_only.json["note"], &admin_only.json["decided_by"]), (&Value::Null, &Value::Null));
    let second = ana.apply().await;

    let mine = ana.get("/api/applications/mine").await.expect(200);
    assert_eq!((mine.text_at("/items/0/id"), mine.text_at("/items/1/id")), (second.clone(), first));
    assert_eq!(mine.text_at("/items/1/reviewed_at"), "2026-11-20T12:00:00Z");
    let pending = ana.get("/api/applications/mine?status=pending&limit=1").await.expect(200);
    assert_eq!((&pending.json["total"], pending.text_at("/items/0/id")), (&json!(1), second));
    let page = ana.get("/api/applications/mine?limit=1&offset=1").await.expect(200);
    assert_eq!((page.json["items"].as_array().map(Vec::len), &page.json["total"]), (Some(1), &json!(2)));
}

#[tokio::test]
async fn a_repeated_submission_gets_the_same_answer_and_causes_nothing() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let first = submit_under(&ana, "key 1", &Caller::wizard()).await.expect(201);
    assert_eq!(first.header("idempotency-replayed"), "");
    api.clock().advance(Duration::minutes(10));
    let again = submit_under(&ana, "key 1", &Caller::wizard()).await.expect(201);
    assert_eq!((&again.text, again.header("idempotency-replayed")), (&first.text, "true"));

    let mut other = Caller::wizard();
    other["city"] = json!("Orlando");
    submit_under(&ana, "key 1", &other).await.problem(422, "idempotency_key_reused");
    submit_under(&ana, "key 2", &Caller::wizard()).await.problem(409, "application_pending_exists");
    for key in ["", &"k".repeat(65), "clé"] {
        let answer = submit_under(&ana, key, &Caller::wizard()).await.problem(422, "validation_failed");
        assert_eq!(answer.field_errors(), [("/Idempotency-Key", "invalid_value")], "{key:?}");
    }
    // Keys belong to their callers.
    let ben = api.applicant("ben@school.example").await;
    submit_under(&ben, "key 1", &other).await.expect(201);
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), 2);
}

#[tokio::test]
async fn a_bad_query_parameter_is_named() {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let table = [
        ("limit=0", "/limit", "out_of_range"),
        ("limit=101", "/limit", "out_of_range"),
        ("limit=many", "/limit", "invalid_value"),
        ("limit=99999999999999999999", "/limit", "invalid_value"),
        ("offset=-1", "/offset", "out_of_range"),
        ("status=lost", "/status", "invalid_value"),
    ];
    for (query, field, code) in table {
        let answer =
            ana.get(&format!("/api/applications/mine?{query}")).await.problem(422, "validation_failed");
        assert_eq!(answer.field_errors(), [(field, code)], "{query}");
    }
}
