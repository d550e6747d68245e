//! The answer to somebody who signs in: a session, or the second step.

use forum_domain::accounts::{Entry, FactorRequired as Required};
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};

use uuid::Uuid;

use crate::answer::{Created, Success, documented};
use crate::factor_views::FactorType;
use crate::session_views::SessionView;

#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum EntryStatus {
    FactorRequired,
}

/// A factor that signing in can be finished with.
#[derive(Object)]
pub(crate) struct FactorChoice {
    id: Uuid,
    factor_type: FactorType,
    /// The owner's name for it.
    friendly_name: String,
}

/// The account has a second factor. `POST /auth/sessions/factor` finishes signing in.
#[derive(Object)]
pub(crate) struct FactorRequired {
    status: EntryStatus,
    /// Stands for the first step.
    challenge_token: String,
    /// Seconds until the token expires.
    expires_in: i64,
    factors: Vec<FactorChoice>,
}

impl From<Required> for FactorRequired {
    fn from(required: Required) -> Self {
        let choice = |factor: &forum_domain::accounts::Factor| FactorChoice {
            id: factor.id,
            factor_type: factor.kind().into(),
            friendly_name: factor.friendly_name.clone(),
        };
        Self {
            status: EntryStatus::FactorRequired,
            challenge_token: required.challenge_token,
            expires_in: required.expires_in,
            factors: required.factors.iter().map(choice).collect(),
        }
    }
}

/// 201 with a session, or 200 with the second step.
pub(crate) enum Entered {
    SignedIn(Created<SessionView>),
    FactorRequired(Success<FactorRequired>),
}

impl From<Entry> for Entered {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::SignedIn(signed_in) => Self::SignedIn(crate::answer::Answer(signed_in.into())),
            Entry::FactorRequired(required) => Self::FactorRequired(crate::answer::Answer(required.into())),
        }
    }
}

impl IntoResponse for Entered {
    fn into_response(self) -> Response {
        match self {
            Self::SignedIn(answer) => answer.into_response(),
            Self::FactorRequired(answer) => answer.into_response(),
        }
    }
}

impl ApiResponse for Entered {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![documented::<FactorRequired>(200), documented::<SessionView>(201)] }
    }

    fn register(registry: &mut Registry) {
        FactorRequired::register(registry);
        SessionView::register(registry);
    }
}
