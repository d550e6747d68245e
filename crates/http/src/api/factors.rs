//! `/auth/factors`: the caller's second factors.

pub(crate) mod web_authn;

use std::sync::Arc;

use fast_qr::convert::svg::SvgBuilder;
use fast_qr::qr::QRBuilder;
use forum_domain::accounts::{self as domain, FACTOR_NAME_MAX, FactorAnswer, FactorKind, Sessions};
use forum_domain::limits::RateLimit;
use forum_domain::shared::{Fault, FieldError};
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Enum, Object, OpenApi, Union};
use time::OffsetDateTime;
use uuid::Uuid;

use self::web_authn::{Dictionary, OptionalDictionary};
use crate::api::accounts::by_email::CodeKind;
use crate::api::sessions::session::SessionView;
use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::json::Json;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Filled, IdKind, Length, Nullable, Optional, Text};
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

/// A factor to enrol.
#[derive(Object)]
pub(crate) struct EnrolFactorRequest {
    factor_type: Word<FactorKind>,
    /// Your name for it. Defaults to `Authenticator app` or `Passkey`.
    friendly_name: Optional<Length<0, FACTOR_NAME_MAX>>,
}

/// A new name.
#[derive(Object)]
pub(crate) struct RenameFactorRequest {
    /// The new name. Only you see it.
    friendly_name: Filled<FACTOR_NAME_MAX>,
}

/// The answer to a challenge: `code`, or for a passkey `credential`.
#[derive(Object)]
pub(crate) struct VerifyFactorRequest {
    /// Which challenge this answers.
    challenge_id: Text<IdKind>,
    /// The code that the app shows.
    code: Optional<CodeKind>,
    /// The JSON of the `PublicKeyCredential` that the browser returned.
    credential: OptionalDictionary,
}

error_codes!(ListFactorsCodes: [], SIGNED_IN);
error_codes!(EnrolCodes: [ReauthenticationRequired, TooManyFactors], SIGNED_IN, BODY, TEXT);
error_codes!(ChallengeCodes: [NotFound], SIGNED_IN);
error_codes!(VerifyCodes: [
    ChallengeExpired, CodeInvalid, CredentialInvalid, ReauthenticationRequired, NotFound,
], SIGNED_IN, BODY);
error_codes!(RenameCodes: [ReauthenticationRequired, NotFound], SIGNED_IN, BODY, TEXT);
error_codes!(RemoveCodes: [ReauthenticationRequired, NotFound, LastWayIn], SIGNED_IN);
error_codes!(RecoveryCodesCodes: [ReauthenticationRequired, NotFound], SIGNED_IN);

