//! `/users/me`: the caller's account.

use std::sync::Arc;

use forum_domain::accounts::{Accounts, Caller, PASSWORD_MAX, PASSWORD_MIN, Role, User};
use forum_domain::limits::{Bucket, RateLimit};
use forum_domain::own_data::OwnDataService;
use forum_domain::shared::NAME_MAX;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::responses::{Accepted, AcceptedEmpty, CheckEmail, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Email, Filled, Length, Optional, Text};
use crate::response::words::Word;

/// The signed-in user.
#[derive(Object)]
pub(crate) struct CurrentUser {
    /// Identifies the user.
    id: Uuid,
    /// The confirmed email address.
    email: Email,
    /// Always true, because sign-in requires a confirmed address.
    email_verified: bool,
    /// The given name.
    first_name: String,
    /// The family name.
    last_name: String,
    /// What the user may do.
    roles: Vec<Word<Role>>,
    /// When the address was confirmed.
    created_at: OffsetDateTime,
    /// Whether operations for administrators are refused with `second_factor_required` until you use a second factor in
    /// this session.
    second_factor_required: bool,
}

impl CurrentUser {
    /// The caller's own user.
    pub(crate) fn seen_by(caller: &Caller, user: User) -> Self {
        let User { id, email, name, roles, created_at, .. } = user;
        Self {
            id,
            email: Email::from(&email),
            email_verified: true,
            first_name: name.first,
            last_name: name.last,
            roles: roles.iter().map(Word::from).collect(),
            created_at,
            second_factor_required: caller.check_administrator() == Err(Code::SecondFactorRequired),
        }
    }
}

/// Proof of identity.
#[derive(Object)]
pub(crate) struct DeleteAccountRequest {
    /// Without it the session must have re-authenticated recently, as for enrolling a factor.
    current_password: Optional<Length<1, PASSWORD_MAX>>,
}

/// New names. An omitted or null name stays unchanged.
#[derive(Object)]
pub(crate) struct UpdateUserRequest {
    /// The new given name.
    first_name: Optional<Length<1, NAME_MAX>>,
    /// The new family name.
    last_name: Optional<Length<1, NAME_MAX>>,
}

/// A new password.
#[derive(Object)]
pub(crate) struct ChangePasswordRequest {
    /// The password that the new one replaces.
    current_password: Filled<PASSWORD_MAX>,
    /// Must meet four of the five rules of `PasswordRules`.
    password: Text<Length<PASSWORD_MIN, PASSWORD_MAX>>,
}

/// A new address.
#[derive(Object)]
pub(crate) struct ChangeEmailRequest {
    /// The new address.
    email: Email,
    /// Without it the session must have re-authenticated recently, as for enrolling a factor.
    current_password: Optional<Length<1, PASSWORD_MAX>>,
}

error_codes!(CurrentUserCodes: [], SIGNED_IN);
error_codes!(DeleteCodes: [InvalidCredentials, ReauthenticationRequired, LastAdmin], SIGNED_IN, BODY);
error_codes!(UpdateUserCodes: [], SIGNED_IN, BODY, TEXT);
error_codes!(ChangePasswordCodes: [InvalidCredentials, WeakPassword, SamePassword], SIGNED_IN, BODY);

error_codes!(ChangeEmailCodes: [InvalidCredentials, ReauthenticationRequired], SIGNED_IN, BODY, TEXT);

pub(crate) struct OwnAccountApi {
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) own_data: Arc<OwnDataService>,
}

#[OpenApi(tag = "Tag::Users")]
impl OwnAccountApi {
    /// Get the signed-in user
    ///
    /// Read it after every sign-in and refresh, because roles can change during a session.
    #[oai(path = "/users/me", method = "get", operation_id = "get_current_user")]
    async fn get_current_user(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<CurrentUser>, ApiError<CurrentUserCodes>> {
        Ok(JsonResponse(CurrentUser::seen_by(&caller, caller.user.clone())))
    }

    /// Change your name
    ///
    /// Returns the user as it is now.
    #[oai(path = "/users/me", method = "patch", operation_id = "update_current_user")]
    async fn update_current_user(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<UpdateUserRequest>,
    ) -> Result<Success<CurrentUser>, ApiError<UpdateUserCodes>> {
        limits::user(request, &RateLimit::RENAMES, caller.user.id).await?;
        let UpdateUserRequest { first_name, last_name } = json.body;
        let (first, last) = (Text::given(first_name), Text::given(last_name));
        let renamed = self.accounts.rename(&caller, first, last).await?;
        Ok(JsonResponse(CurrentUser::seen_by(&caller, renamed)))
    }

    /// Delete your account
    ///
    /// This cannot be undone. You are signed out everywhere, a pending application is withdrawn, and your photos are
    /// deleted within seconds. Decided applications stay in the site's statistics without your name and answers.
    #[oai(path = "/users/me", method = "delete", operation_id = "delete_current_user")]
    async fn delete_current_user(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<DeleteAccountRequest>,
    ) -> Result<AcceptedEmpty, ApiError<DeleteCodes>> {
        limits::user(request, &RateLimit::PASSWORDS_OF_USER, caller.user.id).await?;
        let password = Text::given(json.body.current_password);
        self.own_data.delete_account(&caller, password.as_deref()).await?;
        Ok(AcceptedEmpty)
    }

    /// Change your password
    ///
    /// Ends all your other sessions and notifies you by email.
    #[oai(path = "/users/me/password", method = "put", operation_id = "change_password")]
    async fn change_password(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<ChangePasswordRequest>,
    ) -> Result<NoContent, ApiError<ChangePasswordCodes>> {
        limits::user(request, &RateLimit::PASSWORDS_OF_USER, caller.user.id).await?;
        let ChangePasswordRequest { current_password, password } = json.body;
        self.accounts.change_password(&caller, &current_password.0, &password.0).await?;
        Ok(NoContent)
    }

    /// Change your email address
    ///
    /// Sends one link to the current address and one to the new address. The address changes once both are confirmed
    /// with `POST /auth/verifications`, in either order and within an hour. You stay signed in. For seven days a link
    /// mailed to the old address can restore it. The response is the same for every new address. A later request
    /// replaces an earlier one.
    #[oai(path = "/users/me/email", method = "put", operation_id = "change_email")]
    async fn change_email(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<ChangeEmailRequest>,
    ) -> Result<Accepted<CheckEmail>, ApiError<ChangeEmailCodes>> {
        let ChangeEmailRequest { email, current_password } = json.body;
        let buckets = [
            Bucket::of_user(&RateLimit::PASSWORDS_OF_USER, caller.user.id),
            Bucket::of_address(&RateLimit::CHANGE_MAILS, &email.0),
        ];
        limits::limits(request)?.count(buckets).await?;
        let password = Text::given(current_password);
        self.accounts.change_email(&caller, &email.0, password.as_deref()).await?;
        Ok(CheckEmail::response())
    }
}
