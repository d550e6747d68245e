//! Whether a session was re-authenticated recently. Changes of sign-in methods need it, so that an abandoned
//! open session is not enough.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_security::{
    AccountSecurity, SecurityChange, SecurityDecision, SecurityError, SecurityRefused,
};
use super::account_security_store::SecurityStep;
use crate::accounts::sessions::{Assurance, Method, Proof, Session, assurance};

pub const FRESH_FOR: Duration = Duration::minutes(10);

/// Whether a proof was given within [`FRESH_FOR`]. One that lies further in the future comes from a clock that was ahead.
fn is_recent(proof: &Proof, now: OffsetDateTime) -> bool {
    (now - proof.at).abs() < FRESH_FOR
}

/// Whether a session with these proofs was proved recently by the account's own password or factors.
fn is_fresh(proofs: &[Proof], now: OffsetDateTime) -> bool {
    let own = |method: Method| method == Method::Password || method.is_second_factor();
    proofs.iter().any(|proof| own(proof.method) && is_recent(proof, now))
}

/// The session if it may change how the account is signed in to. An account with a verified factor needs a fresh session
/// that has used one, an account with only a password a recent password: neither a session from before the first factor
/// nor the mailbox, the account at a provider or the wallet may take an account over. Without a password and factors any
/// recent proof has to do.
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
