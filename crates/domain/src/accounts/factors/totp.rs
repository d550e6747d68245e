//! Codes from authenticator apps (RFC 6238): six digits, a new one every 30 seconds, SHA-1 as the apps expect.

use time::OffsetDateTime;
use totp_rs::{Algorithm, Builder, Secret, Totp};

/// Seconds for which a code is shown.
const STEP: u64 = 30;
/// Tolerated clock skew of an app, in steps in either direction.
const DRIFT: u64 = 1;

const ISSUER: &str = "Educators Forum";

#[derive(Clone, PartialEq, Eq)]
pub struct TotpEnrolment {
    /// The secret in base32, to be typed.
    pub secret: String,
    /// `otpauth://…`, to be opened in an app.
    pub uri: String,
}

/// With SHA-1 and six digits, because several apps ignore other parameters in the URI.
fn totp(secret: &[u8; 20], account: &str) -> Totp {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(STEP)
        .with_secret(Secret::from(secret.as_slice()))
        .with_issuer(Some(ISSUER))
        // A colon would separate issuer and account.
        .with_account_name(account.replace(':', " "))
        .build()
        .expect("160 bits, six digits and names without a colon satisfy RFC 6238")
}

/// The code for a step, below 1,000,000.
pub(super) fn totp_code(secret: &[u8; 20], step: u64) -> u32 {
    let token = totp(secret, "code").generate(step.saturating_mul(STEP));
    token.to_string().parse().expect("six digits are a number")
}

/// The set-up data of an app that shows the codes of `secret` with the site's name and this account.
pub(super) fn totp_enrolment(secret: &[u8; 20], account: &str) -> TotpEnrolment {
    let uri = totp(secret, account).to_url().expect("an account name without a colon");
    TotpEnrolment { secret: Secret::from(secret.as_slice()).to_base32(), uri }
}

/// The step of an accepted code: the current one or one before or after it. It must be later than `last`, so that an
/// observed code cannot be replayed. `None` for a wrong code.
pub(super) fn accepted_step(
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

    const SECRET: &[u8; 20] = b"12345678901234567890";

    /// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
    #[test]
    fn codes_match_the_test_vectors_of_the_standard() {
        let table = [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ];
        for (seconds, code) in table {
            assert_eq!(totp_code(SECRET, seconds / STEP), code, "at {seconds}");
        }
    }

    #[test]
    fn an_enrolment_contains_the_secret_the_site_and_the_address() {
        let TotpEnrolment { secret, uri } = totp_enrolment(SECRET, "ana+x@school.example");
        assert_eq!(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let expected = "otpauth://totp/Educators%20Forum:ana%2Bx%40school.example\
                        ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Educators%20Forum";
        assert_eq!(uri, expected);
    }

    #[test]
    fn an_address_of_any_length_and_script_fits_into_the_uri() {
        for account in ["a:b@school.example".to_owned(), format!("{}@school.example", "é".repeat(239))] {
            assert!(totp_enrolment(SECRET, &account).uri.starts_with("otpauth://totp/Educators%20Forum:"));
        }
    }
}
