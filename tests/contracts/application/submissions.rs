//! `ApplicationStore::submit`, and how applications are read.

use forum_domain::applications::{ApplicationFields, Decision, Field, OwnApplicationSort, RawFields, Status};
use forum_domain::shared::{Code, Page};
use forum_tests::builders::{NOON, fields};
use forum_tests::stores::Stores;

use crate::walk::expect_walk;

#[tokio::test]
async fn every_answer_is_returned_unchanged() {
    let stores = &Stores::fresh().await;
    let odd = ["A,B", "{\"c\"}", "NULL", "\\d"].map(str::to_owned).to_vec();
    let raw = RawFields::example()
        .with(&Field::ADDRESS_LINE2, "Apartment 4, \"Élan\" — 日本")
        .with(&Field::SUBJECTS, odd);
    let full = ApplicationFields::parse(&raw, NOON.date()).expect("a valid form");
    for (email, fields) in [("ana@example.org", full), ("bo@example.org", fields())] {
        let user_id = stores.applicant(email).await;
        let written = stores.applied(user_id, fields.clone(), NOON).await;
        let read = stores.application(written.id).await.application;
        // Compared separately, because the debug output of the fields is intentionally empty.
        assert!(read.fields == fields, "the fields differ");
        assert_eq!(read, written);
    }
}

/// Ties are broken by id. The cursor belongs to the status.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_own_application_once() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    for _ in 0..5 {
        let application = stores.submitted(ana, NOON).await;
        stores.decide(application.id, Decision::Reject, admin, NOON).await;
    }
    let status = Some(Status::Rejected);
    let request = |page| OwnApplicationSort::page(status, page);
    let list = |page| async move { stores.applications.list_own(ana, status, page).await.expect("a page") };
    expect_walk(request, list, |application| application.id).await;
    let cursor = list(request(Page { limit: 2, offset: 0 })).await.next_cursor.expect("a second page");
    let all = OwnApplicationSort::page(None, Page::default()).at(&cursor);
    assert_eq!(all.map(drop).map_err(|refusal| refusal.code), Err(Code::InvalidCursor));
}
