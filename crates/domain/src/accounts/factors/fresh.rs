//! Whether somebody has just proved who they are: changes to factors ask for it, so that a session that was left open is
//! not enough.

use time::{Duration, OffsetDateTime};

use crate::accounts::assurance::{Method, Proof};

/// How long a proof counts as fresh.
pub const FRESH_FOR: Duration = Duration::minutes(10);

/// Whether a session with these proofs is fresh at `now`. A code from a mail is not a proof for this, nor is the word of a
/// provider: whoever has the mailbox or the account there must not be able to take over the factors.
pub fn is_fresh(proofs: &[Proof], now: OffsetDateTime) -> bool {
    let counts =
        |proof: &Proof| !matches!(proof.method, Method::Code | Method::IdToken) && proof.at > now - FRESH_FOR;
    proofs.iter().any(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_fresh_for_ten_minutes_unless_it_is_a_mailed_code() {
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
            (Method::IdToken, Duration::ZERO, false),
        ];
        for (method, age, expected) in table {
            assert_eq!(is_fresh(&[Proof { method, at: now - age }], now), expected, "{method:?} {age}");
        }
        let both = [Method::Code, Method::Totp].map(|method| Proof { method, at: now });
        assert!(is_fresh(&both, now));
        assert!(!is_fresh(&[], now));
    }
}
