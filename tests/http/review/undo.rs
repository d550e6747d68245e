//! Undoing decisions, and decisions on several applications.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::MAX_BULK;
use forum_domain::shared::Clock;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use forum_tests::memory::FixedClock;
use forum_tests::postgres::PostgresDatabase;
use http::Method;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use time::{Duration, OffsetDateTime};

const LIST: &str = "/api/admin/applications";
const BULK: &str = "/api/admin/applications/decisions";

fn with_window(ports: Ports) -> TestApi {
    TestApi::with(ports.with(|program| program.undo_window = Duration::seconds(10)))
}

async fn undo(caller: &Caller<'_>, id: &str) -> Answer {
    caller.send(Sent::new(Method::POST, &format!("{LIST}/{id}/decision/undo"))).await
}

async fn bulk(caller: &Caller<'_>, ids: &[String], decision: &str, key: &str) -> Answer {
    let body = json!({"ids": ids, "decision": decision, "note": "Together."});
    caller.send(Sent::new(Method::POST, BULK).header("idempotency-key", key).json(&body)).await
}

async fn applications(api: &TestApi, number: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for index in 0..number {
        ids.push(api.applicant(&format!("ana{index}@school.example")).await.apply().await);
    }
    api.run_mail().await;
    ids.sort();
    ids
}

/// The kinds of all mails about decisions that were sent.
fn decision_mails(api: &TestApi) -> Vec<String> {
    let kinds = api.inbox().sent().into_iter().map(|mail| mail.kind.as_str().to_owned());
    kinds.filter(|kind| kind != "application_submitted").collect()
}

#[tokio::test]
async fn an_undone_decision_is_pending_again_and_no_mail_is_sent() {
    let api = with_window(Ports::new().await);
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id = ana.apply().await;
    let body = json!({"decision": "approved", "note": "Strong."});
    let decided = admin.post(&format!("{LIST}/{id}/decision"), &body).await.expect(200);
    assert_eq!(decided.json["undo_seconds"], 10);
    assert_eq!(ana.get("/api/users/me").await.json["roles"], json!(["member"]));
    api.clock().advance(Duration::seconds(9));
    api.run_mail().await;
    assert_eq!(decision_mails(&api), [""; 0]);
    for _ in 0..2 {
        let undone = undo(&admin, &id).await.expect(200).json;
        assert_eq!((&undone["status"], &undone["note"]), (&json!("pending"), &Value::Null));
        assert_eq!(undone["decided_by"], Value::Null);
    }
    assert_eq!(ana.get("/api/users/me").await.json["roles"], json!(["applicant"]));
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(decision_mails(&api), [""; 0]);
    let history = admin.get(&format!("{LIST}/{id}/history")).await.expect(200).json;
    let items = history["items"].as_array().expect("items");
    let actions: Vec<_> = items.iter().map(|item| item["action"].as_str().expect("a word")).collect();
    assert_eq!(actions, ["submitted", "decided", "undone"]);
    assert_eq!((&items[2]["from_status"], &items[2]["to_status"]), (&json!("approved"), &json!("pending")));
    let counts = admin.get(LIST).await.json["counts"].take();
    assert_eq!(counts, json!({"total": 1, "pending": 1, "approved": 0, "rejected": 0}));
}

#[tokio::test]
async fn a_decision_is_mailed_and_final_after_the_window() {
    let api = with_window(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 2).await;
    admin.decide(&ids[0], "approved").await.expect(200);
    api.clock().advance(Duration::seconds(10));
    undo(&admin, &ids[0]).await.problem(409, "undo_expired");
    api.run_mail().await;
    assert_eq!(decision_mails(&api), ["application_approved"]);
    undo(&admin, &ids[0]).await.problem(409, "undo_expired");
    undo(&admin, &ids[1]).await.problem(409, "undo_expired");
    undo(&admin, "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await.problem(404, "not_found");
}

#[tokio::test]
async fn without_a_window_decisions_are_final_and_mailed_at_once() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 1).await;
    let decided = admin.decide(&ids[0], "approved").await.expect(200);
    assert_eq!(decided.json["undo_seconds"], 0);
    undo(&admin, &ids[0]).await.problem(409, "undo_expired");
    api.run_mail().await;
    assert_eq!(decision_mails(&api), ["application_approved"]);
}

