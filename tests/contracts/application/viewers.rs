//! The contract of `ViewerStore`.

use forum_domain::accounts::Role;
use forum_domain::applications::Viewer;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use forum_tests::builders::{NOON, name};
use forum_tests::stores::Stores;

fn at(seconds: i64) -> OffsetDateTime {
    NOON + Duration::seconds(seconds)
}

/// An application and two administrators.
async fn desk(stores: &Stores) -> (Uuid, [Uuid; 2]) {
    let ana = stores.applicant("cy@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    (application, stores.ana_and_bo(&[Role::Admin]).await)
}

async fn announced(stores: &Stores, application: Uuid, user: Uuid, seconds: i64) -> Vec<Viewer> {
    let others = stores.viewers.announce(application, user, at(seconds)).await.expect("a result");
    others.expect("an application")
}

fn viewer(user_id: Uuid, seconds: i64) -> Viewer {
    Viewer { user_id, name: name("Ana", "Li"), since: at(seconds) }
}

#[tokio::test]
async fn a_viewer_is_gone_after_leaving_or_30_seconds_of_silence() {
    let stores = &Stores::fresh().await;
    let (application, [ana, bo]) = desk(stores).await;
    announced(stores, application, ana, 0).await;
    assert_eq!(announced(stores, application, bo, 29).await, [viewer(ana, 0)]);
    assert_eq!(announced(stores, application, bo, 30).await, []);
    announced(stores, application, ana, 40).await;
    assert_eq!(announced(stores, application, bo, 41).await, [viewer(ana, 40)], "a new visit");
    for _ in 0..2 {
        assert_eq!(stores.viewers.end(application, ana).await, Ok(()));
        assert_eq!(announced(stores, application, bo, 42).await, []);
    }
}

#[tokio::test]
async fn the_account_of_a_viewer_takes_the_row_along() {
    let stores = &Stores::fresh().await;
    let (application, [ana, bo]) = desk(stores).await;
    announced(stores, application, ana, 0).await;
    stores.delete_account(ana).await;
    assert_eq!(announced(stores, application, bo, 1).await, []);
    assert_eq!(stores.readback.count("application_viewers").await, 1);
}
