//! `POST /auth/signup`.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, Accounts, PASSWORD_MAX, PASSWORD_MIN, WeakPassword, WeakReason, check_sign_up,
};
use forum_domain::limits::MailLimits;
use forum_domain::shared::NAME_MAX;
use poem::Request;
use poem_openapi::{Enum, Object, OpenApi};

use crate::api::tag::Tag;
use crate::request::idempotency::{Key, Recorded};
use crate::request::json::Form;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, JsonResponse};
use crate::response::schema_types::{Email, Filled, Length, Text};
use crate::response::words::Word;

/// A new account.
#[derive(Object)]
pub(crate) struct SignUpRequest {
    /// The address to confirm.
    email: Email,
    /// Must meet four of the five rules of `PasswordRules`.
    password: Text<Length<PASSWORD_MIN, PASSWORD_MAX>>,
    /// The given name.
    first_name: Filled<NAME_MAX>,
    /// The family name.
    last_name: Filled<NAME_MAX>,
}

/// Always `check_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CheckEmailStatus {
    CheckEmail,
}

/// The response for every address.
#[derive(Object)]
pub(crate) struct CheckEmail {
    status: CheckEmailStatus,
}

impl CheckEmail {
    pub(crate) fn response() -> Accepted<Self> {
        JsonResponse(Self { status: CheckEmailStatus::CheckEmail })
    }
}

error_codes!(SignUpCodes: [WeakPassword], BODY, TEXT, REPEATABLE);

pub(crate) struct SignUpApi {
    pub(crate) accounts: Arc<Accounts>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl SignUpApi {
    /// Sign up
    ///
    /// Sends a confirmation email. The response is the same for new, unconfirmed and taken addresses. The user can sign
    /// in once the address is confirmed.
    #[oai(path = "/auth/signup", method = "post", operation_id = "sign_up")]
    async fn sign_up(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: Key,
        form: Form<SignUpRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<SignUpCodes>> {
        let SignUpRequest { email, password, first_name, last_name } = form.body;
        let wanted = domain::NewAccount {
            email: email.0,
            password: password.0,
            first_name: first_name.0,
            last_name: last_name.0,
        };
        check_sign_up(&wanted)?;
        let email = wanted.email.clone();
        let mail = (email.as_str(), form.raw.as_slice());
        let work = |record| self.accounts.sign_up(wanted, record);
        Ok(limits::mail(request, &key, &MailLimits::SIGN_UP, mail, work).await?)
    }
}

/// Adds the reasons and the rules.
pub(crate) fn weak_password(problem: Problem, weak: &WeakPassword) -> Problem {
    let domain::PasswordRules { lowercase, uppercase, number, symbol, length } = weak.rules;
    let reasons: Vec<Word<WeakReason>> = weak.reasons.iter().copied().map(Word::from).collect();
    let rules = PasswordRules { lowercase, uppercase, number, symbol, length };
    problem.with("reasons", &reasons).with("rules", &rules)
}

/// Which of the five password rules are met.
#[derive(Debug, Clone, Object)]
pub(crate) struct PasswordRules {
    /// A lowercase letter.
    lowercase: bool,
    /// An uppercase letter.
    uppercase: bool,
    /// A digit.
    number: bool,
    /// One of the symbols `!@#$%^&*(),.?":{}|<>`.
    symbol: bool,
    /// At least 8 characters.
    length: bool,
}
