//! Whether somebody has just proved who they are: changes to factors ask for it, so that a session that was left open is
//! not enough.

use time::{Duration, OffsetDateTime};

use crate::accounts::assurance::{Method, Proof};

/// How long a proof counts as fresh.
pub const FRESH_FOR: Duration = Duration::minutes(10);

/// Whether a session with these proofs is fresh at `now`. Only the account's own password and factors count: whoever has
/// the mailbox, the account at a provider or the wallet must not be able to take over the factors.
pub fn is_fresh(proofs: &[Proof], now: OffsetDateTime) -> bool {
    let own =
        |method| matches!(method, Method::Password | Method::Totp | Method::Passkey | Method::RecoveryCode);
    proofs.iter().any(|proof| own(proof.method) && proof.at > now - FRESH_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_by_password_or_factor_is_fresh_for_ten_minutes() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(1);
        let minute = Duration::minutes(1);
        let table = [
            (Method::Password, Duration::ZERO, true),
            (Method::Password, 10 * minute - Duration::microseconds(1), true),
            (Method::Password, 10 * minute, false),
            (Method::Totp, 9 * minute, true),
            (Method::Passkey, 9 * minute, true),
            (Method::RecoveryCode, 9 * minute, true),
            (Method::Code, Duration::ZERO, false),
            (Method::Oidc, Duration::ZERO, false),
            (Method::IdToken, Duration::ZERO, false),
            (Method::Web3, Duration::ZERO, false),
        ];
        for (method, age, expected) in table {
            assert_eq!(is_fresh(&[Proof { method, at: now - age }], now), expected, "{method:?} {age}");
        }
        let both = [Method::Code, Method::Totp].map(|method| Proof { method, at: now });
        assert!(is_fresh(&both, now));
        assert!(!is_fresh(&[], now));
    }
}
