use Method::{Code, IdToken, Oidc, Passkey, Password, RecoveryCode, Totp, Web3};

use super::*;
use crate::accounts::factors::testing::{account, app, session};

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const MINUTE: Duration = Duration::MINUTE;

fn proof(method: Method, age: Duration) -> Proof {
    Proof::new(method, NOW - age)
}

/// Checks a session with these proofs, for an account with or without a password and a verified factor.
fn check(proofs: Vec<Proof>, has_password: bool, has_factor: bool) -> Result<(), SecurityRefused> {
    let mut seen = account("a@example.org", NOW);
    seen.password_hash = has_password.then(|| "hash".into());
    seen.factors = has_factor.then(|| app(3, NOW)).into_iter().collect();
    seen.sessions = vec![session(1, proofs, NOW)];
    fresh_session(&seen, Uuid::from_u128(1), NOW).map(drop)
}

#[test]
fn an_account_with_a_factor_needs_a_fresh_session_that_has_used_one() {
    let old = MINUTE * 60;
    let table = [
        (vec![proof(Password, Duration::ZERO)], false),
        (vec![proof(Password, Duration::ZERO), proof(Totp, old)], true),
        (vec![proof(Password, old), proof(Totp, Duration::ZERO)], true),
        (vec![proof(Password, old), proof(Totp, old)], false),
        (vec![proof(Passkey, MINUTE * 9)], true),
        (vec![proof(Passkey, MINUTE * 10)], false),
        (vec![proof(Password, old), proof(RecoveryCode, MINUTE)], true),
        (vec![proof(Code, Duration::ZERO), proof(Totp, old)], false),
        (vec![proof(Oidc, Duration::ZERO), proof(Totp, old)], false),
    ];
    for (proofs, fresh) in table {
        for has_password in [true, false] {
            assert_eq!(check(proofs.clone(), has_password, true).is_ok(), fresh, "{proofs:?}");
        }
    }
}

#[test]
fn an_account_with_only_a_password_needs_it_within_ten_minutes() {
    let moment = Duration::microseconds(1);
    let table = [
        (Password, Duration::ZERO, true),
        (Password, MINUTE * 10 - moment, true),
        (Password, MINUTE * 10, false),
        (Code, Duration::ZERO, false),
        (Oidc, Duration::ZERO, false),
        (IdToken, Duration::ZERO, false),
        (Web3, Duration::ZERO, false),
    ];
    for (method, age, fresh) in table {
        assert_eq!(check(vec![proof(method, age)], true, false).is_ok(), fresh, "{method:?} {age}");
    }
}

#[test]
fn an_account_without_a_password_or_factors_needs_any_recent_proof() {
    for method in [Code, Oidc, IdToken, Web3] {
        assert_eq!(check(vec![proof(method, MINUTE)], false, false), Ok(()), "{method:?}");
        let late = check(vec![proof(method, MINUTE * 10)], false, false);
        assert_eq!(late, Err(SecurityRefused::NotFresh), "{method:?}");
    }
}

/// Otherwise a proof from a clock that is a day ahead would be fresh for a day.
#[test]
fn a_proof_from_the_future_is_not_fresh() {
    assert!(check(vec![proof(Password, -MINUTE)], true, false).is_ok());
    assert!(check(vec![proof(Password, -MINUTE * 10)], true, false).is_err());
}

#[test]
fn an_ended_session_is_never_fresh() {
    let seen = account("a@example.org", NOW);
    assert_eq!(fresh_session(&seen, Uuid::from_u128(1), NOW), Err(SecurityRefused::SessionEnded));
}