#[tokio::test]
async fn only_the_administrator_who_decided_can_undo() {
    let api = with_window(Ports::new().await);
    let (one, two) = (api.admin("one@forum.example").await, api.admin("two@forum.example").await);
    let ids = applications(&api, 1).await;
    one.decide(&ids[0], "rejected").await.expect(200);
    let refused = undo(&two, &ids[0]).await.problem(403, "forbidden");
    assert_eq!(refused.json["detail"], "Only the administrator who decided can undo the decision.");
    undo(&one, &ids[0]).await.expect(200);
    two.decide(&ids[0], "approved").await.expect(200);
    undo(&one, &ids[0]).await.problem(403, "forbidden");
    undo(&two, &ids[0]).await.expect(200);
}

#[tokio::test]
async fn the_key_of_an_undone_decision_replays_it_and_decides_nothing() {
    let api = with_window(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 1).await;
    let path = format!("{LIST}/{}/decision", ids[0]);
    let body = json!({"decision": "approved"});
    let keyed = || Sent::new(Method::POST, &path).header("idempotency-key", "k").json(&body);
    let first = admin.send(keyed()).await.expect(200);
    undo(&admin, &ids[0]).await.expect(200);
    let again = admin.send(keyed()).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    assert_eq!(admin.get(LIST).await.json["counts"]["pending"], 1);
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(decision_mails(&api), [""; 0]);
}

#[tokio::test]
async fn an_applicant_who_applied_again_or_left_keeps_the_decision() {
    let api = with_window(Ports::new().await);
    let (ana, ben) = (api.applicant("ana@school.example").await, api.applicant("ben@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let ids = [ana.apply().await, ben.apply().await];
    for id in &ids {
        admin.decide(id, "rejected").await.expect(200);
    }
    api.clock().advance(Duration::SECOND);
    let later = ana.apply().await;
    undo(&admin, &ids[0]).await.problem(409, "applied_again");
    admin.decide(&later, "approved").await.expect(200);
    undo(&admin, &ids[0]).await.problem(409, "applied_again");
    undo(&admin, &later).await.expect(200);
    let body = json!({"current_password": forum_tests::harness::PASSWORD});
    ben.send(Sent::new(Method::DELETE, "/api/users/me").json(&body)).await.expect(202);
    undo(&admin, &ids[1]).await.problem(409, "undo_expired");
}

#[tokio::test]
async fn several_applications_are_decided_and_others_are_skipped_with_the_reason() {
    let api = with_window(Ports::new().await);
    let admin = api.user("admin@forum.example", &[Role::Admin, Role::Applicant]).await;
    let other = api.admin("other@forum.example").await;
    let ids = applications(&api, 4).await;
    let own = admin.apply().await;
    let unknown = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d".to_owned();
    other.decide(&ids[1], "rejected").await.expect(200);
    let chosen = [&ids[..], &[own.clone(), unknown.clone()]].concat();
    let answer = bulk(&admin, &chosen, "approved", "k").await.expect(200).json;
    assert_eq!(answer["decided"], json!([ids[0], ids[2], ids[3]]));
    assert_eq!(answer["undo_seconds"], 10);
    let mut reasons: Vec<(String, String)> = answer["skipped"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| (row["id"].as_str().expect("an id").into(), row["code"].as_str().expect("a code").into()))
        .collect();
    reasons.sort();
    let mut expected = vec![
        (ids[1].clone(), "application_already_decided".to_owned()),
        (own, "own_application".to_owned()),
        (unknown, "not_found".to_owned()),
    ];
    expected.sort();
    assert_eq!(reasons, expected);
    let detail = admin.get(&format!("/api/applications/{}", ids[0])).await.expect(200).json;
    assert_eq!((&detail["status"], &detail["note"]), (&json!("approved"), &json!("Together.")));
    api.clock().advance(Duration::seconds(10));
    api.run_mail().await;
    assert_eq!(decision_mails(&api).len(), 4);
}

#[tokio::test]
async fn a_repeated_request_returns_the_present_state_of_each_application() {
    let api = with_window(Ports::new().await);
    let (admin, other) = (api.admin("admin@forum.example").await, api.admin("other@forum.example").await);
    let ids = applications(&api, 4).await;
    let first = bulk(&admin, &ids, "approved", "k").await.expect(200);
    assert_eq!(first.json["undo_until"], "2026-11-20T12:00:10Z");
    api.clock().advance(Duration::seconds(3));
    undo(&admin, &ids[0]).await.expect(200);
    undo(&admin, &ids[1]).await.expect(200);
    other.decide(&ids[1], "approved").await.expect(200);
    let again = bulk(&admin, &ids, "approved", "k").await.expect(200);
    let expected = json!({
        "decided": ids[2..], "undo_seconds": 7, "undo_until": "2026-11-20T12:00:10Z",
        "skipped": [
            {"id": ids[0], "code": "undone"},
            {"id": ids[1], "code": "application_already_decided"},
        ],
    });
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &expected));
    assert_eq!(admin.get(LIST).await.json["counts"]["pending"], 1);
    bulk(&admin, &ids[..2], "approved", "k").await.problem(422, "idempotency_key_reused");
}

