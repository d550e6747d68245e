//! The contract of `SessionStore` for sessions.

use forum_domain::accounts::{
    LiveSession, RefreshStep, Role, Roles, Session, SessionScope, SessionSort, check_refresh,
};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, id, session};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use crate::walk::expect_walk;

crate::on_postgresql!(
    a_rotation_is_stored_and_no_other_result_of_its_step,
    a_use_counts_only_for_the_current_counter,
    an_ended_session_keeps_its_first_end,
);

/// Creates a user with one open session.
async fn opened(stores: &Stores) -> Session {
    let user_id = stores.applicant("ana@example.org").await;
    let session = session(user_id, NOON);
    stores.open(session.clone()).await;
    session
}

async fn found(stores: &Stores, id: Uuid) -> Session {
    stores.live_session(id).await.session
}

/// The real rule for a token with counter `presented`.
fn refresh_step(presented: u32) -> Step<LiveSession, RefreshStep> {
    Box::new(move |live| check_refresh(live, presented, &act(NOON + Duration::seconds(1))))
}

async fn rotate(stores: &Stores, id: Uuid, presented: u32) -> Result<LiveSession, Refusal> {
    stores.sessions.rotate(id, NOON, refresh_step(presented)).await
}

async fn a_rotation_is_stored_and_no_other_result_of_its_step(stores: &Stores) {
    let session = opened(stores).await;
    let live = rotate(stores, session.id, 1).await.expect("a current token");
    assert_eq!((live.user.id, live.user.email.as_str()), (session.user_id, "ana@example.org"));
    assert_eq!(live.user.roles, Roles::from_iter([Role::Applicant]));
    let rotated = &live.session;
    assert_eq!((rotated.counter, rotated.current_used), (2, false));
    assert!(rotated.expires_at > session.expires_at);
    assert_eq!(found(stores, session.id).await, *rotated);
    // A repeated rotation, a refused one, and one of an unknown session.
    assert_eq!(rotate(stores, session.id, 1).await, Ok(live.clone()));
    for (id, presented) in [(session.id, 9), (id(), 1)] {
        assert_eq!(rotate(stores, id, presented).await, Err(Code::RefreshTokenInvalid.into()));
    }
    assert_eq!(found(stores, session.id).await, *rotated);
}

/// A late request with an old access token is no evidence that the new refresh token has arrived.
async fn a_use_counts_only_for_the_current_counter(stores: &Stores) {
    let session = opened(stores).await;
    rotate(stores, session.id, 1).await.expect("a current token");
    let minute = |count| NOON + Duration::minutes(count);
    let uses = async |counter, now, used, last_used_at| {
        stores.sessions.mark_used(session.id, counter, now).await.expect("a finished call");
        let session = found(stores, session.id).await;
        assert_eq!((session.current_used, session.last_used_at), (used, last_used_at), "{counter} {now}");
    };
    uses(1, minute(2), false, NOON + Duration::seconds(1)).await;
    // Use is recorded once per rotation; later uses write nothing.
    for count in [3, 4] {
        uses(2, minute(count), true, minute(3)).await;
    }
}

async fn an_ended_session_keeps_its_first_end(stores: &Stores) {
    let Session { id, user_id, .. } = opened(stores).await;
    for hours in 1..=3 {
        let now = NOON + Duration::hours(hours);
        assert_eq!(stores.sessions.end_session(user_id, id, now).await, Ok(true));
        stores.sessions.end_sessions(user_id, id, SessionScope::Global, now).await.expect("ended sessions");
        assert_eq!(found(stores, id).await.revoked_at, Some(NOON + Duration::hours(1)));
    }
}

/// Ties are broken by id. Ended and expired sessions and those of other users are not visited.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_live_session_once() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    for _ in 0..5 {
        stores.open(session(ana, NOON)).await;
    }
    let ended = session(ana, NOON);
    for over in [&ended, &session(bo, NOON), &Session { expires_at: NOON, ..session(ana, NOON) }] {
        stores.open(over.clone()).await;
    }
    stores.sessions.end_session(ana, ended.id, NOON).await.expect("an ended session");
    let list = |page| async move { stores.sessions.list(ana, NOON, page).await.expect("a page") };
    expect_walk(SessionSort::page, list, |session| session.id).await;
}
