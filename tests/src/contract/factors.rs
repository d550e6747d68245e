//! `FactorStore`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use forum_domain::accounts::{
    AccountFactors, Authenticator, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Factor, FactorChange,
    FactorError, FactorRefused, Method, PasskeyRecord, Proof, RecoveryCodes, Verdict,
};
use forum_domain::mail::MailKind;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{Stores, at_once, person};
use crate::builders::{NOON, audit, id, mail, session};

const ANA: &str = "ana@example.org";

/// An app that waits for its first code.
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

fn challenge(user_id: Uuid, at: OffsetDateTime) -> Challenge {
    Challenge::new(id(), user_id, ChallengePurpose::SignIn { method: Method::Password }, at)
}

/// Stores a change without looking.
async fn store(stores: &Stores, user_id: Uuid, change: FactorChange) {
    let step = Box::new(move |_: &AccountFactors| change.into());
    stores.factors.change(user_id, None, step).await.expect("it is stored");
}

async fn read(stores: &Stores, user_id: Uuid) -> AccountFactors {
    stores.factors.of_user(user_id).await.expect("it is read").expect("the user is there")
}

/// The challenge as a step sees it.
async fn seen(stores: &Stores, user_id: Uuid, challenge_id: Uuid) -> Option<Challenge> {
    let found = Arc::new(std::sync::Mutex::new(None));
    let there = found.clone();
    let step = Box::new(move |account: &AccountFactors| {
        *there.lock().expect("nobody panics with it") = account.challenge.clone();
        FactorChange::default().into()
    });
    stores.factors.change(user_id, Some(challenge_id), step).await.expect("it is read");
    found.lock().expect("nobody panics with it").clone()
}

pub async fn what_a_step_stores_is_read_back(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let open = session(ana, NOON);
    stores.sessions.open(open.clone()).await.expect("it opens");
    let fresh = factor(ana, NOON);
    let codes = RecoveryCodes::new(id(), NOON);
    let proofs = vec![Proof { method: Method::Totp, at: NOON }];
    let change = FactorChange {
        put: vec![fresh.clone()],
        recovery: Some(Some(codes.clone())),
        proofs: Some((open.id, proofs.clone())),
        mail: Some(mail(MailKind::FactorAdded, ANA, NOON)),
        audit: Some(audit("factor.added", ana)),
        ..FactorChange::default()
    };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.user.id, account.user.email.as_str()), (ana, ANA));
    assert!(account.password_set_at.is_some());
    assert_eq!((&account.factors, &account.recovery), (&vec![fresh.clone()], &Some(codes.clone())));
    let live = stores.sessions.find(open.id).await.expect("it is read").expect("it is there");
    assert_eq!(live.session.proofs, proofs);
    assert_eq!(stores.readback.mails().await.len(), 1);
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "factor.added"]);

    let later = NOON + Duration::MINUTE;
    let used = Factor {
        friendly_name: "Phone".into(),
        ..fresh.used(Authenticator::Totp { last_step: Some(58_000_000) }, later)
    };
    let spent = codes.with_used(9).expect("it was not used");
    let change = FactorChange {
        put: vec![used.clone()],
        recovery: Some(Some(spent.clone())),
        ..FactorChange::default()
    };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.factors, account.recovery), (vec![used.clone()], Some(spent)));

    let change = FactorChange { remove: vec![used.id], recovery: Some(None), ..FactorChange::default() };
    store(stores, ana, change).await;
    let account = read(stores, ana).await;
    assert_eq!((account.factors, account.recovery), (vec![], None));
}

