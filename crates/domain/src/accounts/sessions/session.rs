//! Sessions and refresh token rotation (docs/product.md, 3.4 and 3.5). A refresh token is the session's id, a counter
//! and a MAC: nothing in the database allows forging one, and the counter distinguishes a lost response from a stolen
//! token.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::assurance::Proof;
use crate::accounts::roles::Roles;
use crate::shared::{EmailAddress, PersonName};

/// A session expires when it has not been refreshed for this long.
pub const SESSION_IDLE: Duration = Duration::days(30);
/// A session expires this long after signing in, however active it is.
pub const SESSION_MAX: Duration = Duration::days(90);
/// For this long after a rotation, a token up to [`GRACE_BEHIND`] behind gets the current one again (several tabs, lost
/// responses).
const GRACE: Duration = Duration::seconds(10);
/// How many rotations a token may be behind within [`GRACE`].
const GRACE_BEHIND: u32 = 2;

/// A user whose address is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    pub roles: Roles,
    pub created_at: OffsetDateTime,
    /// When an administrator disabled the account; `None` if it is enabled.
    pub disabled_at: Option<OffsetDateTime>,
}

impl User {
    /// A disabled account cannot sign in, and its sessions are invalid.
    pub fn is_disabled(&self) -> bool {
        self.disabled_at.is_some()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Device {
    /// Network prefix of its IP address (IPv4 /24, IPv6 /48).
    pub ip_prefix: Option<String>,
    /// Its `User-Agent`, truncated to 200 characters.
    pub user_agent: Option<String>,
}

/// A row of `sessions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: Uuid,
    pub user_id: Uuid,
    pub counter: u32,
    pub current_used: bool,
    pub rotated_at: OffsetDateTime,
    pub created_at: OffsetDateTime,
    /// Time of the sign-in, the last refresh, or the first request after either. Accurate to the lifetime of an access
    /// token.
    pub last_used_at: OffsetDateTime,
    /// When it expires unless it is refreshed.
    pub expires_at: OffsetDateTime,
    /// When it was ended; `None` if it was not.
    pub revoked_at: Option<OffsetDateTime>,
    pub device: Device,
    /// The proofs of the user's identity, first proof first. Empty for a session from before they were recorded.
    pub proofs: Vec<Proof>,
}

impl Session {
    pub fn open(id: Uuid, user_id: Uuid, proofs: Vec<Proof>, device: Device, now: OffsetDateTime) -> Self {
        Self {
            id,
            user_id,
            counter: 1,
            current_used: false,
            rotated_at: now,
            created_at: now,
            last_used_at: now,
            expires_at: now + SESSION_IDLE,
            revoked_at: None,
            device,
            proofs,
        }
    }

    /// Checks whether requests may still use the session.
    pub fn check_alive(&self, now: OffsetDateTime) -> Result<(), RefreshRefused> {
        if self.revoked_at.is_some() {
            return Err(RefreshRefused::Revoked);
        }
        if now >= self.expires_at {
            return Err(RefreshRefused::Expired);
        }
        Ok(())
    }
}

/// A session with its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    pub session: Session,
    pub user: User,
    pub has_factor: bool,
}

impl LiveSession {
    /// The proofs that are still valid: without a verified factor the account has no second level of assurance, even if
    /// the session was opened with one.
    pub fn proofs(&self) -> Vec<Proof> {
        let counts = |proof: &&Proof| self.has_factor || !proof.method.is_second_factor();
        self.session.proofs.iter().filter(counts).copied().collect()
    }

