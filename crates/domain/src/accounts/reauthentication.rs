//! Re-authentication before sensitive acts: with the password or, for accounts without one, with a fresh session.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Account, AccountSecurity, AccountStore, Caller, PasswordHasher, Session, fresh_session,
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

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::accounts::factors::testing::{account, session};
    use crate::accounts::sessions::{Method, Proof};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn a_password_counts_until_it_is_replaced_and_a_session_while_it_is_fresh() {
        let (hash, minute) = (Some("hash"), Duration::MINUTE);
        let (right, replaced) = (Some("hash"), Some("old"));
        // The verified hash, the current hash, the session's proof and its age.
        let table = [
            (right, hash, Method::Code, minute * 60, Ok(())),
            (replaced, hash, Method::Password, minute, Err(Code::InvalidCredentials)),
            (right, None, Method::Password, minute, Err(Code::InvalidCredentials)),
            (None, hash, Method::Password, minute, Ok(())),
            (None, hash, Method::Password, minute * 10, Err(Code::ReauthenticationRequired)),
            (None, hash, Method::Code, minute, Err(Code::ReauthenticationRequired)),
            (None, None, Method::Oidc, minute, Ok(())),
            (None, None, Method::Oidc, minute * 10, Err(Code::ReauthenticationRequired)),
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
}
