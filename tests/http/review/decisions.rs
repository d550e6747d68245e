//! The administrators' list, their decisions on one application or several, and undoing them.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::shared::Clock;
use forum_tests::harness::{Answer, Caller, Ports, TestApi, UNKNOWN_ID};
use forum_tests::memory::FixedClock;
use forum_tests::stores::Stores;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::support::requests::ids as page_ids;

const LIST: &str = "/api/admin/applications";
const BULK: &str = "/api/admin/applications/decisions";

#[tokio::test]
async fn the_list_is_newest_first_has_unfiltered_counts_and_obeys_every_parameter() {
    let (api, admin) = TestApi::with_admin().await;
    let mut ids = Vec::new();
    for email in ["ana@school.example", "ben@school.example", "cleo_100%@school.example"] {
        api.clock().advance(Duration::minutes(4));
        ids.push(api.applicant(email).await.apply().await);
    }
    let last = api.now().format(&Rfc3339).expect("a timestamp");
    admin.decide(&ids[0], "approved").await.expect(200);
    admin.decide(&ids[1], "rejected").await.expect(200);
    admin.post(&format!("{LIST}/{}/notes", ids[1]), &json!({"text": "Called."})).await.expect(201);
    let counts = json!({"total": 3, "pending": 1, "approved": 1, "rejected": 1});
    let [first, second, third] = [&ids[0], &ids[1], &ids[2]];
    for (query, expected, total) in [
        ("", vec![third, second, first], 3),
        ("order=asc", vec![first, second, third], 3),
        ("status=approved", vec![first], 1),
        ("q=BEN", vec![second], 1),
        ("q=%20&state=%20&subject=", vec![third, second, first], 3),
        ("limit=1&offset=1", vec![second], 3),
        ("sort=status&order=asc", vec![first, third, second], 3),
        ("state=florida&subject=MATH", vec![third, second, first], 3),
        ("subject=mathematics", vec![], 0),
        (&format!("submitted_after={last}"), vec![third], 1),
        (&format!("submitted_before={last}&state=fl"), vec![second, first], 2),
        ("has_notes=true", vec![second], 1),
        ("has_notes=false", vec![third, first], 2),
    ] {
        let list = admin.get(&format!("{LIST}?{query}")).await.expect(200).json;
        assert_eq!(page_ids(&list).iter().collect::<Vec<_>>(), expected, "{query}");
        assert_eq!((&list["total"], &list["counts"]), (&json!(total), &counts), "{query}");
        // The numbers by state follow every filter but the state.
        if !["state", "limit", "sort", "order"].iter().any(|name| query.starts_with(name)) {
            let query = query.replace("&state=fl", "").replace("&state=%20", "");
            let states = admin.get(&format!("{LIST}/states?{query}")).await.expect(200).json;
            let number = |item: &Value, word: &str| item[word].as_u64().expect("a number");
            let sum = |item: &Value| {
                ["pending", "approved", "rejected"].map(|word| number(item, word)).iter().sum::<u64>()
            };
            let items = states["items"].as_array().expect("items");
            assert!(
                items.iter().all(|item| item["state"] == "FL" && item["state_name"] == "Florida"),
                "{query}"
            );
            assert_eq!(items.iter().map(sum).sum::<u64>(), total, "{query}");
            assert_eq!(states["is_exact"], true, "{query}");
        }
    }
    // A row contains no birth date, address or phone number.
    let expected = json!({
        "id": first, "first_name": "Ana", "last_name": "Li", "email": "ana@school.example",
        "teaching_position": "Grade 4 teacher", "city": "Tampa", "state": "Florida", "state_code": "FL",
        "excerpt": "Twelve years.\nMostly grade 4.", "status": "approved",
        "submitted_at": "2026-11-20T12:04:00Z", "reviewed_at": "2026-11-20T12:12:00Z",
        "changed_at": "2026-11-20T12:12:00Z", "version": 1, "changes": null, "notes": 0,
        "marks": {"yes": 0, "maybe": 0, "no": 0, "mine": null}, "read_at": null,
    });
    assert_eq!(admin.get(&format!("{LIST}?status=approved")).await.json["items"], json!([expected]));
}

