//! Codes from authenticator apps (RFC 6238): six digits, a new one every 30 seconds, SHA-1 as the apps expect.

use time::OffsetDateTime;

/// Seconds for which a code is shown.
pub const STEP: u64 = 30;
/// Tolerated clock skew of an app, in steps in either direction.
const DRIFT: u64 = 1;

#[derive(Clone, PartialEq, Eq)]
pub struct TotpEnrolment {
    /// The secret in base32, to be typed.
    pub secret: String,
    /// `otpauth://…`, to be opened in an app.
    pub uri: String,
    /// The URI as a QR code (SVG document).
    pub qr_svg: String,
}

pub trait TotpCodes: Send + Sync {
    /// The code for a step, below 1,000,000.
    fn code(&self, secret: &[u8; 20], step: u64) -> u32;

    /// The set-up data of an app that shows the codes of `secret` with the site's name and this account.
    fn enrolment(&self, secret: &[u8; 20], account: &str) -> TotpEnrolment;
}

/// The step of an accepted code: the current one or one before or after it. It must be later than `last`, so that an
/// observed code cannot be replayed. `None` for a wrong code.
pub fn accepted_step(
    presented: &str,
    code_of: impl Fn(u64) -> u32,
    now: OffsetDateTime,
    last: Option<u64>,
) -> Option<u64> {
    let six_digits = presented.len() == 6 && presented.bytes().all(|byte| byte.is_ascii_digit());
    let presented: u32 = presented.parse().ok().filter(|_| six_digits)?;
    let current = u64::try_from(now.unix_timestamp()).ok()? / STEP;
    let unused = |step: &u64| last.is_none_or(|last| *step > last);
    let mut steps = (current.saturating_sub(DRIFT)..=current + DRIFT).filter(unused);
    steps.find(|step| code_of(*step) == presented)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    /// Codes that equal their step.
    fn code(step: u64) -> u32 {
        step as u32
    }

    #[test]
    fn a_code_is_accepted_one_step_early_to_one_step_late_and_once() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::seconds(30 * 100 + 29);
        let table = [
            ("000098", None, None),
            ("000099", None, Some(99)),
            ("000100", None, Some(100)),
            ("000101", None, Some(101)),
            ("000102", None, None),
            ("000100", Some(99), Some(100)),
            ("000100", Some(100), None),
            ("000099", Some(100), None),
            ("000101", Some(100), Some(101)),
            ("100", None, None),
            ("+00100", None, None),
            ("0000100", None, None),
            ("", None, None),
            ("००0100", None, None),
        ];
        for (presented, last, expected) in table {
            assert_eq!(accepted_step(presented, code, now, last), expected, "{presented} after {last:?}");
        }
    }

    #[test]
    fn a_step_lasts_thirty_seconds() {
        let at = |seconds| OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds);
        assert_eq!(accepted_step("000003", code, at(59), None), None);
        assert_eq!(accepted_step("000003", code, at(60), None), Some(3));
        assert_eq!(accepted_step("000003", code, at(149), None), Some(3));
        assert_eq!(accepted_step("000003", code, at(150), None), None);
        assert_eq!(accepted_step("000000", code, at(0), None), Some(0));
    }
}
