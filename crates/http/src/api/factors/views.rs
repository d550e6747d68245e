//! JSON representations of second factors.

use fast_qr::convert::svg::SvgBuilder;
use fast_qr::qr::QRBuilder;
use forum_domain::accounts as domain;
use forum_domain::accounts::FactorKind;
use forum_domain::shared::Fault;
use poem_openapi::{Enum, Object, Union};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::accounts::session_views::SessionView;
use crate::api::factors::web_authn::Dictionary;
use crate::request::list::CompleteList;
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// Whether a factor is verified.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorStatus {
    /// It has not been used yet and is ignored at sign-in.
    Unverified,
    /// Signing in asks for it.
    Verified,
}

/// A second factor.
#[derive(Object)]
pub(crate) struct Factor {
    /// Identifies the factor.
    id: Uuid,
    factor_type: Word<FactorKind>,
    /// The owner's name for it.
    friendly_name: String,
    status: FactorStatus,
    /// When its enrolment started.
    created_at: OffsetDateTime,
    /// When it was last used. Null if it has not been used.
    last_used_at: Nullable<OffsetDateTime>,
}

impl From<&domain::Factor> for Factor {
    fn from(factor: &domain::Factor) -> Self {
        Self {
            id: factor.id,
            factor_type: factor.kind().into(),
            friendly_name: factor.friendly_name.clone(),
            status: if factor.is_verified() { FactorStatus::Verified } else { FactorStatus::Unverified },
            created_at: factor.created_at,
            last_used_at: Nullable(factor.last_used_at),
        }
    }
}

/// Your factors, oldest first.
#[derive(Object)]
pub(crate) struct Factors {
    #[oai(flatten)]
    list: CompleteList<Factor>,
    /// Number of unused recovery codes.
    recovery_codes_left: u32,
}

impl From<domain::AccountSecurity> for Factors {
    fn from(account: domain::AccountSecurity) -> Self {
        let left = account.recovery.as_ref().map_or(0, domain::RecoveryCodes::left);
        Self {
            list: account.factors.iter().map(Factor::from).collect(),
            recovery_codes_left: u32::try_from(left).unwrap_or(u32::MAX),
        }
    }
}

/// A factor that is not verified yet.
#[derive(Union)]
#[oai(one_of)]
pub(crate) enum EnrolledFactor {
    App(EnrolledApp),
    Passkey(EnrolledPasskey),
}

/// The secret for an authenticator app. Shown once.
#[derive(Object)]
pub(crate) struct EnrolledApp {
    /// Identifies the new factor.
    id: Uuid,
    /// The secret in base32, for typing.
    secret: String,
    /// The secret as an `otpauth://` URI.
    uri: String,
    /// The URI as a QR code, an SVG document.
    qr_svg: String,
}

/// The options for creating a passkey.
#[derive(Object)]
pub(crate) struct EnrolledPasskey {
    /// Identifies the new factor.
    id: Uuid,
    /// The challenge for the new passkey. Another can be created for the same factor.
    challenge_id: Uuid,
    /// When the challenge expires.
    expires_at: OffsetDateTime,
    /// For `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON` (Web Authentication, level 3).
    options: Dictionary,
}

impl TryFrom<domain::Enrolment> for EnrolledFactor {
    type Error = Fault;

    fn try_from(enrolment: domain::Enrolment) -> Result<Self, Fault> {
        Ok(match enrolment {
            domain::Enrolment::Totp { id, set_up } => {
                let domain::TotpEnrolment { secret, uri } = set_up;
                Self::App(EnrolledApp { id, secret, qr_svg: qr_svg(&uri)?, uri })
            }
            domain::Enrolment::Passkey { id, challenge, options } => Self::Passkey(EnrolledPasskey {
                id,
                challenge_id: challenge.id,
                expires_at: challenge.expires_at(),
                options: Dictionary::read(&options)?,
            }),
        })
    }
}

fn qr_svg(uri: &str) -> Result<String, Fault> {
    let qr = QRBuilder::new(uri).build().map_err(|error| Fault::Bug(error.to_string()))?;
    Ok(SvgBuilder::default().to_str(&qr))
}

/// A challenge to use a factor.
#[derive(Object)]
pub(crate) struct FactorChallenge {
    /// The `challenge_id` of the answer.
    id: Uuid,
    /// When the challenge expires.
    expires_at: OffsetDateTime,
    /// For a passkey: the options of `navigator.credentials.get` or, before it is verified,
    /// `navigator.credentials.create`.
    options: Nullable<Dictionary>,
}

impl TryFrom<domain::FactorChallenge> for FactorChallenge {
    type Error = Fault;

    fn try_from(
        domain::FactorChallenge { challenge, options }: domain::FactorChallenge,
    ) -> Result<Self, Fault> {
        let options = options.as_deref().map(Dictionary::read).transpose()?;
        Ok(Self { id: challenge.id, expires_at: challenge.expires_at(), options: Nullable(options) })
    }
}

/// Ten single-use codes that replace the authenticator. Shown once.
#[derive(Object)]
pub(crate) struct NewRecoveryCodes {
    /// Each code signs in once in place of a factor.
    recovery_codes: Vec<String>,
}

impl From<Vec<String>> for NewRecoveryCodes {
    fn from(recovery_codes: Vec<String>) -> Self {
        Self { recovery_codes }
    }
}

/// Your session after verifying a factor.
#[derive(Object)]
pub(crate) struct VerifiedFactor {
    #[oai(flatten)]
    session: SessionView,
    /// Ten recovery codes if this was your first factor. Shown once.
    recovery_codes: Nullable<Vec<String>>,
}

impl From<domain::VerifiedFactor> for VerifiedFactor {
    fn from(domain::VerifiedFactor { signed_in, recovery_codes }: domain::VerifiedFactor) -> Self {
        Self { session: signed_in.into(), recovery_codes: Nullable(recovery_codes) }
    }
}
