//! The contract of `EventLog`.

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{Decision, Status};
use forum_domain::events::{AdminEvent, LogPosition, LoggedAction};
use forum_domain::users::UserChange;
use time::Duration;

use forum_tests::builders::{NOON, audit, change_step};
use forum_tests::stores::Stores;

async fn all(stores: &Stores, limit: u32) -> Vec<LoggedAction> {
    let (mut position, mut read) = (LogPosition::before(NOON), Vec::new());
    loop {
        let acts = stores.events.after(position, limit).await.expect("a result");
        assert!(acts.len() <= limit as usize, "more than was asked for");
        let Some(last) = acts.last() else { return read };
        position = last.position;
        read.extend(acts);
    }
}

/// Submissions, decisions and role changes, and nothing else.
#[tokio::test]
async fn acts_are_read_oldest_first_with_the_current_roles() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    stores.audit.record(audit("application.read", ana)).await.expect("a recorded entry");
    let after = |seconds| NOON + Duration::seconds(seconds);
    let rejected = stores.submitted(ana, after(1)).await.id;
    stores.decide(rejected, Decision::Reject, admin, after(2)).await;
    let approved = stores.submitted(ana, after(3)).await.id;
    stores.decide(approved, Decision::Approve, admin, after(4)).await;
    let step = change_step(UserChange::Grant(Role::Partner), Some(admin), after(5));
    stores.users.change(ana, step).await.expect("a changed row");

    let now = || Roles::from_iter([Role::Member, Role::Partner]);
    let read: Vec<AdminEvent> = all(stores, 100).await.iter().flat_map(LoggedAction::events).collect();
    let expected = [
        AdminEvent::Submitted(rejected, Status::Pending),
        AdminEvent::Decided(rejected, Status::Rejected),
        AdminEvent::Submitted(approved, Status::Pending),
        AdminEvent::RoleChanged(ana, now()),
        AdminEvent::Decided(approved, Status::Approved),
        AdminEvent::RoleChanged(ana, now()),
    ];
    assert_eq!(read, expected);
    let last = LogPosition::before(after(5));
    assert_eq!(stores.events.after(last, 100).await.expect("a result").len(), 1);
    assert_eq!(stores.events.after(LogPosition::before(after(6)), 100).await.expect("a result"), []);
}

/// Batches neither omit nor repeat an act, even among acts with the same time.
#[tokio::test]
async fn simultaneous_acts_are_each_read_once_in_batches() {
    let stores = &Stores::fresh().await;
    let mut submissions = Vec::new();
    for user_id in stores.applicants(7).await {
        submissions.push(stores.submitted(user_id, NOON).await.id);
    }
    let mut read: Vec<_> = all(stores, 3).await.iter().map(|act| act.target_id).collect();
    read.sort_unstable();
    submissions.sort_unstable();
    assert_eq!(read, submissions);
}
