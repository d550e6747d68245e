//! `/users/me`: the caller's account.

use std::sync::Arc;

use forum_domain::accounts::{
    ChangeEmailError, ChangePasswordError, EmailChanges, NewNames, OwnAccount, PASSWORD_MAX, PASSWORD_MIN,
    ReauthenticationRefused, RenameError,
};
use forum_domain::limits::{Bucket, RateLimit};
use forum_domain::own_data::OwnDataService;
use forum_domain::shared::{FieldError, NAME_MAX};
use poem::Request;
use poem_openapi::{Object, OpenApi};

use crate::api::accounts::sign_up::CheckEmail;
use crate::api::accounts::user_views::CurrentUser;
use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::{ApiCode, Code};
use crate::response::problem::into_problem;
use crate::response::responses::{Accepted, AcceptedEmpty, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Email, Filled, Length, Optional, Text};

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
    pub(crate) own_account: Arc<OwnAccount>,
    pub(crate) email_changes: Arc<EmailChanges>,
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
        let names = NewNames { first: Text::given(first_name), last: Text::given(last_name) };
        let renamed = self.own_account.rename(&caller, names).await?;
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
        self.own_account.change_password(&caller, &current_password.0, &password.0).await?;
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
        self.email_changes.request(&caller, &email.0, password.as_deref()).await?;
        Ok(CheckEmail::answer())
    }
}

into_problem!(RenameError {
    RenameError::Invalid(invalid) => invalid,
    RenameError::Gone => Code::SessionRevoked,
    RenameError::Fault(fault) => fault,
});

into_problem!(ChangePasswordError {
    ChangePasswordError::InvalidCredentials => Code::InvalidCredentials,
    ChangePasswordError::WeakPassword(weak) => weak,
    ChangePasswordError::SamePassword =>
        FieldError::new("/password", "same_password", Code::SamePassword.sentence()),
    ChangePasswordError::Fault(fault) => fault,
});

into_problem!(ReauthenticationRefused {
    ReauthenticationRefused::InvalidCredentials => Code::InvalidCredentials,
    ReauthenticationRefused::NotFresh => Code::ReauthenticationRequired,
    ReauthenticationRefused::SessionEnded => Code::SessionRevoked,
});

into_problem!(ChangeEmailError {
    ChangeEmailError::Reauthentication(refused) => refused,
    ChangeEmailError::Invalid(invalid) => invalid,
    ChangeEmailError::Fault(fault) => fault,
});
