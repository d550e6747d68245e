//! Tests `Access` with ports that respond immediately and record every write.

use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};

use super::*;
use crate::accounts::factors::testing::user;
use crate::accounts::roles::Role;
use crate::accounts::sessions::{
    Device, LiveSession, Method, RefreshError, RotateStep, SESSION_IDLE, Session, SessionScope, StopNotice,
};
use crate::accounts::tokens::AccessClaims;
use crate::shared::{Listing, Page};

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const SESSION: Uuid = Uuid::from_u128(1);
const USER: Uuid = Uuid::from_u128(2);
const COUNTER: u32 = 5;

/// Calls to `mark_used`: session, counter, time.
type Marks = Vec<(Uuid, u32, OffsetDateTime)>;

struct OneSession {
    live: Option<LiveSession>,
    marks: Mutex<Marks>,
}

#[async_trait]
impl SessionStore for OneSession {
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault> {
        Ok(self.live.clone().filter(|live| live.session.id == id))
    }

    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault> {
        self.marks.lock().expect("an unpoisoned lock").push((id, counter, now));
        Ok(())
    }

    async fn rotate(
        &self,
        _: Uuid,
        _: OffsetDateTime,
        _: RotateStep,
        _: StopNotice,
    ) -> Result<LiveSession, RefreshError> {
        unreachable!("a request refreshes nothing")
    }

    async fn end_sessions(&self, _: Uuid, _: Uuid, _: SessionScope, _: OffsetDateTime) -> Result<(), Fault> {
        unreachable!("a request ends no session")
    }

    async fn end_session(&self, _: Uuid, _: Uuid, _: OffsetDateTime) -> Result<bool, Fault> {
        unreachable!("a request ends no session")
    }

    async fn list(&self, _: Uuid, _: OffsetDateTime, _: Page) -> Result<Listing<Session>, Fault> {
        unreachable!("a request lists no sessions")
    }
}

/// Accepts the token "good", issued with this refresh counter.
struct Tokens(u32);

impl TokenIssuer for Tokens {
    fn issue(&self, _: &AccessClaims) -> Result<String, Fault> {
        unreachable!("a request gets no token")
    }

    fn verify(&self, token: &str, _: OffsetDateTime) -> Result<AccessClaims, TokenRefused> {
        let claims = AccessClaims {
            user_id: USER,
            session_id: SESSION,
            counter: self.0,
            expires_at: NOW + SESSION_IDLE,
        };
        if token == "good" { Ok(claims) } else { Err(TokenRefused::Invalid) }
    }

    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault> {
        let [id, paserk] = ["k4.pid.x", "k4.public.x"].map(str::to_owned);
        Ok(vec![PublishedKey { id, paserk, not_before: now, not_after: now }])
    }
}

struct At(OffsetDateTime);

impl Clock for At {
    fn now(&self) -> OffsetDateTime {
        self.0
    }
}

fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a port did not answer immediately"),
    }
}

fn live(current_used: bool) -> LiveSession {
    let opened = Session::open(SESSION, USER, Vec::new(), Device::default(), NOW);
    let user = User { id: USER, roles: Roles::from_iter([Role::Applicant]), ..user("a@example.org", NOW) };
    LiveSession { session: Session { counter: COUNTER, current_used, ..opened }, user, has_factor: false }
}

/// Authenticates a request with a good token issued with `counter`; returns the caller and the writes.
fn request(
    live: Option<LiveSession>,
    counter: u32,
    now: OffsetDateTime,
) -> (Result<Caller, AccessError>, Marks) {
    let store = Arc::new(OneSession { live, marks: Mutex::default() });
    let access =
        Access::new(store.clone(), Arc::new(Tokens(counter)), Arc::new(At(now)), AdminFactor::Optional);
    let caller = ready(access.caller("good"));
    let marks = std::mem::take(&mut *store.marks.lock().expect("an unpoisoned lock"));
    (caller, marks)
}

#[test]
fn the_caller_is_the_user_of_the_session_with_the_currently_stored_roles() {
    let caller = request(Some(live(true)), COUNTER, NOW).0.expect("a live session");
    assert_eq!((caller.session_id, &caller.user), (SESSION, &live(true).user));
    assert_eq!(caller.roles(), &Roles::from_iter([Role::Applicant]));
}

