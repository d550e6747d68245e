//! Re-authentication before sensitive acts, with the password, a factor or a session that was re-authenticated recently.
//! Changes to sign-in methods require it, so that an unattended session is not enough.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{
    Account, AccountSecurity, AccountStore, Assurance, Caller, Challenge, ChallengePurpose, FactorAnswer,
    Method, PasswordHasher, Proof, SecurityChange, SecurityQuery, Session, Sessions, assurance, with_proof,
};
use crate::shared::{Code, Fault, Refusal};

/// A proof of re-authentication, which is checked again under the lock on the user.
#[derive(Debug, Clone)]
pub struct Reauthentication {
    pub session_id: Uuid,
    /// The hash that the given password matched; `None` without a password.
    pub password_hash: Option<String>,
}

impl Reauthentication {
    /// Verifies the password if one is given.
    ///
    /// # Errors
    /// `invalid_credentials`.
    pub async fn of(
        caller: &Caller,
        password: Option<&str>,
        accounts: &dyn AccountStore,
        hasher: &dyn PasswordHasher,
    ) -> Result<Self, Refusal> {
        let session_id = caller.session_id;
        let Some(password) = password else { return Ok(Self { session_id, password_hash: None }) };
        let proved = prove(accounts, hasher, caller.user.id, password).await?;
        let password_hash = proved.and_then(|account| account.password_hash);
        Ok(Self { session_id, password_hash: Some(password_hash.ok_or(Code::InvalidCredentials)?) })
    }

    /// The caller's session, if the proof is still valid.
    ///
    /// # Errors
    /// `invalid_credentials`, `reauthentication_required`, `session_revoked`.
    pub fn check<'a>(
        &self,
        account: &'a AccountSecurity,
        now: OffsetDateTime,
    ) -> Result<&'a Session, Refusal> {
        let session = match &self.password_hash {
            Some(_) if self.password_hash != account.password_hash => {
                return Err(Code::InvalidCredentials.into());
            }
            Some(_) => account.session(self.session_id),
            None => fresh_session(account, self.session_id, now),
        };
        Ok(session?)
    }
}

/// The account, if the password is the user's current one. Always computes one hash.
pub async fn prove(
    accounts: &dyn AccountStore,
    hasher: &dyn PasswordHasher,
    user_id: Uuid,
    password: &str,
) -> Result<Option<Account>, Fault> {
    let account = accounts.account(user_id).await?;
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let is_correct = hasher.verify(password, hash).await?;
    Ok(account.filter(|_| is_correct))
}

impl Sessions {
    /// Re-authenticates the caller's session with the password.
    ///
    /// # Errors
    /// `invalid_credentials`.
    pub async fn reauthenticate_by_password(&self, caller: &Caller, password: &str) -> Result<(), Refusal> {
        let (accounts, hasher) = (&*self.accounts, &*self.hasher);
        let proved = prove(accounts, hasher, caller.user.id, password).await?;
        let hash = proved.ok_or(Code::InvalidCredentials)?.password_hash;
        let (now, session_id) = (self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            if account.password_hash != hash {
                return Err(Code::InvalidCredentials.into());
            }
            let session = account.session(session_id)?;
            let proofs = with_proof(&session.proofs, Proof::new(Method::Password, now));
            Ok(SecurityChange { proofs: Some((session_id, proofs)), ..SecurityChange::default() })
        });
        self.store.change(caller.user.id, SecurityQuery::at(now), step).await
    }

    /// Re-authenticates the caller's session with a verified factor. A credential answers a challenge to use its
    /// passkey.
    ///
    /// # Errors
    /// `code_invalid`, `credential_invalid`.
    pub async fn reauthenticate_by_factor(
        &self,
        caller: &Caller,
        answer: FactorAnswer,
    ) -> Result<(), Refusal> {
        let verifier = self.verifier.clone();
        let challenge_id = match &answer {
            FactorAnswer::Credential(credential) => {
                Some(verifier.passkeys.claim(credential).ok_or(Code::CredentialInvalid)?.ceremony_id)
            }
            FactorAnswer::Code { .. } | FactorAnswer::RecoveryCode(_) => None,
        };
        let (now, session_id) = (self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            let session = account.session(session_id)?;
            let usable = |challenge: &Challenge| {
                challenge.is_open(now) && matches!(challenge.purpose, ChallengePurpose::Verify { .. })
            };
            let is_open = account.challenge.as_ref().is_none_or(usable);
            let verified = is_open.then(|| verifier.verify(account, &answer, false, now)).flatten();
            let (proof, used) = verified.ok_or(answer.refusal())?;
            let proofs = Some((session_id, with_proof(&session.proofs, proof)));
            Ok(SecurityChange { proofs, answered: challenge_id, ..used })
        });
        let query = SecurityQuery { challenge_id, ..SecurityQuery::at(now) };
        self.store.change(caller.user.id, query, step).await
    }
}

const FRESH_FOR: Duration = Duration::minutes(10);

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
    use super::*;
    use crate::accounts::factors::testing::{account, app, session};
    use Method::{IdToken, Oidc, Passkey, Password, RecoveryCode, Totp, Web3};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const MINUTE: Duration = Duration::MINUTE;

    #[test]
    fn a_password_counts_until_it_is_replaced_and_a_session_while_it_is_fresh() {
        let hash = Some("hash");
        let (right, replaced) = (Some("hash"), Some("old"));
        // The verified hash, the current hash, the session's proof and its age.
        let table = [
            (right, hash, Method::Code, MINUTE * 60, Ok(())),
            (replaced, hash, Password, MINUTE, Err(Code::InvalidCredentials)),
            (right, None, Password, MINUTE, Err(Code::InvalidCredentials)),
            (None, hash, Password, MINUTE, Ok(())),
            (None, hash, Password, MINUTE * 10, Err(Code::ReauthenticationRequired)),
            (None, hash, Method::Code, MINUTE, Err(Code::ReauthenticationRequired)),
            (None, None, Oidc, MINUTE, Ok(())),
            (None, None, Oidc, MINUTE * 10, Err(Code::ReauthenticationRequired)),
        ];
        for (verified, current, method, age, expected) in table {
            let mut seen = account("a@example.org", NOW);
            seen.password_hash = current.map(str::to_owned);
            let password_hash = verified.map(str::to_owned);
            let proved = Reauthentication { session_id: Uuid::from_u128(1), password_hash };
            let case = format!("{verified:?} {current:?} {method:?} {age}");
            let ended =
                if expected == Err(Code::InvalidCredentials) { expected } else { Err(Code::SessionRevoked) };
            let check = |seen: &_| proved.check(seen, NOW).map(drop).map_err(|refusal| refusal.code);
            assert_eq!(check(&seen), ended, "without a session: {case}");
            seen.sessions = vec![session(1, vec![Proof::new(method, NOW - age)], NOW)];
            assert_eq!(check(&seen), expected, "{case}");
        }
    }

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
}
