//! Second factors as the API shows them.

use forum_domain::accounts as domain;
use poem_openapi::{Enum, Object};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::session_views::SessionView;
use crate::values::Nullable;

/// The kind of a factor.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorType {
    /// An authenticator app.
    Totp,
}

impl From<domain::FactorKind> for FactorType {
    fn from(kind: domain::FactorKind) -> Self {
        match kind {
            domain::FactorKind::Totp => Self::Totp,
        }
    }
}

/// Whether a factor counts.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorStatus {
    /// It waits for its first code and counts for nothing.
    Unverified,
    /// Signing in asks for it.
    Verified,
}

/// A second factor.
#[derive(Object)]
pub(crate) struct Factor {
    id: Uuid,
    factor_type: FactorType,
    /// The owner's name for it.
    friendly_name: String,
    status: FactorStatus,
    created_at: OffsetDateTime,
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
    items: Vec<Factor>,
    /// How many of your recovery codes still work.
    recovery_codes_left: u32,
}

impl From<domain::AccountFactors> for Factors {
    fn from(account: domain::AccountFactors) -> Self {
        let left = account.recovery.as_ref().map_or(0, domain::RecoveryCodes::left);
        Self {
            items: account.factors.iter().map(Factor::from).collect(),
            recovery_codes_left: u32::try_from(left).unwrap_or(u32::MAX),
        }
    }
}

/// What an authenticator app is set up with. Shown once.
#[derive(Object)]
pub(crate) struct EnrolledFactor {
    id: Uuid,
    /// The secret in base32, for typing.
    secret: String,
    /// The same as an `otpauth://` address, for opening in an app.
    uri: String,
    /// The address as a QR code: an SVG document.
    qr_svg: String,
}

impl From<domain::Enrolment> for EnrolledFactor {
    fn from(domain::Enrolment { id, totp }: domain::Enrolment) -> Self {
        Self { id, secret: totp.secret, uri: totp.uri, qr_svg: totp.qr_svg }
    }
}

/// A challenge to use a factor.
#[derive(Object)]
pub(crate) struct FactorChallenge {
    id: Uuid,
    expires_at: OffsetDateTime,
}

impl From<domain::Challenge> for FactorChallenge {
    fn from(challenge: domain::Challenge) -> Self {
        Self { id: challenge.id, expires_at: challenge.expires_at() }
    }
}

/// Ten codes, each of which signs in once without the authenticator. Shown once.
#[derive(Object)]
pub(crate) struct NewRecoveryCodes {
    recovery_codes: Vec<String>,
}

impl From<Vec<String>> for NewRecoveryCodes {
    fn from(recovery_codes: Vec<String>) -> Self {
        Self { recovery_codes }
    }
}

/// Your session after the use of a factor.
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