pub async fn a_passkey_belongs_to_one_account(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let passkey = |credential_id: &[u8], counter| PasskeyRecord {
        credential_id: credential_id.to_vec(),
        record: format!(r#"{{"counter": {counter}, "b": [ ]}}"#),
    };
    let of =
        |user_id, record| Factor { authenticator: Authenticator::Passkey(record), ..factor(user_id, NOON) };
    // Those that wait for their creation have no id yet.
    let waiting = [of(ana, None), of(bo, None)];
    for factor in &waiting {
        store(stores, factor.user_id, factor.clone().into()).await;
    }
    let created = waiting[0].used(Authenticator::Passkey(Some(passkey(b"key", 1))), NOON);
    store(stores, ana, created.clone().into()).await;
    assert_eq!(read(stores, ana).await.factors, std::slice::from_ref(&created));
    let used = created.used(Authenticator::Passkey(Some(passkey(b"key", 2))), NOON);
    store(stores, ana, used.clone().into()).await;
    assert_eq!(read(stores, ana).await.factors, [used]);

    let shared = waiting[1].used(Authenticator::Passkey(Some(passkey(b"key", 1))), NOON);
    let step = Box::new(move |_: &AccountFactors| FactorChange::from(shared).into());
    let refused = stores.factors.change(bo, None, step).await;
    assert_eq!(refused, Err(FactorError::Refused(FactorRefused::CredentialInvalid)));
    assert_eq!(read(stores, bo).await.factors, [waiting[1].clone()]);
    store(stores, bo, waiting[1].used(Authenticator::Passkey(Some(passkey(b"other", 1))), NOON).into()).await;
}

pub async fn factors_are_read_oldest_first_and_only_those_of_their_user(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let (new, old) = (factor(ana, NOON), factor(ana, NOON - Duration::DAY));
    let change = FactorChange { put: vec![new.clone(), old.clone()], ..FactorChange::default() };
    store(stores, ana, change).await;
    let bos = factor(bo, NOON);
    store(stores, bo, FactorChange { put: vec![bos.clone()], ..FactorChange::default() }).await;
    assert_eq!(read(stores, ana).await.factors, [old, new]);
    // Nobody removes somebody else's.
    store(stores, ana, FactorChange { remove: vec![bos.id], ..FactorChange::default() }).await;
    assert_eq!(read(stores, bo).await.factors, [bos]);
    assert_eq!(stores.factors.of_user(id()).await, Ok(None));
}

pub async fn a_refused_step_stores_its_change_nevertheless(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let asked = challenge(ana, NOON);
    store(stores, ana, FactorChange { challenge: Some(asked.clone()), ..FactorChange::default() }).await;
    let step = Box::new(|account: &AccountFactors| {
        let missed = account.challenge.as_ref().map(Challenge::missed);
        let change = FactorChange { challenge: missed, ..FactorChange::default() };
        Verdict { change, result: Err(FactorRefused::CodeInvalid) }
    });
    let refused = stores.factors.change(ana, Some(asked.id), step).await;
    assert_eq!(refused, Err(FactorError::Refused(FactorRefused::CodeInvalid)));
    assert_eq!(seen(stores, ana, asked.id).await.map(|challenge| challenge.tries), Some(1));
}

pub async fn a_fault_leaves_nothing_of_a_change(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let twice = mail(MailKind::FactorAdded, ANA, NOON);
    store(stores, ana, FactorChange { mail: Some(twice.clone()), ..FactorChange::default() }).await;
    let change = FactorChange {
        put: vec![factor(ana, NOON)],
        recovery: Some(Some(RecoveryCodes::new(id(), NOON))),
        // A mail with this id exists.
        mail: Some(twice),
        ..FactorChange::default()
    };
    let step = Box::new(move |_: &AccountFactors| change.into());
    let failed = stores.factors.change(ana, None, step).await;
    assert!(matches!(failed, Err(FactorError::Fault(_))), "{failed:?}");
    let account = read(stores, ana).await;
    assert_eq!((account.factors, account.recovery), (vec![], None));
}

pub async fn a_challenge_is_seen_by_its_user_until_it_is_answered(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let own = factor(ana, NOON);
    let purpose = ChallengePurpose::Verify { factor_id: own.id };
    let to_verify = Challenge::new(id(), ana, purpose, NOON);
    let to_sign_in = Challenge { ceremony: Some(r#"{"b": 1, "a": [ ]}"#.into()), ..challenge(ana, NOON) };
    store(stores, ana, FactorChange { put: vec![own], ..FactorChange::default() }).await;
    for asked in [to_verify, to_sign_in] {
        store(stores, ana, FactorChange { challenge: Some(asked.clone()), ..FactorChange::default() }).await;
        assert_eq!(seen(stores, ana, asked.id).await.as_ref(), Some(&asked));
        assert_eq!(seen(stores, bo, asked.id).await, None);
        assert_eq!(seen(stores, ana, id()).await, None);
        assert_eq!(read(stores, ana).await.challenge, None);
        store(stores, ana, FactorChange { answered: Some(asked.id), ..FactorChange::default() }).await;
        assert_eq!(seen(stores, ana, asked.id).await, None);
    }
}

pub async fn a_new_challenge_drops_the_expired_ones_of_its_user(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let later = NOON + CHALLENGE_LIFETIME;
    let [expired, open, new] = [NOON, NOON + Duration::SECOND, later].map(|at| challenge(ana, at));
    let bos = challenge(bo, NOON);
    for asked in [&bos, &expired, &open, &new] {
        let change = FactorChange { challenge: Some(asked.clone()), ..FactorChange::default() };
        store(stores, asked.user_id, change).await;
    }
    assert_eq!(seen(stores, ana, expired.id).await, None);
    for left in [bos, open, new] {
        assert_eq!(seen(stores, left.user_id, left.id).await.as_ref(), Some(&left));
    }
}

pub async fn a_removed_factor_takes_its_challenges_along(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let [kept, gone] = [factor(ana, NOON), factor(ana, NOON)];
    let of =
        |factor: &Factor| Challenge::new(id(), ana, ChallengePurpose::Verify { factor_id: factor.id }, NOON);
    let (of_kept, of_gone) = (of(&kept), of(&gone));
    let put = vec![kept, gone.clone()];
    store(stores, ana, FactorChange { put, ..FactorChange::default() }).await;
    for asked in [&of_kept, &of_gone] {
        store(stores, ana, FactorChange { challenge: Some(asked.clone()), ..FactorChange::default() }).await;
    }
    store(stores, ana, FactorChange { remove: vec![gone.id], ..FactorChange::default() }).await;
    assert_eq!(seen(stores, ana, of_gone.id).await, None);
    assert_eq!(seen(stores, ana, of_kept.id).await, Some(of_kept));
}

pub async fn of_twenty_answers_at_once_one_is_first(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let asked = challenge(ana, NOON);
    store(stores, ana, FactorChange { challenge: Some(asked.clone()), ..FactorChange::default() }).await;
    let first = Arc::new(AtomicUsize::new(0));
    let answers = (0..20).map(|_| {
        let (factors, first, id) = (stores.factors.clone(), first.clone(), asked.id);
        async move {
            let step = Box::new(move |account: &AccountFactors| match &account.challenge {
                Some(challenge) => {
                    first.fetch_add(1, Ordering::SeqCst);
                    FactorChange { answered: Some(challenge.id), ..FactorChange::default() }.into()
                }
                None => FactorRefused::ChallengeExpired.into(),
            });
            factors.change(ana, Some(id), step).await
        }
    });
    let outcomes = at_once(answers).await;
    assert_eq!(first.load(Ordering::SeqCst), 1);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
}

pub async fn a_deleted_user_has_no_factors(stores: &Stores) {
    let ana = person(&*stores.accounts, ANA, &[]).await;
    let change = FactorChange {
        put: vec![factor(ana, NOON)],
        recovery: Some(Some(RecoveryCodes::new(id(), NOON))),
        challenge: Some(challenge(ana, NOON)),
        ..FactorChange::default()
    };
    store(stores, ana, change).await;
    let step = Box::new(|_: &forum_domain::own_data::Leaving| {
        Ok(forum_domain::own_data::Departure { at: NOON, audit: Vec::new() })
    });
    stores.own_data.erase(ana, step).await.expect("it is erased");
    assert_eq!(stores.factors.of_user(ana).await, Ok(None));
    let step = Box::new(|_: &AccountFactors| FactorChange::default().into());
    let refused = stores.factors.change(ana, None, step).await;
    assert_eq!(refused, Err(FactorError::Refused(FactorRefused::NotFound)));
    assert_eq!(stores.readback.factor_rows().await, 0);
}
