//! Edits of the applicant, and the answers that they replace.

use forum_domain::applications::{
    ApplicationFields, ApplicationVersion, ChangeAct, ChangeActor, ChangeError, ChangePlan, ChangeRequest,
    ChangeStep, ReplacedAnswers, RequestOutcome, SignedRequest, Status, resubmit,
};
use forum_domain::headshots::remove_headshot;
use forum_domain::shared::{Code, Fault};
use forum_tests::builders::{NOON, act, audit, fields, fields_with, id, name};
use forum_tests::stores::Stores;

use super::super::headshots::{seen, stored};
use super::{LATER, asking, edited, editing, open, requested, rows, taking_back, version, versions};

/// The list and the search follow, because they read the application.
#[tokio::test]
async fn an_edit_replaces_the_answers_and_keeps_the_earlier_ones_with_their_request() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let mut before = application.clone();
    let mut expected = Vec::new();
    for (number, city) in [(1, "Ávila"), (2, "Toledo")] {
        let request = requested(stores, application.id, admin).await;
        let after = edited(stores, &application, number, city).await;
        assert!(after.fields == fields_with(&[("city", city)]));
        assert_eq!(stores.application(application.id).await.application, after);
        assert_eq!(
            (version(stores, application.id).await, open(stores, application.id).await),
            (number + 1, None)
        );
        expected.push(ReplacedAnswers {
            version: ApplicationVersion {
                application_id: application.id,
                number,
                fields: before.fields,
                headshot_url: None,
                replaced_at: LATER,
                change_request_id: request.id,
            },
            request: SignedRequest {
                request: ChangeRequest { closed: Some((LATER, RequestOutcome::Resubmitted)), ..request },
                requester: Some(name("Ana", "Li")),
            },
        });
        assert_eq!(versions(stores, application.id).await, expected);
        before = after;
    }
    assert_eq!((before.submitted_at, before.status), (application.submitted_at, Status::Pending));
    let acts: Vec<_> = stores.history(application.id).await.iter().filter_map(|event| event.change).collect();
    assert_eq!(acts.iter().filter(|act| **act == ChangeAct::Requested).count(), 2);
    assert_eq!(acts.iter().filter(|act| **act == ChangeAct::Resubmitted).count(), 2);
    assert_eq!(versions(stores, id()).await, []);
}

#[tokio::test]
async fn an_edit_that_the_rule_refuses_leaves_no_trace() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let edit = async |user_id, number, city: &str| {
        let step = editing(user_id, number, city);
        stores.change_requests.change(application.id, ChangeActor::Applicant(user_id), step).await.map(|_| ())
    };
    assert_eq!(edit(ana, 1, "Tampa").await, Err(ChangeError::NotEditable));
    requested(stores, application.id, admin).await;
    assert_eq!(edit(ana, 2, "Tampa").await, Err(ChangeError::VersionConflict));
    assert_eq!(edit(bo, 1, "Tampa").await, Err(ChangeError::NotFound));
    assert_eq!(stores.application(application.id).await.application, application);
    assert_eq!(rows(stores).await, (1, 0));
    let step = editing(ana, 1, "Tampa");
    let unknown = stores.change_requests.change(id(), ChangeActor::Applicant(ana), step).await;
    assert_eq!(unknown.map(|_| ()), Err(ChangeError::NotFound));
}

/// Otherwise an applicant with three photos could not upload another one.
#[tokio::test]
async fn a_photo_that_a_request_asks_to_replace_is_exempt_while_the_request_is_open() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let photo = stored(stores, ana, NOON).await;
    let with_photo = ApplicationFields { headshot_id: Some(photo.id), ..fields() };
    let application = stores.applied(ana, with_photo, NOON).await;
    for (names, exempt) in [(["city"], false), (["headshot_id"], true)] {
        let asked = asking(admin, &names, NOON);
        let actor = ChangeActor::Administrator(admin);
        let asked = stores.change_requests.change(application.id, actor, asked).await;
        let request = asked.expect("a request").1.id;
        let own = seen(stores, ana).await.remove(0);
        assert_eq!((own.in_use, own.is_exempt), (true, exempt), "{names:?}");
        let step = taking_back(admin, request);
        stores.change_requests.change(application.id, actor, step).await.expect("a request taken back");
        assert!(!seen(stores, ana).await.remove(0).is_exempt, "{names:?}");
    }
}

#[tokio::test]
async fn a_photo_of_an_earlier_version_is_in_use() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let (first, second) = (stored(stores, ana, NOON).await, stored(stores, ana, LATER).await);
    let with_photo = ApplicationFields { headshot_id: Some(first.id), ..fields() };
    let application = stores.applied(ana, with_photo, NOON).await;
    let ask = asking(admin, &[], NOON);
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application.id, actor, ask).await.expect("a request");
    let chosen = second.id;
    let step: ChangeStep = Box::new(move |seen| {
        let fields = ApplicationFields { headshot_id: Some(chosen), ..fields() };
        resubmit(seen, fields, 1, ana, &act(LATER))
    });
    let actor = ChangeActor::Applicant(ana);
    let (detail, _) = stores.change_requests.change(application.id, actor, step).await.expect("an edit");
    assert_eq!(detail.application.headshot_url, Some(second.key.url()));
    let replaced = versions(stores, application.id).await.pop().expect("a version").version;
    assert_eq!(replaced.headshot_url, Some(first.key.url()));
    let own = seen(stores, ana).await;
    let uses: Vec<_> = own.iter().map(|own| (own.headshot.id, own.in_use, own.is_exempt)).collect();
    assert_eq!(uses, [(first.id, true, true), (second.id, true, false)]);
    let keys = vec![first.key.to_string(), second.key.to_string()];
    assert_eq!(stores.headshots.unshown(keys, LATER).await, Ok(Vec::new()));
    for photo in [first.id, second.id] {
        let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
        let removed = stores.headshots.change(ana, None, step).await;
        assert_eq!(removed, Err(Code::InUse.into()));
    }
}

/// The audit log refuses a second event with the same id.
#[tokio::test]
async fn an_edit_whose_audit_entry_cannot_be_written_is_rolled_back() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    let taken = audit("application.read", application.id);
    stores.audit.record(taken.clone()).await.expect("an entry");
    let inner = editing(ana, 1, "Tampa");
    let step: ChangeStep = Box::new(move |seen| Ok(ChangePlan { audit: taken, ..inner(seen)? }));
    let failed = stores.change_requests.change(application.id, ChangeActor::Applicant(ana), step).await;
    assert!(matches!(failed, Err(ChangeError::Fault(Fault::Bug(_)))), "{failed:?}");
    assert_eq!(stores.application(application.id).await.application, application);
    assert_eq!(rows(stores).await, (1, 0));
    assert!(open(stores, application.id).await.is_some());
}

#[tokio::test]
async fn an_export_has_the_requests_by_and_to_its_user_and_the_earlier_answers() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    let data = stores.own_data.collect(ana, audit("user.exported", ana)).await;
    let mut data = data.expect("a result").expect("a user");
    let own = data.applications.remove(0);
    let replaced = versions(stores, application.id).await.remove(0);
    let request = replaced.request.request;
    assert_eq!((own.requests, own.versions), (vec![request.clone()], vec![replaced.version]));
    assert_eq!(data.change_requests, []);
    let data = stores.own_data.collect(admin, audit("user.exported", admin)).await;
    assert_eq!(data.expect("a result").expect("a user").change_requests, [request]);
}