#[tokio::test]
async fn a_decision_is_final_and_a_second_one_gets_the_current_status() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let other = api.admin("other@forum.example").await;
    api.clock().advance(Duration::minutes(10));
    let path = format!("{LIST}/{id}/decision");
    for (body, field, code) in [
        (json!({}), "/decision", "required"),
        (json!({"decision": "pending"}), "/decision", "invalid_choice"),
        (json!({"decision": "approved", "note": "x".repeat(2001)}), "/note", "too_long"),
        (json!({"decision": "approved", "note": "a\u{0}"}), "/note", "invalid_text"),
    ] {
        let whole = if code == "invalid_text" { code } else { "validation_failed" };
        admin.post(&path, &body).await.invalid(whole, &[(field, code)]);
    }
    for id in ["no-id", UNKNOWN_ID] {
        admin.decide(id, "approved").await.problem(404, "not_found");
    }
    let body = json!({"decision": "approved", "note": "  Strong.\nWell done. "});
    let decided = admin.post(&path, &body).await.expect(200);
    assert_eq!(decided.json["status"], "approved");
    assert_eq!(decided.json["reviewed_at"], "2026-11-20T12:10:00Z");
    assert_eq!(decided.json["note"], "Strong.\nWell done.");
    assert_eq!(decided.text_at("/decided_by"), admin.id().await);
    for decision in ["approved", "rejected"] {
        let answer = other.decide(&id, decision).await.problem(409, "application_already_decided");
        assert_eq!(answer.json["current_status"], "approved");
        assert_eq!(answer.json["detail"], "This application was already approved.");
    }
}

fn with_window(ports: Ports) -> TestApi {
    TestApi::with(ports.with(|program| program.undo_window = Duration::seconds(10)))
}

async fn undo(caller: &Caller, id: &str) -> Answer {
    caller.call(&format!("{LIST}/{id}/decision/undo")).await
}

async fn bulk(caller: &Caller, ids: &[String], decision: &str, key: &str) -> Answer {
    let body = json!({"ids": ids, "decision": decision, "note": "Together."});
    caller.keyed(key, BULK, &body).await
}

/// The reason for which an application was skipped.
fn code<'a>(answer: &'a Value, id: &str) -> &'a str {
    let mut skipped = answer["skipped"].as_array().into_iter().flatten();
    skipped.find(|row| row["id"] == id).and_then(|row| row["code"].as_str()).unwrap_or("not skipped")
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
async fn an_undone_decision_is_pending_again_and_neither_mailed_nor_repeated_under_its_key() {
    let api = with_window(Ports::new().await);
    let (ana, admin, id) = api.desk().await;
    let path = format!("{LIST}/{id}/decision");
    let body = json!({"decision": "approved", "note": "Strong."});
    let decided = admin.keyed("k", &path, &body).await.expect(200);
    assert_eq!(decided.json["undo_seconds"], 10);
    assert_eq!(ana.get("/api/users/me").await.json["roles"], json!(["member"]));
    api.clock().advance(Duration::seconds(9));
    undo(&api.admin("two@forum.example").await, &id).await.problem(403, "forbidden");
    for _ in 0..2 {
        let undone = undo(&admin, &id).await.expect(200).json;
        assert_eq!((&undone["status"], &undone["note"]), (&json!("pending"), &Value::Null));
        assert_eq!(undone["decided_by"], Value::Null);
    }
    let again = admin.keyed("k", &path, &body).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &decided.json));
    assert_eq!(ana.get("/api/users/me").await.json["roles"], json!(["applicant"]));
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(decision_mails(&api), [""; 0]);
    let history = admin.get(&format!("{LIST}/{id}/history")).await.expect(200);
    assert_eq!(history.each("action"), ["submitted", "decided", "undone"]);
    assert_eq!(history.each("actor_name"), ["Ana Li"; 3]);
    let (ana_id, admin_id) = (ana.id().await, admin.id().await);
    assert_eq!(history.each("actor_id"), [&*ana_id, &*admin_id, &*admin_id]);
    let last = &history.items()[2];
    assert_eq!((&last["from_status"], &last["to_status"]), (&json!("approved"), &json!("pending")));
    let counts = admin.get(LIST).await.json["counts"].take();
    assert_eq!(counts, json!({"total": 1, "pending": 1, "approved": 0, "rejected": 0}));
}