    /// Checks whether requests may still use the session. A disabled account ends it.
    pub fn check_alive(&self, now: OffsetDateTime) -> Result<(), RefreshRefused> {
        self.session.check_alive(now)?;
        if self.user.is_disabled() { Err(RefreshRefused::Revoked) } else { Ok(()) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SessionScope {
    #[default]
    Global,
    Local,
    Others,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefreshStep {
    /// Store this state; the new token gets its counter.
    Rotate(Session),
    /// Change nothing; return the current token again.
    Repeat,
    /// End the session: an old token was reused after its successor had been used.
    Revoke,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefreshRefused {
    #[error("the refresh token is not valid")]
    Invalid,
    #[error("the refresh token was used before; the session was ended")]
    Reused,
    #[error("the session has expired")]
    Expired,
    #[error("the session was ended")]
    Revoked,
}

/// Decides what a token with counter `presented` and a valid MAC gets (docs/product.md, 3.5).
///
/// # Errors
/// `Invalid` for a counter that was never issued; `Revoked` and `Expired` for ended sessions, including those of
/// disabled accounts.
pub fn check_refresh(
    live: &LiveSession,
    presented: u32,
    now: OffsetDateTime,
) -> Result<RefreshStep, RefreshRefused> {
    live.check_alive(now)?;
    let session = &live.session;
    if presented > session.counter {
        return Err(RefreshRefused::Invalid);
    }
    let behind = session.counter - presented;
    // After a clock is set back, the last rotation may be far in the future and must not be treated as recent. A few
    // seconds in the future come from another process's clock.
    let recent = (now - session.rotated_at).abs() < GRACE;
    Ok(match behind {
        0 => RefreshStep::Rotate(Session {
            counter: session.counter + 1,
            current_used: false,
            rotated_at: now,
            last_used_at: now,
            expires_at: (now + SESSION_IDLE).min(session.created_at + SESSION_MAX),
            ..session.clone()
        }),
        ..=GRACE_BEHIND if recent => RefreshStep::Repeat,
        1 if !session.current_used => RefreshStep::Repeat,
        _ => RefreshStep::Revoke,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::user;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn session(current_used: bool) -> Session {
        let opened = Session::open(Uuid::nil(), Uuid::nil(), Vec::new(), Device::default(), NOW);
        Session { counter: 5, current_used, ..opened }
    }

    fn live(session: Session, disabled_at: Option<OffsetDateTime>) -> LiveSession {
        let user = User { id: session.user_id, disabled_at, ..user("ana@school.example", NOW) };
        LiveSession { session, user, has_factor: false }
    }

    fn refresh(presented: u32, after: i64, used: bool) -> Result<&'static str, RefreshRefused> {
        let live = live(session(used), None);
        check_refresh(&live, presented, NOW + Duration::seconds(after)).map(|step| match step {
            RefreshStep::Rotate(next) => {
                assert_eq!((next.counter, next.current_used), (6, false));
                "rotate"
            }
            RefreshStep::Repeat => "repeat",
            RefreshStep::Revoke => "revoke",
        })
    }

    #[test]
    fn refresh_tokens_are_handled_as_in_the_product_table() {
        let table = [
            (5, 0, false, Ok("rotate")),
            (5, 9_999, true, Ok("rotate")),
            (4, 9, true, Ok("repeat")),
            (4, 9, false, Ok("repeat")),
            (4, 10, false, Ok("repeat")),
            (4, 10, true, Ok("revoke")),
            (3, 9, true, Ok("repeat")),
            (3, 9, false, Ok("repeat")),
            (3, 10, false, Ok("revoke")),
            (3, 10, true, Ok("revoke")),
            // No client is that far behind, however recent the rotation.
            (2, 0, false, Ok("revoke")),
            (2, 0, true, Ok("revoke")),
            (2, 9, false, Ok("revoke")),
            (2, 10, false, Ok("revoke")),
            (1, 0, false, Ok("revoke")),
            (6, 0, false, Err(RefreshRefused::Invalid)),
            // The clock is set back after the rotation.
            (4, -9, true, Ok("repeat")),
            (4, -10, true, Ok("revoke")),
            (4, -3_600, true, Ok("revoke")),
            (4, -3_600, false, Ok("repeat")),
            (3, -3_600, false, Ok("revoke")),
            (5, -3_600, true, Ok("rotate")),
        ];
        for (presented, after, used, expected) in table {
            assert_eq!(refresh(presented, after, used), expected, "{presented} after {after} s, used {used}");
        }
    }

    #[test]
    fn a_rotation_changes_only_the_counter_and_the_times() {
        let before = session(true);
        let now = NOW + Duration::days(3);
        let after = Session {
            counter: 6,
            current_used: false,
            rotated_at: now,
            last_used_at: now,
            expires_at: now + Duration::days(30),
            ..before.clone()
        };
        assert_eq!(check_refresh(&live(before, None), 5, now), Ok(RefreshStep::Rotate(after)));
    }

    #[test]
    fn a_session_is_alive_until_the_instant_it_expires() {
        let opened = Session::open(Uuid::nil(), Uuid::nil(), Vec::new(), Device::default(), NOW);
        let end = NOW + Duration::days(30);
        let moment = Duration::microseconds(1);
        let ended = Session { revoked_at: Some(NOW), ..opened.clone() };
        let table = [
            (&opened, NOW, Ok(())),
            (&opened, end - moment, Ok(())),
            (&opened, end, Err(RefreshRefused::Expired)),
            (&opened, end + moment, Err(RefreshRefused::Expired)),
            (&ended, NOW, Err(RefreshRefused::Revoked)),
            (&ended, end, Err(RefreshRefused::Revoked)),
        ];
        for (session, now, expected) in table {
            assert_eq!(session.check_alive(now), expected, "{now}");
        }
    }

    #[test]
    fn refreshing_extends_a_session_up_to_its_maximum_lifetime() {
        let mut session = session(true);
        let mut now = NOW;
        loop {
            match check_refresh(&live(session.clone(), None), session.counter, now) {
                Ok(RefreshStep::Rotate(next)) => session = next,
                other => {
                    assert_eq!(other, Err(RefreshRefused::Expired));
                    break;
                }
            }
            now += Duration::days(20);
        }
        assert_eq!(session.expires_at, NOW + SESSION_MAX);
    }

    /// This includes older tokens that would be repeated or would revoke the session.
    #[test]
    fn a_disabled_account_refreshes_nothing() {
        for (presented, after) in [(5, 0), (4, 9), (3, 10), (6, 0)] {
            let disabled = live(session(true), Some(NOW));
            let now = NOW + Duration::seconds(after);
            assert_eq!(check_refresh(&disabled, presented, now), Err(RefreshRefused::Revoked), "{presented}");
        }
    }
}
