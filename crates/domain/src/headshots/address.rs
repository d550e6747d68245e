//! Addresses of photos. With the feature `private_photos` they are signed and expire.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Secrets;
use crate::headshots::{HeadshotKey, Headshots};
use crate::idempotency::RecordedResponse;

const LABEL: &str = "photo address";
const PARAMETER: &str = "signature=";

/// In one period a photo has one address, so that browsers can cache it. The address expires at the end of the next period:
/// the photos of a replayed response still load.
const PERIOD: Duration = RecordedResponse::LIFETIME;

impl Headshots {
    pub fn are_private(&self) -> bool {
        self.signing.is_some()
    }

    /// The address that a response shows for the photo with this path.
    pub fn address(&self, path: &str) -> String {
        match &self.signing {
            Some(secrets) => signed(secrets, path, self.clock.now()),
            None => path.to_owned(),
        }
    }

    /// How long the photo can be loaded with the query of its address. `None` if the address was not signed or has expired.
    pub fn time_left(&self, key: &HeadshotKey, query: Option<&str>) -> Option<Duration> {
        match &self.signing {
            Some(secrets) => time_left(secrets, &key.url(), query?, self.clock.now()),
            None => Some(Duration::MAX),
        }
    }
}

fn signed(secrets: &Secrets, path: &str, now: OffsetDateTime) -> String {
    let period = PERIOD.whole_seconds();
    let expires = (now.unix_timestamp() / period + 2) * period;
    let signature = secrets.seal(LABEL, path.as_bytes(), Uuid::nil(), &expires.to_be_bytes());
    format!("{path}?{PARAMETER}{signature}")
}

fn time_left(secrets: &Secrets, path: &str, query: &str, now: OffsetDateTime) -> Option<Duration> {
    let (_, expires) = secrets.unseal(LABEL, path.as_bytes(), query.strip_prefix(PARAMETER)?)?;
    let expires = OffsetDateTime::from_unix_timestamp(i64::from_be_bytes(expires)).ok()?;
    Some(expires - now).filter(|left| left.is_positive())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);
    const EXPIRES: OffsetDateTime = datetime!(2026-11-23 0:00 UTC);
    const PATH: &str = "/storage/headshots/a/headshot-1.png";
    const OTHER: &str = "/storage/headshots/a/headshot-2.png";

    fn query(path: &str, now: OffsetDateTime) -> String {
        signed(&Secrets::new(&[1; 32]), path, now).split_off(path.len() + 1)
    }

    #[test]
    fn only_the_query_that_was_signed_for_a_photo_and_has_not_expired_is_valid() {
        let (own, foreign) = (Secrets::new(&[1; 32]), Secrets::new(&[2; 32]));
        let (query, later) = (query(PATH, NOW), query(PATH, NOW + PERIOD));
        // The id and the expiry are the first 24 bytes.
        let (expiry, mac) = (PARAMETER.len(), PARAMETER.len() + 32);
        let extended = format!("{}{}", &later[..mac], &query[mac..]);
        let (last, second) = (EXPIRES - Duration::SECOND, Some(Duration::SECOND));
        for (name, secrets, path, query, now, expected) in [
            ("as signed", &own, PATH, &*query, NOW, Some(EXPIRES - NOW)),
            ("the last second", &own, PATH, &query, last, second),
            ("expired", &own, PATH, &query, EXPIRES, None),
            ("another site", &foreign, PATH, &query, NOW, None),
            ("another photo", &own, OTHER, &query, NOW, None),
            ("a later expiry", &own, PATH, &extended, NOW, None),
            ("no signature", &own, PATH, "", NOW, None),
            ("an empty signature", &own, PATH, PARAMETER, NOW, None),
            ("no MAC", &own, PATH, &query[..mac], NOW, None),
            ("no name", &own, PATH, &query[expiry..], NOW, None),
            ("another parameter", &own, PATH, &format!("{query}&width=9"), NOW, None),
        ] {
            assert_eq!(time_left(secrets, path, query, now), expected, "{name}");
        }
    }

    #[test]
    fn an_address_stays_the_same_for_a_day_and_outlives_every_replay_of_its_response() {
        let (first, last) = (datetime!(2026-11-21 0:00 UTC), datetime!(2026-11-21 23:59:59 UTC));
        assert_eq!(query(PATH, first), query(PATH, last));
        assert_ne!(query(PATH, last), query(PATH, last + Duration::SECOND));
        let left = time_left(&Secrets::new(&[1; 32]), PATH, &query(PATH, last), last);
        assert!(left > Some(RecordedResponse::LIFETIME), "{left:?}");
    }
}
