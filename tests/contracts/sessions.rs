//! What decides who may sign in: `SessionStore`, and the identities and flows of `IdentityStore`.

use forum_domain::accounts::{
    AccountSecurity, Authenticator, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Device, EarlierSignIns,
    Factor, FlowState, Identity, LiveSession, Method, Proof, ProvenIdentity, RecoveryCodes, RefreshStep,
    Role, Roles, SecurityChange, SecurityQuery, Session, SessionScope, SessionSort, SignInFlow,
    check_refresh,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, audit, id, mail, session};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Recorder;
use crate::steps::expect_walk;

const ANA: &str = "ana@example.org";

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

#[tokio::test]
async fn a_rotation_is_stored_and_no_other_result_of_its_step() {
    let stores = &Stores::fresh().await;
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
#[tokio::test]
async fn a_use_counts_only_for_the_current_counter() {
    let stores = &Stores::fresh().await;
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

#[tokio::test]
async fn an_ended_session_keeps_its_first_end() {
    let stores = &Stores::fresh().await;
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

/// An unverified authenticator app.
pub(crate) fn factor(user_id: Uuid, at: OffsetDateTime) -> Factor {
    Factor {
        id: id(),
        user_id,
        friendly_name: "Téléphone 📱".into(),
        authenticator: Authenticator::Totp { last_step: None },
        created_at: at,
        verified_at: None,
        last_used_at: None,
    }
}

pub(crate) fn challenge(user_id: Uuid, at: OffsetDateTime) -> Challenge {
    Challenge::new(id(), user_id, ChallengePurpose::SignIn { method: Method::Password }, at)
}

pub(crate) async fn store(stores: &Stores, user_id: Uuid, change: SecurityChange) {
    stores.change_security(user_id, change).await.expect("a stored row");
}

pub(crate) async fn store_challenge(stores: &Stores, challenge: &Challenge) {
    let change = SecurityChange { challenge: Some(challenge.clone()), ..SecurityChange::default() };
    store(stores, challenge.user_id, change).await;
}

async fn read(stores: &Stores, user_id: Uuid) -> AccountSecurity {
    stores.security_of(user_id).await
}

/// The account as a step with this query sees it.
async fn context(stores: &Stores, user_id: Uuid, query: SecurityQuery) -> AccountSecurity {
    let accounts = Recorder::default();
    let recorder = accounts.clone();
    let step = Box::new(move |account: &AccountSecurity| {
        recorder.record(account.clone());
        Ok(SecurityChange::default())
    });
    stores.sessions.change(user_id, query, step).await.expect("a result");
    accounts.take().remove(0)
}

/// The challenge as a step that answers it sees it.
pub(crate) async fn seen(stores: &Stores, user_id: Uuid, challenge_id: Uuid) -> Option<Challenge> {
    context(stores, user_id, SecurityQuery { challenge_id: Some(challenge_id), ..SecurityQuery::at(NOON) })
        .await
        .challenge
}

#[tokio::test]
async fn a_stored_change_round_trips() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(ANA, &[]).await;
    let open = session(ana, NOON);
    stores.open(open.clone()).await;
    let fresh = factor(ana, NOON);
    let codes = RecoveryCodes::new(id(), NOON);
    let mut proofs = Method::ALL.map(|method| Proof::new(method, NOON)).to_vec();
    proofs[0].factor_id = Some(fresh.id);
    let change = SecurityChange {
        put: vec![fresh.clone()],
        recovery: Some(Some(codes.clone())),
        proofs: Some((open.id, proofs.clone())),
        mails: vec![mail(MailKind::FactorAdded, ANA, NOON)],
        audit: Some(audit("factor.added", ana)),
        ..SecurityChange::default()
    };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.user.id, account.user.email.as_str()), (ana, ANA));
    assert!(account.password_hash.is_some());
    assert_eq!(account.sessions, [Session { proofs: proofs.clone(), ..open.clone() }]);
    assert_eq!((&account.factors, &account.recovery), (&vec![fresh.clone()], &Some(codes.clone())));
    let live = stores.live_session(open.id).await;
    assert_eq!(live.session.proofs, proofs);
    assert_eq!(stores.readback.mails().await.len(), 1);
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "factor.added"]);

    let later = NOON + Duration::MINUTE;
    let used = Factor {
        friendly_name: "Phone".into(),
        ..fresh.used(Authenticator::Totp { last_step: Some(58_000_000) }, later)
    };
    let spent = codes.with_used(9).expect("an unused code");
    let change = SecurityChange {
        put: vec![used.clone()],
        recovery: Some(Some(spent.clone())),
        ..SecurityChange::default()
    };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.factors, account.recovery), (vec![used.clone()], Some(spent)));

    let change = SecurityChange { remove: vec![used.id], recovery: Some(None), ..SecurityChange::default() };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.factors, account.recovery), (vec![], None));
}

