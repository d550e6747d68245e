use ReauthenticationRefused::{InvalidCredentials, NotFresh, SessionEnded};
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
        (replaced, hash, Method::Password, minute, Err(InvalidCredentials)),
        (right, None, Method::Password, minute, Err(InvalidCredentials)),
        (None, hash, Method::Password, minute, Ok(())),
        (None, hash, Method::Password, minute * 10, Err(NotFresh)),
        (None, hash, Method::Code, minute, Err(NotFresh)),
        (None, None, Method::Oidc, minute, Ok(())),
        (None, None, Method::Oidc, minute * 10, Err(NotFresh)),
    ];
    for (verified, current, method, age, expected) in table {
        let mut seen = account("a@example.org", NOW);
        seen.password_hash = current.map(str::to_owned);
        let password_hash = verified.map(str::to_owned);
        let proved = Reauthentication { session_id: Uuid::from_u128(1), password_hash };
        let case = format!("{verified:?} {current:?} {method:?} {age}");
        let ended = if expected == Err(InvalidCredentials) { expected } else { Err(SessionEnded) };
        assert_eq!(proved.check(&seen, NOW).map(drop), ended, "without a session: {case}");
        seen.sessions = vec![session(1, vec![Proof::new(method, NOW - age)], NOW)];
        assert_eq!(proved.check(&seen, NOW).map(drop), expected, "{case}");
    }
}
