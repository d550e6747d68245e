//! Whether a session was re-authenticated recently. Changes to sign-in methods require it, so that an unattended
//! session is not enough.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_security::AccountSecurity;
use crate::accounts::sessions::{Assurance, Method, Proof, Session, assurance};
use crate::shared::Code;

pub const FRESH_FOR: Duration = Duration::minutes(10);

/// Whether a proof was given within [`FRESH_FOR`]. A proof further in the future comes from a fast clock.
fn is_recent(proof: &Proof, now: OffsetDateTime) -> bool {
    (now - proof.at).abs() < FRESH_FOR
}

/// Whether one of these proofs is recent and was given with the account's password or a factor.
fn is_fresh(proofs: &[Proof], now: OffsetDateTime) -> bool {
    let own = |method: Method| method == Method::Password || method.is_second_factor();
    proofs.iter().any(|proof| own(proof.method) && is_recent(proof, now))
}

/// The session, if it may change sign-in methods. With a verified factor, the session must be fresh and have used a
/// factor. If the account has only a password, the session needs a recent proof with it. So neither a session from
/// before the first factor nor access to the mailbox, a provider account or a wallet is enough to take over an account.
/// Without a password or factors, any recent proof is enough.
///
/// # Errors
/// `session_revoked`, `reauthentication_required`.
pub fn fresh_session(
    account: &AccountSecurity,
    session_id: Uuid,
    now: OffsetDateTime,
) -> Result<&Session, Code> {
    let session = account.session(session_id)?;
    let proofs = &session.proofs;
    let fresh = match (account.has_verified(), &account.password_hash) {
        (true, _) => assurance(proofs) == Assurance::Aal2 && is_fresh(proofs, now),
        (false, Some(_)) => {
            proofs.iter().any(|proof| proof.method == Method::Password && is_recent(proof, now))
        }
        (false, None) => proofs.iter().any(|proof| is_recent(proof, now)),
    };
    if fresh { Ok(session) } else { Err(Code::ReauthenticationRequired) }
}

#[cfg(test)]
mod tests {
    use Method::{IdToken, Oidc, Passkey, Password, RecoveryCode, Totp, Web3};

    use super::*;
    use crate::accounts::factors::testing::{account, app, session};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const MINUTE: Duration = Duration::MINUTE;

    fn proof(method: Method, age: Duration) -> Proof {
        Proof::new(method, NOW - age)
    }

    /// Checks a session with these proofs, for an account with or without a password and a verified factor.
    fn check(proofs: Vec<Proof>, has_password: bool, has_factor: bool) -> Result<(), Code> {
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
            (vec![proof(Method::Code, Duration::ZERO), proof(Totp, old)], false),
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
            (Method::Code, Duration::ZERO, false),
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
        for method in [Method::Code, Oidc, IdToken, Web3] {
            assert_eq!(check(vec![proof(method, MINUTE)], false, false), Ok(()), "{method:?}");
            let late = check(vec![proof(method, MINUTE * 10)], false, false);
            assert_eq!(late, Err(Code::ReauthenticationRequired), "{method:?}");
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
        assert_eq!(fresh_session(&seen, Uuid::from_u128(1), NOW), Err(Code::SessionRevoked));
    }
}
