//! Whether a session was re-authenticated recently. Changes to sign-in methods require it, so that an unattended
//! session is not enough.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{AccountSecurity, Assurance, Method, Proof, Session, assurance};
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

    /// Checks a session with these proofs, for an account with or without a password and a verified factor.
    fn is_fresh(proofs: &[(Method, Duration)], has_password: bool, has_factor: bool) -> bool {
        let mut seen = account("a@example.org", NOW);
        seen.password_hash = has_password.then(|| "hash".into());
        seen.factors = has_factor.then(|| app(3, NOW)).into_iter().collect();
        let proofs = proofs.iter().map(|(method, age)| Proof::new(*method, NOW - *age)).collect();
        seen.sessions = vec![session(1, proofs, NOW)];
        let checked = fresh_session(&seen, Uuid::from_u128(1), NOW).map(drop);
        assert!(matches!(checked, Ok(()) | Err(Code::ReauthenticationRequired)));
        checked.is_ok()
    }

    #[test]
    fn an_account_with_a_factor_needs_a_fresh_session_that_has_used_one() {
        let (new, old) = (Duration::ZERO, MINUTE * 60);
        let table: [(&[_], bool); 9] = [
            (&[(Password, new)], false),
            (&[(Password, new), (Totp, old)], true),
            (&[(Password, old), (Totp, new)], true),
            (&[(Password, old), (Totp, old)], false),
            (&[(Passkey, MINUTE * 9)], true),
            (&[(Passkey, MINUTE * 10)], false),
            (&[(Password, old), (RecoveryCode, MINUTE)], true),
            (&[(Method::Code, new), (Totp, old)], false),
            (&[(Oidc, new), (Totp, old)], false),
        ];
        for (proofs, fresh) in table {
            for has_password in [true, false] {
                assert_eq!(is_fresh(proofs, has_password, true), fresh, "{proofs:?}");
            }
        }
    }

    /// Without a password any proof counts, for the same time.
    #[test]
    fn an_account_without_factors_needs_a_proof_within_ten_minutes_and_of_its_password() {
        for method in [Password, Method::Code, Oidc, IdToken, Web3] {
            // A proof from the future comes from a fast clock. It would be fresh for longer.
            let ages = [Duration::ZERO, MINUTE * 10 - Duration::microseconds(1), MINUTE * 10];
            for (age, recent) in ages.into_iter().zip([true, true, false]) {
                for age in [age, -age] {
                    assert_eq!(is_fresh(&[(method, age)], false, false), recent, "{method:?} {age}");
                    let fresh = recent && method == Password;
                    assert_eq!(is_fresh(&[(method, age)], true, false), fresh, "{method:?} {age}");
                }
            }
        }
    }

    #[test]
    fn an_ended_session_is_never_fresh() {
        let seen = account("a@example.org", NOW);
        assert_eq!(fresh_session(&seen, Uuid::from_u128(1), NOW), Err(Code::SessionRevoked));
    }
}
