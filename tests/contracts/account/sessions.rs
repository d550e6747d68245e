//! The contract of `SessionStore`.

use std::sync::Arc;

use forum_domain::accounts::{
    Method, Proof, RefreshError, RefreshRefused, RefreshStep, Role, Roles, RotateStep, Session, SessionScope,
    SessionSort, StopNotice, check_refresh,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::Page;
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, change_step, id, mail, session};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};
use crate::walk::expect_walk;

crate::on_both!(
    a_session_shows_that_its_account_is_disabled,
    only_a_revoked_session_is_reported_to_its_owner,
    a_rotation_is_stored_and_a_repetition_changes_nothing,
    a_token_three_behind_ends_the_session,
    a_disabled_account_rotates_nothing,
    a_refused_rotation_changes_nothing,
    fifty_concurrent_refreshes_advance_the_counter_once,
    a_second_rotation_sees_what_the_first_stored,
    a_use_counts_only_for_the_current_counter,
    each_scope_ends_its_sessions_and_no_others,
    only_its_user_can_end_a_single_session,
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

/// No notice when a session is revoked.
fn silent() -> StopNotice {
    Box::new(|_| None)
}

/// The real rule for a token with counter `presented`.
fn refresh_step(presented: u32) -> RotateStep {
    Box::new(move |live| check_refresh(live, presented, NOON + Duration::seconds(1)))
}

/// A change of roles takes effect on the next request.
#[tokio::test]
async fn a_session_is_found_with_the_current_roles() {
    let stores = &Stores::fresh().await;
    let session = opened(stores).await;
    let live = stores.live_session(session.id).await;
    assert_eq!(live.session, session);
    assert_eq!((live.user.id, live.user.email.as_str()), (session.user_id, "ana@example.org"));
    assert_eq!(live.user.roles, Roles::from_iter([Role::Applicant]));

    for change in [UserChange::Revoke(Role::Applicant), UserChange::Grant(Role::Member)] {
        let step = change_step(change, None, NOON);
        stores.users.change(session.user_id, step).await.expect("an allowed change");
    }
    let live = stores.live_session(session.id).await;
    assert_eq!(live.user.roles, Roles::from_iter([Role::Member]));
    assert_eq!(stores.sessions.find(id()).await, Ok(None));
}

/// A rotation keeps the methods.
#[tokio::test]
async fn a_session_keeps_its_authentication_methods() {
    let stores = &Stores::fresh().await;
    let user_id = stores.applicant("ana@example.org").await;
    let seconds = |after| NOON + Duration::seconds(after);
    for (number, method) in (1..).zip(Method::ALL) {
        let more = Proof::new(Method::Password, seconds(number));
        let proofs = vec![Proof::new(method, NOON), more];
        let opened = Session { proofs: proofs.clone(), ..session(user_id, NOON) };
        stores.open(opened.clone()).await;
        assert_eq!(found(stores, opened.id).await.proofs, proofs);
        let rotated = stores
            .sessions
            .rotate(opened.id, seconds(1), refresh_step(1), silent())
            .await
            .expect("a rotated session");
        assert_eq!(rotated.session.proofs, proofs);
        let listed = stores
            .sessions
            .list(user_id, seconds(2), SessionSort::page(Page::default()))
            .await
            .expect("a list");
        let own = listed.items.into_iter().find(|session| session.id == opened.id);
        assert_eq!(own.map(|session| session.proofs), Some(proofs));
    }
}

/// Disabling an account takes effect on the next request too.
async fn a_session_shows_that_its_account_is_disabled(stores: &Stores) {
    let session = opened(stores).await;
    stores.readback.disable(session.user_id, NOON).await;
    let live = stores.live_session(session.id).await;
    assert_eq!(live.user.disabled_at, Some(NOON));
}

/// A revocation queues the notice; no other result of a step does.
async fn only_a_revoked_session_is_reported_to_its_owner(stores: &Stores) {
    let session = opened(stores).await;
    let report =
        || -> StopNotice { Box::new(|user| Some(mail(MailKind::SessionStopped, user.email.as_str(), NOON))) };
    let rotate = |step: RotateStep| stores.sessions.rotate(session.id, NOON, step, report());
    rotate(refresh_step(1)).await.expect("a current token");
    rotate(refresh_step(1)).await.expect("a repeated rotation");
    let refused = rotate(Box::new(|_| Err(RefreshRefused::Expired))).await;
    assert_eq!(refused, Err(RefreshRefused::Expired.into()));
    assert!(stores.readback.mails().await.is_empty());
    let reused = rotate(Box::new(|_| Ok(RefreshStep::Revoke))).await;
    assert_eq!(reused, Err(RefreshRefused::Reused.into()));
    let mails = stores.readback.mails().await;
    let mails: Vec<_> = mails.iter().map(|mail| (mail.kind, mail.to.as_str())).collect();
    assert_eq!(mails, [(MailKind::SessionStopped, "ana@example.org")]);
}

/// The stored session is what the step returned.
async fn a_rotation_is_stored_and_a_repetition_changes_nothing(stores: &Stores) {
    let session = opened(stores).await;
    let live =
        stores.sessions.rotate(session.id, NOON, refresh_step(1), silent()).await.expect("a current token");
    assert_eq!((live.user.id, live.user.email.as_str()), (session.user_id, "ana@example.org"));
    assert_eq!(live.user.roles, Roles::from_iter([Role::Applicant]));
    let rotated = &live.session;
    assert_eq!((rotated.counter, rotated.current_used), (2, false));
    assert!(rotated.expires_at > session.expires_at);
    assert_eq!(found(stores, session.id).await, *rotated);
    let repeated = stores.sessions.rotate(session.id, NOON, refresh_step(1), silent()).await;
    assert_eq!(repeated, Ok(live.clone()));
    assert_eq!(found(stores, session.id).await, *rotated);
}

/// docs/product.md, 3.5, for stored rows: a token two behind is repeated, and one three behind ends the session.
async fn a_token_three_behind_ends_the_session(stores: &Stores) {
    let session = opened(stores).await;
    let rotate =
        async |presented| stores.sessions.rotate(session.id, NOON, refresh_step(presented), silent()).await;
    for presented in [1, 2, 3] {
        rotate(presented).await.expect("a current token");
    }
    for presented in [3, 2] {
        assert_eq!(rotate(presented).await.map(|live| live.session.counter), Ok(4), "{presented}");
    }
    assert_eq!(rotate(1).await, Err(RefreshError::Refused(RefreshRefused::Reused)));
    assert_eq!(found(stores, session.id).await.revoked_at, Some(NOON));
}

/// The step sees that the account is disabled, so that nothing is rotated before the refusal.
async fn a_disabled_account_rotates_nothing(stores: &Stores) {
    let session = opened(stores).await;
    stores.readback.disable(session.user_id, NOON).await;
    let refused = stores.sessions.rotate(session.id, NOON, refresh_step(1), silent()).await;
    assert_eq!(refused, Err(RefreshError::Refused(RefreshRefused::Revoked)));
    assert_eq!(found(stores, session.id).await, session);
}

/// A refusal stores nothing; an unknown session is refused too.
async fn a_refused_rotation_changes_nothing(stores: &Stores) {
    let session = opened(stores).await;
    let refused = stores.sessions.rotate(session.id, NOON, refresh_step(9), silent()).await;
    assert_eq!(refused, Err(RefreshError::Refused(RefreshRefused::Invalid)));
    assert_eq!(found(stores, session.id).await, session);
    let unknown = stores.sessions.rotate(id(), NOON, refresh_step(1), silent()).await;
    assert_eq!(unknown, Err(RefreshError::Refused(RefreshRefused::Invalid)));
}

/// When many tabs wake up together, one rotates and the others get the same successor.
async fn fifty_concurrent_refreshes_advance_the_counter_once(stores: &Stores) {
    let session = opened(stores).await;
    let results = concurrently((0..50).map(|_| {
        let sessions = Arc::clone(&stores.sessions);
        async move { sessions.rotate(session.id, NOON, refresh_step(1), silent()).await }
    }))
    .await;
    for result in results {
        assert_eq!(result.map(|live| live.session.counter), Ok(2));
    }
    assert_eq!(found(stores, session.id).await.counter, 2);
}

/// The lock is held from reading to storing.
async fn a_second_rotation_sees_what_the_first_stored(stores: &Stores) {
    let session = opened(stores).await;
    let (meeting, counters) = (Rendezvous::default(), Recorder::default());
    concurrently((0..2).map(|_| {
        let sessions = Arc::clone(&stores.sessions);
        let (recorder, inner) = (counters.clone(), refresh_step(1));
        let step: RotateStep = Box::new(move |live| {
            recorder.record(live.session.counter);
            inner(live)
        });
        let step = meeting.before(step);
        async move { sessions.rotate(session.id, NOON, step, silent()).await }
    }))
    .await;
    assert_eq!(counters.take(), [1, 2]);
}

/// A late request with an old access token is no evidence that the new refresh token has arrived.
async fn a_use_counts_only_for_the_current_counter(stores: &Stores) {
    let session = opened(stores).await;
    stores.sessions.rotate(session.id, NOON, refresh_step(1), silent()).await.expect("a current token");
    let minute = |count| NOON + Duration::minutes(count);
    stores.sessions.mark_used(session.id, 1, minute(2)).await.expect("a call without effect");
    assert!(!found(stores, session.id).await.current_used);
    assert_eq!(found(stores, session.id).await.last_used_at, NOON + Duration::seconds(1));
    // Use is recorded once per rotation; later uses write nothing.
    for count in [3, 4] {
        stores.sessions.mark_used(session.id, 2, minute(count)).await.expect("a recorded use");
        assert!(found(stores, session.id).await.current_used);
        assert_eq!(found(stores, session.id).await.last_used_at, minute(3));
    }
    stores.sessions.mark_used(id(), 1, NOON).await.expect("a call without effect");
}

/// The scopes are all sessions, the current one, and all others. An ended session keeps its end time.
async fn each_scope_ends_its_sessions_and_no_others(stores: &Stores) {
    let bo = stores.applicant("bo@example.org").await;
    let (first, second) = (NOON + Duration::hours(1), NOON + Duration::hours(2));
    for (scope, ended) in [
        (SessionScope::Local, [Some(second), None, Some(first), None]),
        (SessionScope::Others, [None, Some(second), Some(first), None]),
        (SessionScope::Global, [Some(second), Some(second), Some(first), None]),
    ] {
        let ana = stores.applicant(&format!("{scope:?}@example.org")).await;
        let [current, other, over, of_bo] = [ana, ana, ana, bo].map(|user_id| session(user_id, NOON));
        for session in [&current, &other, &over, &of_bo] {
            stores.open(session.clone()).await;
        }
        stores
            .sessions
            .end_sessions(ana, over.id, SessionScope::Local, first)
            .await
            .expect("an ended session");
        // Naming another user's session does not end it.
        stores
            .sessions
            .end_sessions(ana, of_bo.id, SessionScope::Local, first)
            .await
            .expect("a call without effect");
        for _ in 0..2 {
            stores.sessions.end_sessions(ana, current.id, scope, second).await.expect("ended sessions");
        }
        let mut seen = Vec::new();
        for session in [current, other, over, of_bo] {
            seen.push(found(stores, session.id).await.revoked_at);
        }
        assert_eq!(seen, ended, "{scope:?}");
    }
}

/// The session is identified by its id. A stranger who knows the id cannot end it.
async fn only_its_user_can_end_a_single_session(stores: &Stores) {
    let session = opened(stores).await;
    let bo = stores.applicant("bo@example.org").await;
    assert_eq!(stores.sessions.end_session(bo, session.id, NOON).await, Ok(false));
    assert_eq!(found(stores, session.id).await, session);
    // Ending twice keeps the first end time.
    for count in [1, 2] {
        let now = NOON + Duration::hours(count);
        assert_eq!(stores.sessions.end_session(session.user_id, session.id, now).await, Ok(true));
        assert_eq!(found(stores, session.id).await.revoked_at, Some(NOON + Duration::hours(1)));
    }
    assert_eq!(stores.sessions.end_session(session.user_id, id(), NOON).await, Ok(false));
}

/// Excludes ended and expired sessions, and those of other users.
#[tokio::test]
async fn the_live_sessions_of_a_user_are_listed_by_their_last_use() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let [first, second, third, over, of_bo] = [(ana, 0), (ana, 1), (ana, 2), (ana, 3), (bo, 4)]
        .map(|(user, hours)| session(user, NOON + Duration::hours(hours)));
    for session in [&first, &second, &third, &over, &of_bo] {
        stores.open(session.clone()).await;
    }
    stores.sessions.end_session(ana, over.id, NOON).await.expect("an ended session");
    stores.sessions.mark_used(second.id, 1, NOON + Duration::hours(5)).await.expect("a recorded use");

    let now = NOON + Duration::hours(6);
    let request = |limit, offset| SessionSort::page(Page { limit, offset });
    let listed = stores.sessions.list(ana, now, request(25, 0)).await.expect("a list");
    let ids: Vec<Uuid> = listed.items.iter().map(|session| session.id).collect();
    assert_eq!((ids, listed.total), (vec![second.id, third.id, first.id], 3));
    assert_eq!(listed.items[2], first);
    let middle = stores.sessions.list(ana, now, request(1, 1)).await.expect("a page");
    assert_eq!((middle.items, middle.total, middle.offset), (vec![third.clone()], 3, Some(1)));

    // A session has expired at its exact expiry time, as everywhere.
    let left = stores.sessions.list(ana, second.expires_at, request(25, 0)).await.expect("a list");
    assert_eq!(left.items, [third]);
}

/// Ties are broken by id.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_session_once() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    for _ in 0..5 {
        stores.open(session(ana, NOON)).await;
    }
    let list = |page| async move { stores.sessions.list(ana, NOON, page).await.expect("a page") };
    expect_walk(SessionSort::page, list, |session| session.id).await;
}
