//! The live events of `AuditLog`.

use forum_domain::events::{LogPosition, LoggedAction};

use forum_tests::builders::NOON;
use forum_tests::stores::Stores;

async fn all(stores: &Stores, limit: u32) -> Vec<LoggedAction> {
    let (mut position, mut read) = (LogPosition::before(NOON), Vec::new());
    loop {
        let acts = stores.audit.after(position, limit).await.expect("a result");
        assert!(acts.len() <= limit as usize, "more than was asked for");
        let Some(last) = acts.last() else { return read };
        position = last.position;
        read.extend(acts);
    }
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
