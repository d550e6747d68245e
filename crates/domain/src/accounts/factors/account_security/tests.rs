use super::*;
use crate::accounts::factors::testing::{account, app, identity, passkey, session};

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn by(method: Method, factor: Option<u128>) -> Proof {
    Proof { factor_id: factor.map(Uuid::from_u128), ..Proof::new(method, NOW) }
}

#[test]
fn a_session_ends_with_the_last_factor_that_proved_it() {
    let password = Proof::new(Method::Password, NOW);
    let sessions = [
        vec![password],
        vec![password, by(Method::Totp, Some(1))],
        vec![by(Method::Passkey, Some(2))],
        vec![password, by(Method::Totp, Some(1)), by(Method::Passkey, Some(2))],
        vec![password, by(Method::RecoveryCode, None)],
    ];
    let mut seen = account("a@example.org", NOW);
    seen.factors = vec![app(1, NOW), passkey(2, NOW), Factor { verified_at: None, ..app(3, NOW) }];
    seen.sessions = (0..).zip(sessions).map(|(id, proofs)| session(id, proofs, NOW)).collect();
    let table = [(vec![1], vec![1]), (vec![2], vec![2]), (vec![1, 2], vec![1, 2, 3, 4]), (vec![3], vec![])];
    let ids = |ids: Vec<u128>| ids.into_iter().map(Uuid::from_u128).collect::<Vec<_>>();
    for (removed, ended) in table {
        let case = format!("{removed:?}");
        assert_eq!(seen.sessions_proved_only_by(&ids(removed)), ids(ended), "{case}");
    }
}

#[test]
fn a_password_a_passkey_or_an_identity_signs_in_and_an_app_alone_does_not() {
    let with = |password: bool, factors, identities| {
        let mut seen = account("a@example.org", NOW);
        seen.password_hash = password.then(|| "hash".into());
        (seen.factors, seen.identities) = (factors, identities);
        seen
    };
    let (key, school) = (|| vec![passkey(1, NOW)], || vec![identity(2, NOW)]);
    let begun = || vec![Factor { verified_at: None, ..passkey(1, NOW) }];
    let both = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let table = [
        (with(true, vec![], vec![]), &both[..], true),
        (with(false, key(), school()), &both[..1], true),
        (with(false, key(), school()), &both[1..], true),
        (with(false, key(), school()), &both[..], false),
        (with(false, key(), vec![]), &both[..1], false),
        (with(false, vec![], school()), &both[1..], false),
        (with(false, vec![app(3, NOW)], school()), &both[1..], false),
        (with(false, begun(), school()), &both[1..], false),
    ];
    for (seen, removed, can) in table {
        assert_eq!(seen.can_sign_in_without(removed), can, "{seen:?} without {removed:?}");
    }
}
