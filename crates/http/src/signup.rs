//! `POST /auth/signup`.

use std::sync::Arc;

use forum_domain::accounts::{self as domain, SignUp, SignUpError, WeakPassword};
use poem::http::StatusCode;
use poem_openapi::{Enum, Object, OpenApi};

use crate::answer::{Accepted, Answer, Refused, refusals};
use crate::api::Tag;
use crate::json::Form;
use crate::problem::{FieldProblem, PasswordRules, Problem};

/// What the sign-up form sends.
#[derive(Object)]
pub(crate) struct SignUpRequest {
    /// The address to confirm, at most 254 characters.
    email: String,
    /// 8 to 128 characters that meet four of the five rules.
    password: String,
    /// At most 100 characters.
    first_name: String,
    /// At most 100 characters.
    last_name: String,
}

/// The one word of [`CheckEmail`].
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CheckEmailStatus {
    /// A mail is on its way, if the address is to get one.
    CheckEmail,
}

/// The answer for every address alike.
#[derive(Object)]
pub(crate) struct CheckEmail {
    status: CheckEmailStatus,
}

impl CheckEmail {
    pub(crate) fn answer() -> Accepted<Self> {
        Answer(Self { status: CheckEmailStatus::CheckEmail })
    }
}

refusals!(SignUpStatuses: [
    (422, "`weak_password` (with `reasons` and `rules`), `validation_failed`, `unknown_field` or `invalid_text`"),
], BODY);

/// The operation.
pub(crate) struct SignUpApi {
    pub(crate) sign_up: Arc<SignUp>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl SignUpApi {
    /// Sign up
    ///
    /// Sends a confirmation mail. New, unconfirmed and taken addresses are answered alike.
    #[oai(path = "/auth/signup", method = "post", operation_id = "sign_up")]
    async fn sign_up(
        &self,
        form: Form<SignUpRequest>,
    ) -> Result<Accepted<CheckEmail>, Refused<SignUpStatuses>> {
        let SignUpRequest { email, password, first_name, last_name } = form.body;
        self.sign_up.sign_up(domain::SignUpRequest { email, password, first_name, last_name }).await?;
        Ok(CheckEmail::answer())
    }
}

impl From<SignUpError> for Problem {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::Invalid(invalid) => invalid.into(),
            SignUpError::WeakPassword(weak) => weak.into(),
            SignUpError::Busy => Self::busy(),
            SignUpError::Fault(fault) => fault.into(),
        }
    }
}

impl From<WeakPassword> for Problem {
    fn from(weak: WeakPassword) -> Self {
        let (sentence, code) = (weak.sentence(), "weak_password");
        let domain::PasswordRules { lowercase, uppercase, number, symbol, length } = weak.rules;
        let error = FieldProblem { field: "/password".into(), code: code.into(), detail: sentence.into() };
        let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, sentence);
        problem.errors = Some(vec![error]);
        problem.reasons = Some(weak.reasons.iter().map(|reason| reason.as_str().to_owned()).collect());
        problem.rules = Some(PasswordRules { lowercase, uppercase, number, symbol, length });
        problem
    }
}
