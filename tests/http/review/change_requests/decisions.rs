//! Decisions on applications with a request for changes, and the marks in the list.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

use super::{LIST, ask, edit, read, wizard};

#[tokio::test]
async fn the_list_marks_an_open_request_and_the_changes_made_until_the_decision() {
    let api = TestApi::with(Ports::new().await.with(|program| program.undo_window = Duration::seconds(10)));
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let (id, other) = (ana.apply().await, bo.apply().await);
    let listed = async || {
        let items = admin.get(LIST).await.expect(200).json["items"].take();
        let marks = items.as_array().expect("items").iter().map(|item| {
            let is_other = item["id"] == other.as_str();
            assert!(!is_other || (item["version"] == 1 && item["changes"].is_null()), "{item}");
            (is_other, item["version"].clone(), item["changes"].clone())
        });
        let own: Vec<_> = marks.filter(|(is_other, ..)| !is_other).collect();
        (own[0].1.clone(), own[0].2.clone())
    };
    assert_eq!(listed().await, (json!(1), json!(null)));
    let request = ask(&admin, &id, "Please.", &["city"]).await.expect(201).text_at("/id");
    assert_eq!(listed().await, (json!(1), json!("requested")));
    admin.delete(&format!("{LIST}/{id}/change-requests/{request}")).await.expect(204);
    assert_eq!(listed().await, (json!(1), json!(null)));
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.expect(200);
    assert_eq!(listed().await, (json!(2), json!("made")));
    admin.decide(&id, "approved").await.expect(200);
    assert_eq!(listed().await, (json!(2), json!(null)));
    admin.post(&format!("{LIST}/{id}/decision/undo"), &json!({})).await.expect(200);
    assert_eq!(listed().await, (json!(2), json!("made")));
    ask(&admin, &id, "Again.", &["city"]).await.expect(201);
    assert_eq!(listed().await, (json!(2), json!("requested")));
    admin.decide(&id, "rejected").await.expect(200);
    assert_eq!(listed().await, (json!(2), json!(null)));
    admin.post(&format!("{LIST}/{id}/decision/undo"), &json!({})).await.expect(200);
    assert_eq!(listed().await, (json!(2), json!("requested")), "undoing opens the request again");
    edit(&ana, &id, "\"2\"", &wizard("Ocala")).await.expect(200);
}

#[tokio::test]
async fn a_decision_on_earlier_answers_is_refused_and_changes_nothing() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let path = format!("{LIST}/{id}/decision");
    let decide = async |version: Value| {
        admin.post(&path, &json!({"decision": "approved", "note": "Good.", "version": version})).await
    };
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.expect(200);
    let request = ask(&admin, &id, "Again.", &["city"]).await.expect(201).json;
    let before = read(&admin, &id).await.json;
    for version in [0, 1, 3] {
        decide(json!(version)).await.problem(412, "version_conflict");
    }
    for malformed in [json!("2"), json!(-1), json!(2.5)] {
        let refused = decide(malformed).await.problem(422, "validation_failed");
        assert_eq!(refused.json["errors"][0]["field"], "/version");
    }
    assert_eq!(read(&admin, &id).await.json, before);
    assert_eq!((&before["status"], &before["change_request"]), (&json!("pending"), &request));
    api.run_mail().await;
    assert!(api.inbox().sent().iter().all(|mail| mail.kind != MailKind::ApplicationApproved));
    assert_eq!(decide(json!(2)).await.expect(200).json["status"], "approved");
    decide(json!(1)).await.problem(409, "application_already_decided");
}

#[tokio::test]
async fn a_decision_on_several_applications_skips_those_with_newer_answers() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let (edited, other) = (ana.apply().await, bo.apply().await);
    ask(&admin, &edited, "Please.", &["city"]).await.expect(201);
    edit(&ana, &edited, "\"1\"", &wizard("Tampa")).await.expect(200);
    let path = format!("{LIST}/decisions");
    let body =
        |versions: Value| json!({"ids": [edited, other], "decision": "approved", "versions": versions});
    for incomplete in [json!([]), json!([2]), json!([2, 1, 1])] {
        let refused = admin.post(&path, &body(incomplete)).await.problem(422, "validation_failed");
        assert_eq!(refused.field_errors(), [("/versions", "invalid_value")]);
    }
    let answer = admin.post(&path, &body(json!([1, 1]))).await.expect(200).json;
    assert_eq!(answer["decided"], json!([other]));
    assert_eq!(answer["skipped"], json!([{"id": edited, "code": "version_conflict"}]));
    assert_eq!(read(&admin, &edited).await.json["status"], "pending");
    let answer = admin.post(&path, &body(json!([2, 1]))).await.expect(200).json;
    assert_eq!(answer["decided"], json!([edited]));
}