#[tokio::test]
async fn a_decision_is_mailed_and_final_after_the_window_or_at_once_without_one() {
    for (window, api) in [(10, with_window(Ports::new().await)), (0, TestApi::new().await)] {
        let (ana, admin, id) = api.desk().await;
        let decided = admin.decide(&id, "rejected").await.expect(200);
        assert_eq!(decided.json["undo_seconds"], window);
        api.clock().advance(Duration::seconds(window));
        undo(&admin, &id).await.problem(409, "undo_expired");
        api.run_mail().await;
        assert_eq!(decision_mails(&api), ["application_rejected"]);
        ana.apply().await;
        undo(&admin, &id).await.problem(409, "applied_again");
        undo(&admin, UNKNOWN_ID).await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn several_applications_are_decided_and_others_are_skipped_with_the_reason() {
    let api = with_window(Ports::new().await);
    let admin = api.user("admin@forum.example", &[Role::Admin, Role::Applicant]).await;
    let other = api.admin("other@forum.example").await;
    let ids = applications(&api, 4).await;
    let own = admin.apply().await;
    let unknown = UNKNOWN_ID.to_owned();
    other.decide(&ids[1], "rejected").await.expect(200);
    let chosen = [&ids[..], &[own.clone(), unknown.clone()]].concat();
    let answer = bulk(&admin, &chosen, "approved", "k").await.expect(200).json;
    assert_eq!(answer["decided"], json!([ids[0], ids[2], ids[3]]));
    assert_eq!(answer["undo_seconds"], 10);
    assert_eq!(code(&answer, &ids[1]), "application_already_decided");
    assert_eq!((code(&answer, &own), code(&answer, &unknown)), ("own_application", "not_found"));
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
async fn fail_in_write(api: &TestApi, number: u32) {
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
    sqlx::raw_sql(statements).execute(api.ports.pool()).await.expect("triggers");
}

/// The database fails in each write of the request, one after the other.
#[tokio::test]
async fn after_a_fault_the_rest_is_skipped_and_the_request_is_continued_under_its_key() {
    let (mut unanswered, mut partial) = (0, 0);
    for write in 1.. {
        let api = with_window(Ports::on(Stores::fresh().await));
        let admin = api.admin("admin@forum.example").await;
        let ids = applications(&api, 4).await;
        fail_in_write(&api, write).await;
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
    let all = json!({"ids": [ids[0], ids[1], ids[2], ids[3], UNKNOWN_ID]});
    let undone = admin.post(&format!("{BULK}/undo"), &all).await.expect(200).json;
    assert_eq!(undone["undone"], json!([ids[1], ids[2]]));
    assert_eq!((code(&undone, &ids[0]), code(&undone, &ids[3])), ("undo_expired", "forbidden"));
    assert_eq!(code(&undone, UNKNOWN_ID), "not_found");
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(decision_mails(&api).len(), 2);
}

#[tokio::test]
async fn invalid_lists_of_ids_are_refused() {
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
        for path in [BULK.to_owned(), format!("{BULK}/undo")] {
            let mut body = json!({"ids": list});
            if path == BULK {
                body["decision"] = json!("approved");
            }
            admin.post(&path, &body).await.invalid("validation_failed", &[(field, code)]);
        }
    }
    assert_eq!(admin.get(LIST).await.json["counts"]["pending"], 1);
}