#[tokio::test]
async fn a_users_own_factors_are_read_oldest_first() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    let (new, old) = (factor(ana, NOON), factor(ana, NOON - Duration::DAY));
    let change = SecurityChange { put: vec![new.clone(), old.clone()], ..SecurityChange::default() };
    store(stores, ana, change).await;
    let bos = factor(bo, NOON);
    store(stores, bo, SecurityChange { put: vec![bos.clone()], ..SecurityChange::default() }).await;
    assert_eq!(read(stores, ana).await.factors, [old, new]);
    // A step cannot remove the factors of another user.
    store(stores, ana, SecurityChange { remove: vec![bos.id], ..SecurityChange::default() }).await;
    assert_eq!(read(stores, bo).await.factors, [bos]);
    assert_eq!(stores.sessions.security(id(), NOON).await, Err(Code::NotFound.into()));
}

#[tokio::test]
async fn a_new_challenge_deletes_its_users_expired_challenges() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    let later = NOON + CHALLENGE_LIFETIME;
    let [expired, open, new] = [NOON, NOON + Duration::SECOND, later].map(|at| challenge(ana, at));
    let bos = challenge(bo, NOON);
    for challenge in [&bos, &expired, &open, &new] {
        store_challenge(stores, challenge).await;
    }
    assert_eq!(seen(stores, ana, expired.id).await, None);
    for left in [bos, open, new] {
        assert_eq!(seen(stores, left.user_id, left.id).await.as_ref(), Some(&left));
    }
    // So does the removal of its factor.
    let removed = factor(ana, later);
    let purpose = ChallengePurpose::Verify { factor_id: removed.id };
    let of_factor = Challenge::new(id(), ana, purpose, later);
    store(stores, ana, removed.clone().into()).await;
    store_challenge(stores, &of_factor).await;
    assert_eq!(seen(stores, ana, of_factor.id).await.as_ref(), Some(&of_factor));
    store(stores, ana, SecurityChange { remove: vec![removed.id], ..SecurityChange::default() }).await;
    assert_eq!(seen(stores, ana, of_factor.id).await, None);
}

/// The account as seen by a step that opens a session on this device.
async fn seen_opening(
    stores: &Stores,
    user_id: Uuid,
    device: &Device,
    now: OffsetDateTime,
) -> AccountSecurity {
    context(stores, user_id, SecurityQuery { opens: Some(device.clone()), ..SecurityQuery::at(now) }).await
}

#[tokio::test]
async fn a_step_sees_the_live_sessions_of_its_user_least_recently_used_first() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    let minutes = |after| NOON + Duration::minutes(after);
    let used = |at, last_used_at| Session { last_used_at, ..session(ana, at) };
    let [idle, busy] = [used(minutes(1), minutes(1)), used(NOON, minutes(2))];
    let expired = Session { expires_at: minutes(3), ..session(ana, NOON) };
    for open in [&busy, &idle, &expired, &session(bo, NOON)] {
        stores.open(open.clone()).await;
    }
    // A step cannot end the sessions of another user.
    let [ended, theirs] = [session(ana, NOON), session(bo, NOON)];
    for open in [&ended, &theirs] {
        stores.open(open.clone()).await;
    }
    store(stores, ana, SecurityChange { end: vec![ended.id, theirs.id], ..SecurityChange::default() }).await;
    let account = seen_opening(stores, ana, &Device::default(), minutes(3)).await;
    assert_eq!(account.sessions, [idle, busy]);
    for (id, revoked_at) in [(ended.id, Some(NOON)), (theirs.id, None)] {
        assert_eq!(stores.live_session(id).await.session.revoked_at, revoked_at);
    }
}