pub(crate) struct FactorsApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi(tag = "Tag::Factors")]
impl FactorsApi {
    /// List your factors
    ///
    /// Oldest first, with the number of unused recovery codes.
    #[oai(path = "/auth/factors", method = "get", operation_id = "list_factors")]
    async fn list_factors(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<Factors>, ApiError<ListFactorsCodes>> {
        Ok(JsonResponse(self.sessions.list_factors(&caller).await.map_err(Problem::of_own_account)?.into()))
    }

    /// Start enrolling a factor
    ///
    /// The factor is active once its code or the new passkey is verified. Starting again discards an unverified factor
    /// of the same type. Requires recent authentication: your password within the last ten minutes and, with a verified
    /// factor, a session that has used one. For accounts without a password or factors, any sign-in within the last ten
    /// minutes suffices.
    #[oai(path = "/auth/factors", method = "post", operation_id = "enrol_factor")]
    async fn enrol_factor(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<EnrolFactorRequest>,
    ) -> Result<Created<EnrolledFactor>, ApiError<EnrolCodes>> {
        limits::user(request, &RateLimit::SECURITY_CHANGES, caller.user.id).await?;
        let EnrolFactorRequest { factor_type, friendly_name } = json.body;
        let name = Text::given(friendly_name);
        let enrolled = self.sessions.enrol_factor(&caller, factor_type.0, name.as_deref()).await;
        Ok(JsonResponse(enrolled.map_err(Problem::of_own_account)?.try_into()?))
    }

    /// Create a challenge
    ///
    /// It expires after five minutes or five wrong answers.
    #[oai(path = "/auth/factors/:id/challenges", method = "post", operation_id = "challenge_factor")]
    async fn challenge_factor(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The id of the factor.
        id: Path<Uuid>,
    ) -> Result<Created<FactorChallenge>, ApiError<ChallengeCodes>> {
        limits::user(request, &RateLimit::CHALLENGES, caller.user.id).await?;
        Ok(JsonResponse(self.sessions.challenge_factor(&caller, id.0).await?.try_into()?))
    }

    /// Answer a challenge
    ///
    /// Completes the enrolment of a factor, which requires recent authentication as starting it does, and raises your
    /// session to `aal2`. Your first factor comes with ten recovery codes, ends your other sessions and discards other
    /// unfinished enrolments.
    #[oai(path = "/auth/factors/:id/verifications", method = "post", operation_id = "verify_factor")]
    async fn verify_factor(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The id of the factor.
        id: Path<Uuid>,
        json: Json<VerifyFactorRequest>,
    ) -> Result<Success<VerifiedFactor>, ApiError<VerifyCodes>> {
        let VerifyFactorRequest { challenge_id, code, credential } = json.body;
        let answer = match (Text::given(code), Dictionary::given(credential)) {
            (Some(code), None) => FactorAnswer::Code { factor_id: id.0, code },
            (None, Some(credential)) => FactorAnswer::Credential(credential),
            _ => return Err(FieldError::new("/code", "required", "Send code or credential.").into()),
        };
        let guessable = answer.can_be_guessed();
        let verifying = self.sessions.verify_factor(&caller, id.0, challenge_id.id(), answer);
        let limits = limits::limits(request)?;
        let verified = limits.count_wrong_codes(caller.user.id, guessable, None, verifying).await?;
        Ok(JsonResponse(verified.into()))
    }

    /// Rename a factor
    ///
    /// Requires recent authentication.
    #[oai(path = "/auth/factors/:id", method = "patch", operation_id = "rename_factor")]
    async fn rename_factor(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The id of the factor.
        id: Path<Uuid>,
        json: Json<RenameFactorRequest>,
    ) -> Result<Success<Factor>, ApiError<RenameCodes>> {
        limits::user(request, &RateLimit::SECURITY_CHANGES, caller.user.id).await?;
        Ok(JsonResponse(
            (&self.sessions.rename_factor(&caller, id.0, &json.body.friendly_name.0).await?).into(),
        ))
    }

    /// Remove a factor
    ///
    /// Requires recent authentication. You are notified by email. Sessions that only this factor proved end, yours
    /// included. Removing the last verified factor removes your recovery codes. The last passkey cannot be removed from
    /// an account without a password or identities.
    #[oai(path = "/auth/factors/:id", method = "delete", operation_id = "remove_factor")]
    async fn remove_factor(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The id of the factor.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<RemoveCodes>> {
        limits::user(request, &RateLimit::SECURITY_CHANGES, caller.user.id).await?;
        self.sessions.remove_factor(&caller, id.0).await?;
        Ok(NoContent)
    }

    /// Create new recovery codes
    ///
    /// Requires recent authentication and a verified factor. The earlier codes stop working.
    #[oai(path = "/auth/factors/recovery-codes", method = "post", operation_id = "create_recovery_codes")]
    async fn create_recovery_codes(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
    ) -> Result<Created<NewRecoveryCodes>, ApiError<RecoveryCodesCodes>> {
        limits::user(request, &RateLimit::SECURITY_CHANGES, caller.user.id).await?;
        let recovery_codes = self.sessions.create_recovery_codes(&caller).await?;
        Ok(JsonResponse(NewRecoveryCodes { recovery_codes }))
    }
}
