//! The contract of `SessionStore` for what decides who may sign in to an account.

use forum_domain::accounts::{
    AccountSecurity, Authenticator, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Device, EarlierSignIns,
    Factor, Method, Proof, RecoveryCodes, SecurityChange, SecurityQuery, Session,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, audit, id, mail, session};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::steps::Recorder;

crate::on_postgresql!(
    a_stored_change_round_trips,
    a_users_own_factors_are_read_oldest_first,
    a_new_challenge_deletes_its_users_expired_challenges,
    a_step_sees_the_live_sessions_of_its_user_least_recently_used_first,
    a_step_that_opens_a_session_sees_the_browsers_from_its_network,
);

const ANA: &str = "ana@example.org";

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

async fn a_stored_change_round_trips(stores: &Stores) {
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

async fn a_users_own_factors_are_read_oldest_first(stores: &Stores) {
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

async fn a_new_challenge_deletes_its_users_expired_challenges(stores: &Stores) {
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

async fn a_step_sees_the_live_sessions_of_its_user_least_recently_used_first(stores: &Stores) {
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

async fn a_step_that_opens_a_session_sees_the_browsers_from_its_network(stores: &Stores) {
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
