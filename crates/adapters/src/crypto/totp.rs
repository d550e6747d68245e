//! Codes from authenticator apps (RFC 6238, with `totp-rs`), and the enrolment of an app: its secret as text, as an
//! `otpauth://` URI and as a QR code of that URI.

use fast_qr::convert::svg::SvgBuilder;
use fast_qr::qr::QRBuilder;
use forum_domain::accounts::{STEP, TotpCodes, TotpEnrolment};
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::mail::ORGANISATION;

/// [`TotpCodes`] with SHA-1 and six digits, because several apps ignore other parameters in the URI.
pub struct AppTotp;

fn totp(secret: &[u8; 20], account: &str) -> Totp {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(STEP)
        .with_secret(Secret::from(secret.as_slice()))
        .with_issuer(Some(ORGANISATION))
        // A colon would separate issuer and account.
        .with_account_name(account.replace(':', " "))
        .build()
        .expect("160 bits, six digits and names without a colon satisfy RFC 6238")
}

impl TotpCodes for AppTotp {
    fn code(&self, secret: &[u8; 20], step: u64) -> u32 {
        let token = totp(secret, "code").generate(step.saturating_mul(STEP));
        token.to_string().parse().expect("six digits are a number")
    }

    fn enrolment(&self, secret: &[u8; 20], account: &str) -> TotpEnrolment {
        let totp = totp(secret, account);
        let uri = totp.to_url().expect("an account name without a colon");
        let qr = QRBuilder::new(uri.as_str()).build().expect("a URI within the capacity of a QR code");
        TotpEnrolment {
            secret: Secret::from(secret.as_slice()).to_base32(),
            qr_svg: SvgBuilder::default().to_str(&qr),
            uri,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(AppTotp.code(SECRET, seconds / STEP), code, "at {seconds}");
        }
    }

    #[test]
    fn an_enrolment_contains_the_secret_the_site_and_the_address() {
        let TotpEnrolment { secret, uri, qr_svg } = AppTotp.enrolment(SECRET, "ana+x@school.example");
        assert_eq!(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let expected = "otpauth://totp/Educators%20Forum:ana%2Bx%40school.example\
                        ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Educators%20Forum";
        assert_eq!(uri, expected);
        assert!(qr_svg.starts_with("<svg ") && qr_svg.ends_with("</svg>") && !qr_svg.contains("script"));
    }

    #[test]
    fn an_address_of_any_length_and_script_fits_into_the_uri() {
        for account in ["a:b@school.example".to_owned(), format!("{}@school.example", "é".repeat(239))] {
            assert!(AppTotp.enrolment(SECRET, &account).uri.starts_with("otpauth://totp/Educators%20Forum:"));
        }
    }
}
