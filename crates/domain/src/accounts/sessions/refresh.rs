//! Refresh token rotation (docs/product.md, 3.5). A refresh token is the session's id, a counter and a MAC: nothing in the
//! database allows forging one, and the counter distinguishes a lost response from a stolen token.

use time::Duration;
use uuid::Uuid;

use crate::accounts::{LiveSession, SESSION_IDLE, SESSION_MAX, Secrets, Session, Sessions, SignedIn};
use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal};

/// For this long after a rotation, a token up to [`GRACE_BEHIND`] behind gets the current one again (several tabs, lost
/// responses).
const GRACE: Duration = Duration::seconds(10);
/// How many rotations a token may be behind within [`GRACE`].
const GRACE_BEHIND: u32 = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefreshStep {
    /// Store this state; the new token gets its counter.
    Rotate(Session),
    Repeat,
    /// End the session and tell its owner: an old token was reused after its successor had been used.
    Revoke(OutgoingMail),
}

impl Sessions {
    /// Returns new tokens for a refresh token. The owner gets a notice when a reused token ends the session.
    ///
    /// # Errors
    /// `refresh_token_invalid`, `refresh_token_reused`, `session_revoked`, `session_expired`.
    pub async fn refresh(&self, refresh_token: &str) -> Result<SignedIn, Refusal> {
        let presented = read_refresh_token(refresh_token, &self.secrets);
        let (session_id, counter) = presented.ok_or(Code::RefreshTokenInvalid)?;
        let act = self.acts.begin();
        let now = act.now;
        let step = Box::new(move |live: &LiveSession| check_refresh(live, counter, &act));
        let live = self.store.rotate(session_id, now, step).await?;
        Ok(self.tokens(live)?)
    }
}

/// Decides what a token with counter `presented` and a valid MAC gets.
///
/// # Errors
/// `refresh_token_invalid` for a counter that was never issued; `session_revoked` and `session_expired` for ended
/// sessions, including those of disabled accounts.
pub fn check_refresh(live: &LiveSession, presented: u32, act: &Act) -> Result<RefreshStep, Refusal> {
    let now = act.now;
    live.check_alive(now)?;
    let session = &live.session;
    if presented > session.counter {
        return Err(Code::RefreshTokenInvalid.into());
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
        _ => RefreshStep::Revoke(act.mail(MailKind::SessionStopped, &live.user.email, &live.user.name)),
    })
}

const REFRESH_TOKEN: &str = "refresh token";

/// `base64url(session id ‖ counter ‖ MAC)`.
pub(super) fn refresh_token(session_id: Uuid, counter: u32, secrets: &Secrets) -> String {
    secrets.seal(REFRESH_TOKEN, b"", session_id, &counter.to_be_bytes())
}

/// The session id and the counter of a token whose MAC is valid.
fn read_refresh_token(text: &str, secrets: &Secrets) -> Option<(Uuid, u32)> {
    let (session_id, counter) = secrets.unseal(REFRESH_TOKEN, b"", text)?;
    Some((session_id, u32::from_be_bytes(counter)))
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::accounts::factors::testing::{session, user};
    use crate::accounts::sessions::User;
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn live(current_used: bool) -> LiveSession {
        let session = Session { counter: 5, current_used, ..session(1, Vec::new(), NOW) };
        LiveSession { session, user: user("ana@school.example", NOW), has_factor: false, is_first: false }
    }

    fn refresh(live: &LiveSession, presented: u32, after: i64) -> Result<&'static str, Code> {
        let step = check_refresh(live, presented, &act(NOW + Duration::seconds(after)));
        step.map_err(|refusal| refusal.code).map(|step| match step {
            RefreshStep::Rotate(next) => {
                let now = NOW + Duration::seconds(after);
                let (counter, rotated_at, last_used_at) = (6, now, now);
                let (current_used, expires_at) = (false, now + Duration::days(30));
                let session = live.session.clone();
                let expected =
                    Session { counter, current_used, rotated_at, last_used_at, expires_at, ..session };
                assert_eq!(next, expected);
                "rotate"
            }
            RefreshStep::Repeat => "repeat",
            RefreshStep::Revoke(mail) => {
                assert_eq!((mail.kind, mail.to.as_str()), (MailKind::SessionStopped, "ana@school.example"));
                "revoke"
            }
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
            (6, 0, false, Err(Code::RefreshTokenInvalid)),
            // The clock is set back after the rotation.
            (4, -9, true, Ok("repeat")),
            (4, -10, true, Ok("revoke")),
            (4, -3_600, true, Ok("revoke")),
            (4, -3_600, false, Ok("repeat")),
            (3, -3_600, false, Ok("revoke")),
            (5, -3_600, true, Ok("rotate")),
        ];
        for (presented, after, used, expected) in table {
            let result = refresh(&live(used), presented, after);
            assert_eq!(result, expected, "{presented} after {after} s, used {used}");
        }
    }

    #[test]
    fn refreshing_extends_a_session_up_to_its_maximum_lifetime() {
        let (mut live, mut now) = (live(true), NOW);
        let refused = loop {
            match check_refresh(&live, live.session.counter, &act(now)) {
                Ok(RefreshStep::Rotate(next)) => live.session = next,
                other => break other,
            }
            now += Duration::days(20);
        };
        assert_eq!(refused, Err(Code::SessionExpired.into()));
        assert_eq!(live.session.expires_at, NOW + SESSION_MAX);
    }

    /// This includes older tokens that would be repeated or would revoke the session.
    #[test]
    fn a_disabled_account_refreshes_nothing() {
        let enabled = live(true);
        let disabled = LiveSession { user: User { disabled_at: Some(NOW), ..enabled.user }, ..enabled };
        for (presented, after) in [(5, 0), (4, 9), (3, 10), (6, 0)] {
            assert_eq!(refresh(&disabled, presented, after), Err(Code::SessionRevoked), "{presented}");
        }
    }
}
