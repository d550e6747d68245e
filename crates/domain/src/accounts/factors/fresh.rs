//! Whether a session was re-authenticated recently. Changes to sign-in methods require it, so that an unattended
//! session is not enough.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_security::{
    AccountSecurity, SecurityChange, SecurityDecision, SecurityError, SecurityRefused,
};
use super::account_security_store::SecurityStep;
use crate::accounts::sessions::{Assurance, Method, Proof, Session, assurance};

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
/// `SessionEnded`, `NotFresh`.
pub fn fresh_session(
    account: &AccountSecurity,
    session_id: Uuid,
    now: OffsetDateTime,
) -> Result<&Session, SecurityRefused> {
    let session = account.session(session_id)?;
    let proofs = &session.proofs;
    let fresh = match (account.has_verified(), &account.password_hash) {
        (true, _) => assurance(proofs) == Assurance::Aal2 && is_fresh(proofs, now),
        (false, Some(_)) => {
            proofs.iter().any(|proof| proof.method == Method::Password && is_recent(proof, now))
        }
        (false, None) => proofs.iter().any(|proof| is_recent(proof, now)),
    };
    if fresh { Ok(session) } else { Err(SecurityRefused::NotFresh) }
}

pub fn when_fresh(
    session_id: Uuid,
    now: OffsetDateTime,
    step: impl FnOnce(&AccountSecurity) -> Result<SecurityChange, SecurityError> + Send + 'static,
) -> SecurityStep {
    Box::new(move |account| {
        SecurityDecision::of(|| {
            fresh_session(account, session_id, now)?;
            step(account)
        })
    })
}

#[cfg(test)]
mod tests;
