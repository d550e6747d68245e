//! `/admin/users`: users, their roles, sessions and factors, and disabled accounts.

use std::sync::Arc;

use forum_domain::accounts::{FactorKind, Role};
use forum_domain::applications::Status;
use forum_domain::idempotency::KeyedRequest;
use forum_domain::limits::RateLimit;
use forum_domain::shared::{Order, SEARCH_MAX};
use forum_domain::users::{
    self as domain, AccountState, Actor, REASON_MAX, UserAdministration, UserChange, UserFilter, UserSort,
};
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::{Form, OptionalJson};
use crate::request::limits;
use crate::request::list::{self, Cursor, Limit, Offset, Page, descending, search_text};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{AcceptedEmpty, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Email, Filled, Kind, Length, Nullable, Optional, Text, choice};
use crate::response::words::Word;

/// A user in the list.
#[derive(Object)]
pub(crate) struct UserSummary {
    /// Identifies the user.
    id: Uuid,
    /// The email address. Confirmed unless `state` is `unverified`.
    email: Email,
    /// The given name.
    first_name: String,
    /// The family name.
    last_name: String,
    /// What the user may do.
    roles: Vec<Word<Role>>,
    state: Word<AccountState>,
    /// When the address was confirmed, or until then when the user signed up.
    created_at: OffsetDateTime,
    /// When an administrator disabled the account. Null if it is enabled.
    disabled_at: Nullable<OffsetDateTime>,
    /// When the user last signed in. Null if never.
    last_sign_in_at: Nullable<OffsetDateTime>,
    /// The newest application of the user. Null if there is none.
    application_id: Nullable<Uuid>,
}

impl From<domain::UserSummary> for UserSummary {
    fn from(summary: domain::UserSummary) -> Self {
        let state = summary.state().into();
        let domain::UserSummary { user, last_sign_in_at, application_id, is_verified: _ } = summary;
        Self {
            state,
            application_id: Nullable(application_id),
            id: user.id,
            email: Email::from(&user.email),
            first_name: user.name.first,
            last_name: user.name.last,
            roles: user.roles.iter().map(Word::from).collect(),
            created_at: user.created_at,
            disabled_at: Nullable(user.disabled_at),
            last_sign_in_at: Nullable(last_sign_in_at),
        }
    }
}

/// A page of the list of users.
#[derive(Object)]
pub(crate) struct UserPage {
    #[oai(flatten)]
    page: Page<UserSummary>,
    /// Whether `total` is exact. Counting stops at 10,000 users unless the page contains the last one: then `total` is
    /// 10000 and this is false.
    total_is_exact: bool,
}

/// An application that the user submitted.
#[derive(Object)]
pub(crate) struct UserApplication {
    /// Identifies the application.
    id: Uuid,
    status: Word<Status>,
}

/// A user with applications and sessions.
#[derive(Object)]
pub(crate) struct UserDetail {
    #[oai(flatten)]
    user: UserSummary,
    /// Their applications, newest submitted first.
    applications: Vec<UserApplication>,
    /// The number of their active sessions.
    sessions: u64,
    /// The kinds of the second factors that sign-in asks for.
    factors: Vec<Word<FactorKind>>,
}

impl From<domain::UserDetail> for UserDetail {
    fn from(detail: domain::UserDetail) -> Self {
        let application = |(id, status): (_, Status)| UserApplication { id, status: status.into() };
        Self {
            user: detail.summary.into(),
            applications: detail.applications.into_iter().map(application).collect(),
            sessions: detail.sessions,
            factors: detail.factors.into_iter().map(Word).collect(),
        }
    }
}

/// The name of a role in a path; the operation checks it.
pub(crate) struct RoleKind;

impl Kind for RoleKind {
    fn schema() -> MetaSchema {
        choice(Role::ALL.map(Role::as_str), None)
    }
}

/// The reason for the change, for the audit log. The user never sees it.
#[derive(Object)]
pub(crate) struct ReasonRequest {
    /// Recorded in the audit log. The user never sees it.
    reason: Optional<Length<0, REASON_MAX>>,
}

/// The reason for the act, for the audit log. The user never sees it.
#[derive(Object)]
pub(crate) struct RequiredReason {
    /// Recorded in the audit log. The user never sees it.
    reason: Filled<REASON_MAX>,
}

