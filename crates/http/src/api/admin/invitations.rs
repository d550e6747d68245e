//! `/admin/invitations`, and their acceptance.

use std::sync::Arc;

use forum_domain::limits::RateLimit;
use forum_domain::users::{self as domain, Invitations};
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::accounts::by_email::LinkToken;
use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading, SignedIn};
use crate::request::json::Json;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::Email;

/// An open invitation to become an administrator.
#[derive(Object)]
pub(crate) struct Invitation {
    /// Identifies the invitation.
    id: Uuid,
    /// The invited address.
    email: Email,
    /// When it was sent.
    created_at: OffsetDateTime,
    /// When its link stops working.
    expires_at: OffsetDateTime,
    /// The first and last name of the administrator who sent it.
    inviter_name: String,
}

impl From<domain::Invitation> for Invitation {
    fn from(domain::Invitation { token, inviter }: domain::Invitation) -> Self {
        Self {
            id: token.id,
            email: Email::from(&token.email),
            created_at: token.created_at,
            expires_at: token.expires_at,
            inviter_name: format!("{} {}", inviter.first, inviter.last),
        }
    }
}

/// The open invitations, newest first.
#[derive(Object)]
pub(crate) struct InvitationList {
    #[oai(flatten)]
    list: CompleteList<Invitation>,
}

/// Whom to invite.
#[derive(Object)]
pub(crate) struct InvitationRequest {
    /// The address that may accept.
    email: Email,
}

error_codes!(ListCodes: [NotFound], SIGNED_IN, ADMIN);
error_codes!(InviteCodes: [NotFound, Conflict, ReauthenticationRequired], SIGNED_IN, ADMIN, BODY, TEXT);
error_codes!(WithdrawCodes: [NotFound], SIGNED_IN, ADMIN);
error_codes!(AcceptCodes: [NotFound, TokenInvalid, Conflict, SecondFactorRequired, ReauthenticationRequired], SIGNED_IN, BODY);

pub(crate) struct InvitationsApi {
    pub(crate) invitations: Arc<Invitations>,
}

#[OpenApi(tag = "Tag::UserAdministration")]
impl InvitationsApi {
    /// List open invitations
    ///
    /// Those that were neither accepted nor withdrawn and have not expired.
    #[oai(path = "/admin/invitations", method = "get", operation_id = "list_invitations")]
    async fn list_invitations(
        &self,
        Reading(reader): Reading,
    ) -> Result<Success<InvitationList>, ApiError<ListCodes>> {
        let open = self.invitations.list(&reader).await?;
        Ok(JsonResponse(InvitationList { list: open.into_iter().map(Invitation::from).collect() }))
    }

    /// Invite an administrator
    ///
    /// Mails a link that expires in three days. Another invitation of the same address replaces it.
    #[oai(path = "/admin/invitations", method = "post", operation_id = "send_invitation")]
    async fn send_invitation(
        &self,
        Admin(admin): Admin,
        request: &Request,
        json: Json<InvitationRequest>,
    ) -> Result<Created<Invitation>, ApiError<InviteCodes>> {
        limits::user(request, &RateLimit::INVITATIONS, admin.caller().user.id).await?;
        Ok(JsonResponse(self.invitations.invite(&admin, &json.body.email.0).await?.into()))
    }

    /// Withdraw an invitation
    ///
    /// Its link stops working.
    #[oai(path = "/admin/invitations/:id", method = "delete", operation_id = "withdraw_invitation")]
    async fn withdraw_invitation(
        &self,
        Admin(admin): Admin,
        /// The id of the invitation.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<WithdrawCodes>> {
        self.invitations.withdraw(&admin, id.0).await?;
        Ok(NoContent)
    }

    /// Accept an invitation
    ///
    /// Makes the user an administrator. No effect for an administrator. The invitation must be for the address of the account, which needs a password and
    /// a second factor.
    #[oai(path = "/invitations/acceptances", method = "post", operation_id = "accept_invitation")]
    async fn accept_invitation(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<LinkToken>,
    ) -> Result<NoContent, ApiError<AcceptCodes>> {
        limits::network(request, &RateLimit::REDEMPTIONS).await?;
        self.invitations.accept(&caller, &json.body.token.0).await?;
        Ok(NoContent)
    }
}