fn codes(skipped: &Value) -> Vec<&str> {
    skipped.as_array().into_iter().flatten().filter_map(|row| row["code"].as_str()).collect()
}

/// The database fails in the write with this number, counted from 1.
async fn fail_in_write(database: &PostgresDatabase, number: u32) {
    let statements = AssertSqlSafe(format!(
        "create sequence if not exists writes;
         alter sequence writes restart;
         create or replace function fail() returns trigger language plpgsql as $$ begin
             if nextval('writes') = {number} then raise 'away' using errcode = 'admin_shutdown'; end if;
             return new;
         end $$;
         create or replace trigger fail before insert or update on applications
             for each row execute function fail();
         create or replace trigger fail before insert or update on outbox
             for each row execute function fail();
         create or replace trigger fail before insert or update on idempotent_requests
             for each row execute function fail();"
    ));
    sqlx::raw_sql(statements).execute(database.pool()).await.expect("triggers");
}

/// The database fails in each write of the request, one after the other.
#[tokio::test]
async fn after_a_fault_the_rest_is_skipped_and_the_request_is_continued_under_its_key() {
    let (mut unanswered, mut partial) = (0, 0);
    for write in 1.. {
        let database = PostgresDatabase::fresh().await;
        let api = with_window(Ports::on(database.stores()));
        let admin = api.admin("admin@forum.example").await;
        let ids = applications(&api, 4).await;
        fail_in_write(&database, write).await;
        let first = bulk(&admin, &ids, "approved", "k").await;
        if first.status == 200 {
            let decided = first.json["decided"].as_array().expect("a list").len();
            assert_eq!(codes(&first.json["skipped"]), vec!["unavailable"; 4 - decided], "{write}");
            assert_eq!(first.json["decided"], json!(ids[..decided]), "{write}");
            assert_eq!(first.json["undo_until"], "2026-11-20T12:00:10Z", "{write}");
            if decided == 4 {
                break;
            }
            assert_eq!(admin.get(LIST).await.json["counts"]["approved"], decided, "{write}");
            partial += 1;
        } else {
            first.problem(503, "unavailable");
            unanswered += 1;
        }
        let again = bulk(&admin, &ids, "approved", "k").await.expect(200).json;
        assert_eq!((&again["decided"], &again["skipped"]), (&json!(ids), &json!([])), "{write}");
    }
    assert!(unanswered > 2 && partial > 5, "{unanswered}, {partial}");
}

#[tokio::test]
async fn after_a_fault_the_rest_is_not_undone_and_named() {
    let database = PostgresDatabase::fresh().await;
    let api = with_window(Ports::on(database.stores()));
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 3).await;
    let mut left = Vec::new();
    for write in 1..=12 {
        bulk(&admin, &ids, "approved", &write.to_string()).await.expect(200);
        fail_in_write(&database, write).await;
        let answer = admin.post(&format!("{BULK}/undo"), &json!({"ids": ids})).await.json;
        fail_in_write(&database, 0).await;
        left.push(codes(&answer["skipped"]).iter().filter(|code| **code == "unavailable").count());
        admin.post(&format!("{BULK}/undo"), &json!({"ids": ids})).await.expect(200);
    }
    assert!(left.iter().any(|left| *left > 0) && !left.contains(&3), "{left:?}");
}

/// Every reading takes half a second.
struct SlowClock(Arc<FixedClock>);

impl Clock for SlowClock {
    fn now(&self) -> OffsetDateTime {
        self.0.advance(Duration::milliseconds(500));
        self.0.now()
    }
}

#[tokio::test]
async fn a_request_that_takes_too_long_skips_the_rest() {
    let ports = Ports::new().await;
    let clock = Arc::new(SlowClock(ports.clock.clone()));
    let api = with_window(ports.with(|program| program.clock = clock));
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 20).await;
    let answer = bulk(&admin, &ids, "approved", "k").await.expect(200).json;
    let decided = answer["decided"].as_array().expect("a list").len();
    assert!((1..20).contains(&decided), "{decided}");
    assert_eq!(codes(&answer["skipped"]), vec!["unavailable"; 20 - decided]);
    let undone = admin.post(&format!("{BULK}/undo"), &json!({"ids": ids})).await.expect(200).json;
    assert_eq!(codes(&undone["skipped"]).last(), Some(&"unavailable"), "{undone}");
}

