//! Identifies the caller of a request from the access token and the current session row, so that sign-out and role
//! changes take effect on the next request.

use std::sync::Arc;

use derive_more::Constructor;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{
    Assurance, LiveSession, Machine, MachineStore, Proof, Roles, SessionStore, TokenScope, User, assurance,
};
use crate::shared::{Clock, Code, Fault, Refusal, words};

#[derive(Debug, Clone)]
pub struct Caller {
    pub user: User,
    pub session_id: Uuid,
    pub proofs: Vec<Proof>,
    /// Whether the caller must use a factor before acting as an administrator.
    pub lacks_factor: bool,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AdminFactor {
        Optional = "optional",
        /// Every administrative act requires a second factor in the session.
        Required = "required",
    }
}

impl Caller {
    pub fn roles(&self) -> &Roles {
        &self.user.roles
    }

    fn of(live: LiveSession, admin_factor: AdminFactor) -> Self {
        let proofs = live.proofs();
        let lacks_factor = admin_factor == AdminFactor::Required && assurance(&proofs) == Assurance::Aal1;
        Self { session_id: live.session.id, user: live.user, proofs, lacks_factor }
    }

    /// # Errors
    /// `forbidden`, `second_factor_required`.
    pub fn check_administrator(&self) -> Result<(), Code> {
        match (self.roles().is_admin(), self.lacks_factor) {
            (false, _) => Err(Code::Forbidden),
            (true, true) => Err(Code::SecondFactorRequired),
            (true, false) => Ok(()),
        }
    }

    /// # Errors
    /// See [`check_administrator`](Self::check_administrator).
    pub fn into_administrator(self) -> Result<Administrator, Code> {
        self.check_administrator().map(|()| Administrator(self))
    }
}

/// A caller who is an administrator. Use cases for administrators require one, so that the check cannot be forgotten.
#[derive(Debug, Clone)]
pub struct Administrator(Caller);

impl Administrator {
    pub fn caller(&self) -> &Caller {
        &self.0
    }
}

/// Who sent a request with a valid token.
#[derive(Debug, Clone)]
pub enum Holder {
    User(Caller),
    Machine(Machine),
}

impl Holder {
    /// The id of the user, or that of the token.
    pub fn id(&self) -> Uuid {
        match self {
            Self::User(caller) => caller.user.id,
            Self::Machine(machine) => machine.id,
        }
    }

    /// # Errors
    /// `forbidden` to machines.
    pub fn into_user(self) -> Result<Caller, Code> {
        match self {
            Self::User(caller) => Ok(caller),
            Self::Machine(_) => Err(Code::Forbidden),
        }
    }

    /// Whether this is an administrator, or a machine whose scope covers the `needed` one.
    ///
    /// # Errors
    /// `forbidden`, `second_factor_required`.
    pub fn check_reader(&self, needed: TokenScope) -> Result<(), Code> {
        match self {
            Self::User(caller) => caller.check_administrator(),
            Self::Machine(machine) if machine.scope.covers(needed) => Ok(()),
            Self::Machine(_) => Err(Code::Forbidden),
        }
    }

    /// # Errors
    /// See [`check_reader`](Self::check_reader).
    pub fn into_reader(self, needed: TokenScope) -> Result<Reader, Code> {
        self.check_reader(needed).map(|()| Reader(self))
    }
}

/// An administrator or a machine. Use cases that only read for administrators require one. All others require a
/// [`Caller`] or an [`Administrator`], which a machine never is.
#[derive(Debug, Clone)]
pub struct Reader(Holder);

impl Reader {
    pub fn id(&self) -> Uuid {
        self.0.id()
    }

    pub fn holder(&self) -> &Holder {
        &self.0
    }
}

#[derive(Constructor)]
pub struct Access {
    sessions: Arc<dyn SessionStore>,
    machines: Arc<dyn MachineStore>,
    issuer: Arc<dyn TokenIssuer>,
    clock: Arc<dyn Clock>,
    admin_factor: AdminFactor,
}

impl Access {
    /// # Errors
    /// `invalid_token`, `token_expired`, `session_revoked`, `session_expired`.
    pub async fn holder(&self, token: &str) -> Result<Holder, Refusal> {
        match Machine::hash(token) {
            Some(hash) => Ok(Holder::Machine(self.machine(hash).await?)),
            None => Ok(Holder::User(self.caller(token).await?)),
        }
    }

    async fn machine(&self, hash: [u8; 32]) -> Result<Machine, Refusal> {
        let machine = self.machines.find(hash).await?.ok_or(Code::InvalidToken)?;
        machine.check_alive(self.clock.now())?;
        Ok(machine)
    }

