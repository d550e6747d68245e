//! The security state of an account, read under the lock on its user, and the changes to it. Every act that opens a
//! session, raises its assurance level, or changes factors, recovery codes or identities is one step on this state, so
//! that no decision depends on a stale read.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Account, Challenge, Device, EarlierSignIns, Factor, Identity, Method, PasskeyRecord, Proof,
    RecoveryCodes, Session, User,
};
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{Code, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSecurity {
    pub user: User,
    /// argon2id hash in PHC form; `None` without a usable password.
    pub password_hash: Option<String>,
    /// All factors, oldest first.
    pub factors: Vec<Factor>,
    pub recovery: Option<RecoveryCodes>,
    /// Oldest first.
    pub identities: Vec<Identity>,
    /// Live sessions, least recently used first.
    pub sessions: Vec<Session>,
    pub challenge: Option<Challenge>,
    /// Earlier sign-ins, to detect a new device; empty unless the query has a device.
    pub earlier: EarlierSignIns,
}

impl AccountSecurity {
    pub fn verified(&self) -> impl Iterator<Item = &Factor> {
        self.factors.iter().filter(|factor| factor.is_verified())
    }

    /// Whether sign-in requires a factor.
    pub fn has_verified(&self) -> bool {
        self.verified().next().is_some()
    }

    /// Whether the password and the address are those of an earlier read.
    pub fn is_unchanged_since(&self, seen: &Account) -> bool {
        self.password_hash == seen.password_hash && self.user.email.key() == seen.user.email.key()
    }

    pub fn passkey(&self, credential_id: &[u8]) -> Option<&Factor> {
        let has_id = |record: &PasskeyRecord| record.credential_id == credential_id;
        self.verified().find(|factor| factor.passkey().is_some_and(has_id))
    }

    pub fn passkeys(&self) -> Vec<&PasskeyRecord> {
        self.verified().filter_map(Factor::passkey).collect()
    }

    pub fn factor(&self, id: Uuid) -> Option<&Factor> {
        self.factors.iter().find(|factor| factor.id == id)
    }

    /// The session with this id.
    ///
    /// # Errors
    /// `session_revoked` if it is no longer alive.
    pub fn session(&self, id: Uuid) -> Result<&Session, Code> {
        self.sessions.iter().find(|session| session.id == id).ok_or(Code::SessionRevoked)
    }

    /// Whether the owner could still sign in with a password, a passkey or an identity if these factors and identities
    /// were removed. A mailed code does not count, because it recovers an account. An authenticator app does not count,
    /// because it is only a second factor.
    pub fn can_sign_in_without(&self, removed: &[Uuid]) -> bool {
        let kept = |id: &Uuid| !removed.contains(id);
        self.password_hash.is_some()
            || self.identities.iter().any(|identity| kept(&identity.id))
            || self.verified().any(|factor| factor.passkey().is_some() && kept(&factor.id))
    }

    /// The sessions with a second factor that would have none once these factors are removed.
    pub fn sessions_proved_only_by(&self, removed: &[Uuid]) -> Vec<Uuid> {
        let left: Vec<&Factor> = self.verified().filter(|factor| !removed.contains(&factor.id)).collect();
        let proved = |session: &&Session| {
            let mut second = session.proofs.iter().filter(|proof| proof.method.is_second_factor()).peekable();
            second.peek().is_some() && !second.any(|proof| is_backed_by(proof, &left))
        };
        self.sessions.iter().filter(proved).map(|session| session.id).collect()
    }
}

fn is_backed_by(proof: &Proof, factors: &[&Factor]) -> bool {
    factors.iter().any(|factor| proof.method == Method::RecoveryCode || proof.factor_id == Some(factor.id))
}

/// Everything that a step stores, in one transaction. The default stores nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecurityChange {
    pub put: Vec<Factor>,
    pub remove: Vec<Uuid>,
    /// The new recovery codes. The inner `None` removes them; the outer `None` keeps them.
    pub recovery: Option<Option<RecoveryCodes>>,
    pub link: Option<Identity>,
    pub unlink: Vec<Uuid>,
    /// A new challenge, or one with a wrong answer.
    pub challenge: Option<Challenge>,
    /// The challenge that was answered correctly.
    pub answered: Option<Uuid>,
    pub proofs: Option<(Uuid, Vec<Proof>)>,
    pub end: Vec<Uuid>,
    pub open: Option<Session>,
    pub mails: Vec<OutgoingMail>,
    pub audit: Option<AuditEvent>,
    pub record: Option<RequestRecord>,
    /// What the caller gets although the rest is stored, such as the count of a wrong answer.
    pub refused: Option<Refusal>,
}

impl From<Factor> for SecurityChange {
    fn from(factor: Factor) -> Self {
        Self { put: vec![factor], ..Self::default() }
    }
}

#[derive(Debug, Clone)]
pub struct SecurityQuery {
    /// The current time, which decides which sessions are alive and is stored as the end of those that the step ends.
    pub now: OffsetDateTime,
    pub challenge_id: Option<Uuid>,
    /// The device if the step may open a session. The store then reads the earlier sign-ins from its network.
    pub opens: Option<Device>,
}

impl SecurityQuery {
    pub const fn at(now: OffsetDateTime) -> Self {
        Self { now, challenge_id: None, opens: None }
    }
}

#[cfg(test)]
mod tests {
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
        let table =
            [(vec![1], vec![1]), (vec![2], vec![2]), (vec![1, 2], vec![1, 2, 3, 4]), (vec![3], vec![])];
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
}