error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(ReadCodes: [NotFound], SIGNED_IN, ADMIN);
error_codes!(GrantCodes: [ReauthenticationRequired, NotFound, OwnRoles, UnknownRole], SIGNED_IN, ADMIN, BODY, TEXT);
error_codes!(RevokeCodes: [ReauthenticationRequired, NotFound, OwnRoles, LastAdmin, UnknownRole], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(DisableCodes: [ReauthenticationRequired, NotFound, LastAdmin], SIGNED_IN, ADMIN, BODY, TEXT);
error_codes!(EnableCodes: [ReauthenticationRequired, NotFound], SIGNED_IN, ADMIN, BODY, TEXT);
error_codes!(EndCodes: [ReauthenticationRequired, NotFound], SIGNED_IN, ADMIN);
error_codes!(FactorsCodes: [ReauthenticationRequired, NotFound], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(
    ResendCodes: [ReauthenticationRequired, NotFound, Conflict],
    SIGNED_IN,
    ADMIN,
    KEY,
    REPEATABLE
);

pub(crate) struct AdminUsersApi {
    pub(crate) users: Arc<UserAdministration>,
}

#[OpenApi(prefix_path = "/admin/users", tag = "Tag::UserAdministration")]
impl AdminUsersApi {
    /// List users
    ///
    /// A page of the users who match the filter, including disabled users. Users with an unconfirmed address are listed by
    /// `state=unverified`.
    #[oai(path = "/", method = "get", operation_id = "list_users")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn list_users(
        &self,
        Reading(reader): Reading,
        /// Only users with this role.
        role: Query<Option<Word<Role>>>,
        /// Only users in this state. Without it, all with a confirmed address.
        state: Query<Option<Word<AccountState>>>,
        /// Only users in whose name or email address each of these words occurs, in any order. Case, accents and
        /// apostrophes are ignored. A word of one or two characters must begin a word.
        q: Query<Option<Text<Length<0, SEARCH_MAX>>>>,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
        /// `created_at` is when the address was confirmed; `name` sorts by last name, then by first name.
        #[oai(default)]
        sort: Query<Word<UserSort>>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<Word<Order>>,
    ) -> Result<Success<UserPage>, ApiError<ListCodes>> {
        let query = search_text(q.0.as_ref().map(|text| &*text.0))?;
        let (role, state) = (role.0.map(|word| word.0), state.0.map(|word| word.0));
        let filter = UserFilter { role, state, query };
        let page = list::list_page(limit, offset, cursor, |page| filter.page(page, sort.0.0, order.0.0))?;
        let listing = self.users.list(&reader, filter, page).await?;
        Ok(JsonResponse(UserPage {
            total_is_exact: listing.total_is_exact,
            page: Page::of(listing, UserSummary::from),
        }))
    }

    /// Get a user
    ///
    /// The user, the ids and statuses of their applications, and the number of their active sessions.
    #[oai(path = "/:id", method = "get", operation_id = "get_user")]
    async fn get_user(
        &self,
        Reading(reader): Reading,
        /// The id of the user.
        id: Path<Uuid>,
    ) -> Result<Success<UserDetail>, ApiError<ReadCodes>> {
        Ok(JsonResponse(self.users.read(&reader, id.0).await?.into()))
    }

    /// Grant a role
    ///
    /// Takes effect with the user's next request. No effect if the user already has the role. Administrators cannot
    /// change their own roles. Your session must be fresh.
    #[oai(path = "/:id/roles/:role", method = "put", operation_id = "grant_role")]
    async fn grant_role(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
        /// The role to grant.
        role: Path<Text<RoleKind>>,
        OptionalJson(request): OptionalJson<ReasonRequest>,
    ) -> Result<Success<UserSummary>, ApiError<GrantCodes>> {
        let change = UserChange::Grant(known(&role.0)?);
        let reason = Text::given(request.reason);
        let user = self.users.change(Actor::Administrator(&admin), id.0, change, reason.as_deref()).await?;
        Ok(JsonResponse(user.into()))
    }

    /// Revoke a role
    ///
    /// Takes effect with the user's next request. No effect if the user does not have the role. Administrators cannot
    /// change their own roles, and at least one enabled administrator always remains. Your session must be fresh.
    #[oai(path = "/:id/roles/:role", method = "delete", operation_id = "revoke_role")]
    async fn revoke_role(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
        /// The role to revoke.
        role: Path<Text<RoleKind>>,
        /// The reason, for the audit log. The user never sees it.
        reason: Query<Option<Text<Length<0, REASON_MAX>>>>,
    ) -> Result<NoContent, ApiError<RevokeCodes>> {
        let change = UserChange::Revoke(known(&role.0)?);
        let reason = Text::given(reason.0);
        self.users.change(Actor::Administrator(&admin), id.0, change, reason.as_deref()).await?;
        Ok(NoContent)
    }

    /// Disable an account
    ///
    /// Ends all sessions of the user and blocks sign-in. No effect if the account is already disabled. At least one
    /// enabled administrator always remains. Your session must be fresh.
    #[oai(path = "/:id/disable", method = "post", operation_id = "disable_user")]
    async fn disable_user(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
        json: Form<RequiredReason>,
    ) -> Result<NoContent, ApiError<DisableCodes>> {
        let reason = json.body.reason.0;
        self.users.change(Actor::Administrator(&admin), id.0, UserChange::Disable, Some(&reason)).await?;
        Ok(NoContent)
    }

    /// Enable an account
    ///
    /// The user can sign in again. Earlier sessions stay ended. No effect if the account is already enabled. Your session
    /// must be fresh.
    #[oai(path = "/:id/enable", method = "post", operation_id = "enable_user")]
    async fn enable_user(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
        OptionalJson(request): OptionalJson<ReasonRequest>,
    ) -> Result<NoContent, ApiError<EnableCodes>> {
        let reason = Text::given(request.reason);
        self.users.change(Actor::Administrator(&admin), id.0, UserChange::Enable, reason.as_deref()).await?;
        Ok(NoContent)
    }

    /// End the sessions of a user
    ///
    /// Signs the user out everywhere. Your session must be fresh.
    #[oai(path = "/:id/sessions", method = "delete", operation_id = "end_user_sessions")]
    async fn end_user_sessions(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<EndCodes>> {
        self.users.change(Actor::Administrator(&admin), id.0, UserChange::EndSessions, None).await?;
        Ok(NoContent)
    }

    /// Remove the second factors of a user
    ///
    /// For a user who has lost them, and whose identity you have verified by other means. Removes all factors and recovery
    /// codes, and ends the sessions that they proved. Your session must be fresh.
    #[oai(path = "/:id/factors", method = "delete", operation_id = "remove_user_factors")]
    async fn remove_user_factors(
        &self,
        Admin(admin): Admin,
        /// The id of the user.
        id: Path<Uuid>,
        /// The reason, for the audit log. The user never sees it.
        reason: Query<Filled<REASON_MAX>>,
    ) -> Result<NoContent, ApiError<FactorsCodes>> {
        let (change, reason) = (UserChange::RemoveFactors, reason.0.0);
        self.users.change(Actor::Administrator(&admin), id.0, change, Some(&reason)).await?;
        Ok(NoContent)
    }

    /// Send a confirmation email again
    ///
    /// To a user who has not confirmed the address. Your session must be fresh.
    #[oai(path = "/:id/verification-mail", method = "post", operation_id = "resend_user_verification")]
    async fn resend_user_verification(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// The id of the user.
        id: Path<Uuid>,
    ) -> Result<Recorded<AcceptedEmpty>, ApiError<ResendCodes>> {
        let user_id = admin.caller().user.id;
        let act = |key: Option<KeyedRequest<()>>| async {
            limits::user(request, &RateLimit::CONFIRMATIONS_AGAIN, user_id).await?;
            self.users.resend_confirmation(Actor::Administrator(&admin), id.0, key).await?;
            Ok::<_, Problem>(())
        };
        Ok(key.once(user_id, &[], |()| AcceptedEmpty, act).await?)
    }
}

fn known(role: &Text<RoleKind>) -> Result<Role, Code> {
    Role::parse(&role.0).ok_or(Code::UnknownRole)
}