#[tokio::test]
async fn a_step_that_opens_a_session_sees_the_browsers_from_its_network() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    let device = |network: Option<&str>, browser: &str| Device {
        ip_prefix: network.map(str::to_owned),
        user_agent: Some(browser.to_owned()),
    };
    let (home, away) = (Some("192.0.2.0/24"), Some("198.51.100.0/24"));
    let days = |before| NOON - Duration::days(before);
    for (user_id, at, device) in [
        (ana, days(89), device(home, "Kept")),
        (ana, days(1), device(home, "Kept")),
        (ana, days(90), device(home, "Forgotten")),
        (ana, days(1), device(away, "Elsewhere")),
        (ana, days(1), device(None, "Nowhere")),
        (bo, days(1), device(home, "Other")),
    ] {
        stores.open(Session::open(id(), user_id, Vec::new(), device, at)).await;
    }
    for (network, browser) in [(home, "Kept"), (away, "Elsewhere"), (None, "Nowhere")] {
        let account = seen_opening(stores, ana, &device(network, "New"), NOON).await;
        let expected = EarlierSignIns { any: true, devices: vec![device(network, browser)] };
        assert_eq!(account.earlier, expected, "{network:?}");
    }
    let cy = stores.user("cy@example.org", &[]).await;
    let account = seen_opening(stores, cy, &device(home, "New"), NOON).await;
    assert_eq!(account.earlier, EarlierSignIns::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_identity_linked_concurrently_gets_one_owner() {
    let stores = &Stores::fresh().await;
    let mut linking = Vec::new();
    for at in 0..20 {
        let user_id = stores.user(&format!("p{at}@example.org"), &[]).await;
        let (provider, subject) = ("school".to_owned(), "1".to_owned());
        let identity = Identity { id: id(), user_id, provider, subject, email: None, linked_at: NOON };
        let change = SecurityChange { link: Some(identity), ..SecurityChange::default() };
        let stores = stores.clone();
        linking.push(async move { stores.change_security(user_id, change).await });
    }
    let outcomes = concurrently(linking).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let refused = |outcome: &&Result<(), Refusal>| **outcome == Err(Code::IdentityTaken.into());
    assert_eq!(outcomes.iter().filter(refused).count(), 19, "{outcomes:?}");
    for (provider, subject, known) in [("school", "1", true), ("school", "2", false), ("other", "1", false)] {
        let owner = stores.identities.owner(provider, subject).await.expect("a result");
        assert_eq!(owner.is_some(), known, "{provider} {subject}");
    }
}

/// One of each kind.
fn states() -> [FlowState; 5] {
    let (provider, code_challenge) = ("school".to_owned(), "challenge".to_owned());
    let identity = ProvenIdentity {
        subject: "1".to_owned(),
        email: Some("ana@school.example".to_owned()),
        first_name: Some("Ana \"A\"".to_owned()),
        last_name: None,
    };
    [
        FlowState::Passkey(r#"{"b": 1, "a": [ ]}"#.to_owned()),
        FlowState::IdToken,
        FlowState::Authorization { provider: provider.clone(), code_challenge: code_challenge.clone() },
        FlowState::AuthCode { provider, code_challenge, identity },
        FlowState::Wallet,
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_sign_in_flow_finishes_once_under_concurrency_and_before_it_expires() {
    let stores = &Stores::fresh().await;
    for state in states() {
        let (kind, begun) = (state.kind(), SignInFlow { id: id(), state, created_at: NOON });
        stores.identities.begin_flow(&begun).await.expect("a stored row");
        let finishing = (0..20).map(|_| {
            let (flows, id) = (stores.identities.clone(), begun.id);
            async move { flows.finish_flow(id, kind, NOON).await }
        });
        let finished: Vec<_> = concurrently(finishing).await.into_iter().filter_map(Result::ok).collect();
        assert_eq!(finished, std::slice::from_ref(&begun), "one gets it, as it was stored");
        let last = NOON + kind.lifetime() - Duration::MICROSECOND;
        for (now, is_open) in [(last, true), (NOON + kind.lifetime(), false)] {
            stores.identities.begin_flow(&begun).await.expect("a stored row");
            let finished = stores.identities.finish_flow(begun.id, kind, now).await;
            assert_eq!(finished.is_ok(), is_open, "{kind:?}");
        }
    }
}