/// The columns are the setting, the method of the session, whether the account has a factor, the role, and the result.
#[test]
fn the_setting_requires_a_second_factor_from_administrators() {
    use AdminFactor::{Optional, Required};
    use NotAdministrator::{Role as RoleMissing, SecondFactor};
    let (admin, teacher) = (Role::Admin, Role::Applicant);
    let table = [
        (Optional, Method::Password, false, admin, Ok(())),
        (Optional, Method::Totp, true, admin, Ok(())),
        (Optional, Method::Totp, false, admin, Ok(())),
        (Optional, Method::Totp, true, teacher, Err(RoleMissing)),
        (Required, Method::Password, false, admin, Err(SecondFactor)),
        (Required, Method::Password, true, admin, Err(SecondFactor)),
        (Required, Method::Code, true, admin, Err(SecondFactor)),
        (Required, Method::Totp, true, admin, Ok(())),
        (Required, Method::RecoveryCode, true, admin, Ok(())),
        // An older version removed the factor without ending the session.
        (Required, Method::Totp, false, admin, Err(SecondFactor)),
        (Required, Method::RecoveryCode, false, admin, Err(SecondFactor)),
        (Required, Method::Password, true, teacher, Err(RoleMissing)),
        (Required, Method::Totp, true, teacher, Err(RoleMissing)),
    ];
    for (setting, method, has_factor, role, expected) in table {
        let mut live = LiveSession { has_factor, ..live(true) };
        live.session.proofs = vec![Proof::new(method, NOW)];
        live.user.roles = Roles::from_iter([role]);
        let store = OneSession { live: Some(live), marks: Mutex::default() };
        let access = Access::new(Arc::new(store), Arc::new(Tokens(COUNTER)), Arc::new(At(NOW)), setting);
        let caller = ready(access.caller("good")).expect("a live session");
        assert_eq!(caller.check_administrator(), expected, "{setting:?} {method:?} {has_factor} {role:?}");
        assert_eq!(caller.into_administrator().map(|_| ()), expected);
    }
}

#[test]
fn only_the_first_use_of_a_token_is_recorded() {
    let now = NOW + Duration::MINUTE;
    let table = [
        (false, COUNTER, vec![(SESSION, COUNTER, now)]),
        (false, COUNTER - 1, vec![]),
        (true, COUNTER, vec![]),
        (true, COUNTER - 1, vec![]),
    ];
    for (used, counter, expected) in table {
        let (caller, marks) = request(Some(live(used)), counter, now);
        assert!(caller.is_ok(), "{caller:?}");
        assert_eq!(marks, expected, "used: {used}, counter {counter}");
    }
}

#[test]
fn ended_and_expired_sessions_are_distinguished_and_nothing_is_written() {
    let LiveSession { session, user, has_factor } = live(false);
    let ended = Session { revoked_at: Some(NOW), ..session.clone() };
    let disabled = User { disabled_at: Some(NOW), ..user.clone() };
    let table = [
        (None, NOW, AccessError::Revoked),
        (Some(LiveSession { session: ended, user: user.clone(), has_factor }), NOW, AccessError::Revoked),
        (
            Some(LiveSession { session: session.clone(), user: disabled, has_factor }),
            NOW,
            AccessError::Revoked,
        ),
        (Some(LiveSession { session, user, has_factor }), NOW + SESSION_IDLE, AccessError::Expired),
    ];
    for (live, now, expected) in table {
        let (caller, marks) = request(live, COUNTER, now);
        assert_eq!((caller.err(), marks), (Some(expected), vec![]));
    }
}

#[test]
fn the_current_keys_are_published() {
    let store = OneSession { live: None, marks: Mutex::default() };
    let access =
        Access::new(Arc::new(store), Arc::new(Tokens(COUNTER)), Arc::new(At(NOW)), AdminFactor::Optional);
    assert_eq!(access.published_keys(), Tokens(COUNTER).published_keys(NOW));
    assert_eq!(ready(access.caller("bad")).err(), Some(AccessError::Token(TokenRefused::Invalid)));
}