    /// The user with this access token.
    ///
    /// # Errors
    /// See [`holder`](Self::holder).
    pub async fn caller(&self, access_token: &str) -> Result<Caller, Refusal> {
        let now = self.clock.now();
        let claims = self.issuer.verify(access_token, now)?;
        let live = self.live(claims.session_id, now).await?;
        // Written once per rotation, because the refresh rule must know that the client received the token.
        if !live.session.current_used && claims.counter == live.session.counter {
            self.sessions.mark_used(live.session.id, claims.counter, now).await?;
        }
        Ok(Caller::of(live, self.admin_factor))
    }

    /// The holder now. A long response may outlast the access token with which it was requested, but neither the session
    /// nor the token of a machine.
    ///
    /// # Errors
    /// See [`holder`](Self::holder).
    pub async fn still(&self, holder: &Holder) -> Result<Holder, Refusal> {
        match holder {
            Holder::User(caller) => {
                let live = self.live(caller.session_id, self.clock.now()).await?;
                Ok(Holder::User(Caller::of(live, self.admin_factor)))
            }
            Holder::Machine(machine) => Ok(Holder::Machine(self.machine(machine.hash).await?)),
        }
    }

    async fn live(&self, session_id: Uuid, now: OffsetDateTime) -> Result<LiveSession, Refusal> {
        let live = self.sessions.find(session_id).await?.ok_or(Code::SessionRevoked)?;
        live.check_alive(now)?;
        Ok(live)
    }

    /// The keys that verify access tokens, oldest first.
    pub fn published_keys(&self) -> Result<Vec<PublishedKey>, Fault> {
        self.issuer.published_keys(self.clock.now())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessClaims {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub counter: u32,
    pub expires_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// The key id in a token's footer, `k4.pid.…`.
    pub id: String,
    /// The public key, `k4.public.…`.
    pub paserk: String,
    pub not_before: OffsetDateTime,
    /// When the last token signed with it expires; the year 9999 while that is unknown.
    pub not_after: OffsetDateTime,
}

pub const KEY_SET_MAX_AGE: Duration = Duration::minutes(10);

/// Signs and verifies access tokens (PASETO v4.public).
pub trait TokenIssuer: Send + Sync {
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault>;

    /// Verifies signature and expiry, and reads the claims.
    ///
    /// # Errors
    /// `invalid_token`, `token_expired`.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, Code>;

    /// The keys whose tokens are accepted now or later, oldest first. A key MUST be listed for [`KEY_SET_MAX_AGE`] before it
    /// signs.
    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::{session, user};
    use crate::accounts::roles::Role;
    use crate::accounts::sessions::Method;

    /// The columns are the setting, the method of the session, whether the account has a factor, the role, and the result.
    #[test]
    fn the_setting_requires_a_second_factor_from_administrators() {
        use AdminFactor::{Optional, Required};
        use Code::{Forbidden, SecondFactorRequired};
        let (now, admin, teacher) = (OffsetDateTime::UNIX_EPOCH, Role::Admin, Role::Applicant);
        let table = [
            (Optional, Method::Password, false, admin, Ok(())),
            (Optional, Method::Totp, true, admin, Ok(())),
            (Optional, Method::Totp, true, teacher, Err(Forbidden)),
            (Required, Method::Password, false, admin, Err(SecondFactorRequired)),
            (Required, Method::Password, true, admin, Err(SecondFactorRequired)),
            (Required, Method::Code, true, admin, Err(SecondFactorRequired)),
            (Required, Method::Totp, true, admin, Ok(())),
            (Required, Method::RecoveryCode, true, admin, Ok(())),
            // The factor was removed without ending the session.
            (Required, Method::Totp, false, admin, Err(SecondFactorRequired)),
            (Required, Method::RecoveryCode, false, admin, Err(SecondFactorRequired)),
            (Required, Method::Password, true, teacher, Err(Forbidden)),
            (Required, Method::Totp, true, teacher, Err(Forbidden)),
        ];
        for (setting, method, has_factor, role, expected) in table {
            let user = User { roles: Roles::from_iter([role]), ..user("a@example.org", now) };
            let live = LiveSession {
                session: session(1, vec![Proof::new(method, now)], now),
                user,
                has_factor,
                is_first: false,
            };
            let caller = Caller::of(live, setting);
            let checked = caller.check_administrator();
            assert_eq!(checked, expected, "{setting:?} {method:?} {has_factor} {role:?}");
            assert_eq!(caller.into_administrator().map(|_| ()), expected);
        }
    }
}