#[tokio::test]
async fn several_decisions_are_undone_and_others_are_skipped_with_the_reason() {
    let api = with_window(Ports::new().await);
    let (admin, other) = (api.admin("admin@forum.example").await, api.admin("other@forum.example").await);
    let ids = applications(&api, 4).await;
    admin.decide(&ids[0], "approved").await.expect(200);
    api.clock().advance(Duration::seconds(10));
    bulk(&admin, &ids[1..3], "rejected", "k").await.expect(200);
    other.decide(&ids[3], "approved").await.expect(200);
    let unknown = "00000000-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
    let all = json!({"ids": [ids[0], ids[1], ids[2], ids[3], unknown]});
    let undone = admin.post(&format!("{BULK}/undo"), &all).await.expect(200).json;
    assert_eq!(undone["undone"], json!([ids[1], ids[2]]));
    let skipped = undone["skipped"].as_array().expect("a list");
    let code = |id: &str| skipped.iter().find(|row| row["id"] == id).map(|row| row["code"].clone());
    assert_eq!(code(&ids[0]), Some(json!("undo_expired")));
    assert_eq!(code(&ids[3]), Some(json!("forbidden")));
    assert_eq!(code(unknown), Some(json!("not_found")));
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(decision_mails(&api).len(), 2);
}

/// One single decision is on the application that the other request decides next, and one comes from the other end. Those
/// in the middle are left to the request for all.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_decisions_at_once_and_single_ones_decide_and_mail_each_application_once() {
    const SINGLE: usize = 40;
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let api = with_window(Ports::on(stores.clone()));
    let (one, two) = (api.admin("one@forum.example").await, api.admin("two@forum.example").await);
    let mut ids = Vec::new();
    for ana in stores.applicants(MAX_BULK).await {
        ids.push(stores.submitted(ana, api.now() - Duration::HOUR).await.id.to_string());
    }
    ids.sort();
    let singly = async |ids: Vec<&String>| {
        let mut decided = 0;
        for id in ids {
            let answer = two.decide(id, "rejected").await;
            decided += usize::from(answer.status == 200);
            if answer.status != 200 {
                answer.problem(409, "application_already_decided");
            }
        }
        decided
    };
    let (together, forwards, backwards) = futures_util::join!(
        bulk(&one, &ids, "approved", "k"),
        singly(ids.iter().take(SINGLE).collect()),
        singly(ids.iter().rev().take(SINGLE).collect()),
    );
    let together = together.expect(200).json;
    let number = |member: &str| together[member].as_array().map_or(0, Vec::len);
    assert_eq!((number("decided") + number("skipped"), number("skipped")), (MAX_BULK, forwards + backwards));
    assert!(number("decided") >= MAX_BULK - 2 * SINGLE, "{forwards} {backwards}");
    assert_eq!(decision_mails(&api), [""; 0]);
    api.clock().advance(Duration::seconds(10));
    api.run_mail().await;
    let mut mails = decision_mails(&api);
    mails.sort();
    let (approved, rejected) = (number("decided"), forwards + backwards);
    let expected = [vec!["application_approved"; approved], vec!["application_rejected"; rejected]].concat();
    assert_eq!(mails, expected);
    database.assert_invariants().await;
    drop((api, stores));
}

#[tokio::test]
async fn invalid_lists_of_ids_and_notes_are_refused() {
    let api = with_window(Ports::new().await);
    let admin = api.admin("admin@forum.example").await;
    let ids = applications(&api, 1).await;
    let many: Vec<String> = (0..101).map(|number| format!("5f0e7a3c-3f0b-4c7e-9d5e-{number:012}")).collect();
    let table = [
        (json!([]), "/ids", "required"),
        (json!(many), "/ids", "too_many"),
        (json!([ids[0], ids[0]]), "/ids/1", "duplicate"),
        (json!([ids[0], "x"]), "/ids/1", "invalid_value"),
    ];
    for (list, field, code) in table {
        let body = json!({"ids": list, "decision": "approved"});
        let refused = admin.post(BULK, &body).await.problem(422, "validation_failed");
        assert_eq!(refused.field_errors(), [(field, code)]);
        let body = json!({"ids": list});
        let refused = admin.post(&format!("{BULK}/undo"), &body).await.problem(422, "validation_failed");
        assert_eq!(refused.field_errors(), [(field, code)]);
    }
    let body = json!({"ids": ids, "decision": "approved", "note": "x".repeat(2001)});
    let refused = admin.post(BULK, &body).await.problem(422, "validation_failed");
    assert_eq!(refused.field_errors(), [("/note", "too_long")]);
    assert_eq!(admin.get(LIST).await.json["counts"]["pending"], 1);
}
