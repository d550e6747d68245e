//! The response to a first step: a session, or a request for the second factor.

use forum_domain::accounts::{FactorKind, FactorRequired as Required, SignInOutcome};
use forum_domain::shared::Fault;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};
use uuid::Uuid;

use crate::api::accounts::session_views::SessionView;
use crate::api::factors::web_authn::Dictionary;
use crate::response::responses::{Created, JsonResponse, Success, documented};
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// Always `factor_required`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum EntryStatus {
    FactorRequired,
}

/// A factor that can complete the sign-in.
#[derive(Object)]
pub(crate) struct FactorChoice {
    /// The `factor_id` for `POST /auth/sessions/factor`.
    id: Uuid,
    factor_type: Word<FactorKind>,
    /// The owner's name for it.
    friendly_name: String,
}

/// The account has a second factor. `POST /auth/sessions/factor` completes the sign-in.
#[derive(Object)]
pub(crate) struct FactorRequired {
    status: EntryStatus,
    /// Proves the first step.
    challenge_token: String,
    /// Seconds until the token expires.
    expires_in: i64,
    /// The verified factors of the account.
    factors: Vec<FactorChoice>,
    /// For the passkeys among them, for `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` (Web
    /// Authentication, level 3).
    options: Nullable<Dictionary>,
}

impl TryFrom<Required> for FactorRequired {
    type Error = Fault;

    fn try_from(required: Required) -> Result<Self, Fault> {
        let choice = |factor: &forum_domain::accounts::Factor| FactorChoice {
            id: factor.id,
            factor_type: factor.kind().into(),
            friendly_name: factor.friendly_name.clone(),
        };
        let options = required.options.as_deref().map(Dictionary::read).transpose()?;
        Ok(Self {
            status: EntryStatus::FactorRequired,
            challenge_token: required.challenge_token,
            expires_in: required.expires_in,
            factors: required.factors.iter().map(choice).collect(),
            options: Nullable(options),
        })
    }
}

/// 201 with a session, or 200 with the second step.
pub(crate) enum SignInResponse {
    SignedIn(Created<SessionView>),
    FactorRequired(Success<FactorRequired>),
}

impl TryFrom<SignInOutcome> for SignInResponse {
    type Error = Fault;

    fn try_from(entry: SignInOutcome) -> Result<Self, Fault> {
        Ok(match entry {
            SignInOutcome::SignedIn(signed_in) => Self::SignedIn(JsonResponse(signed_in.into())),
            SignInOutcome::FactorRequired(required) => {
                Self::FactorRequired(JsonResponse(required.try_into()?))
            }
        })
    }
}

impl IntoResponse for SignInResponse {
    fn into_response(self) -> Response {
        match self {
            Self::SignedIn(answer) => answer.into_response(),
            Self::FactorRequired(answer) => answer.into_response(),
        }
    }
}

impl ApiResponse for SignInResponse {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![documented::<FactorRequired>(200), documented::<SessionView>(201)] }
    }

    fn register(registry: &mut Registry) {
        FactorRequired::register(registry);
        SessionView::register(registry);
    }
}
