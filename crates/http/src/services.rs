//! The use cases that the API calls; the program builds them.

use std::sync::Arc;

use forum_domain::accounts::{
    Access, CodeFlow, EmailChanges, FactorSignIn, IdentitySignIn, IdentityVerifier, OwnAccount, OwnFactors,
    OwnIdentities, PasskeySignIn, Recovery, Sessions, SignInCodes, SignUp, Verification,
};
use forum_domain::applications::{ChangeRequests, Drafts, Review, SubmitApplication, Viewers};
use forum_domain::audit::AuditLog;
use forum_domain::events::Events;
use forum_domain::headshots::Headshots;
use forum_domain::idempotency::IdempotentRequests;
use forum_domain::limits::Limits;
use forum_domain::mail_administration::{EmailMessages, EmailTemplates};
use forum_domain::notes::Notes;
use forum_domain::own_data::OwnDataService;
use forum_domain::shared::IdSource;
use forum_domain::users::UserAdministration;

use crate::readiness::Readiness;

#[derive(Clone)]
pub struct Services {
    pub sign_up: Arc<SignUp>,
    pub verification: Arc<Verification>,
    pub recovery: Arc<Recovery>,
    pub sign_in_codes: Arc<SignInCodes>,
    pub sessions: Arc<Sessions>,
    pub own_factors: Arc<OwnFactors>,
    pub factor_sign_in: Arc<FactorSignIn>,
    pub passkey_sign_in: Arc<PasskeySignIn>,
    pub code_flow: Arc<CodeFlow>,
    pub identity_verifier: Arc<IdentityVerifier>,
    pub identity_sign_in: Arc<IdentitySignIn>,
    pub own_identities: Arc<OwnIdentities>,
    pub own_account: Arc<OwnAccount>,
    pub email_changes: Arc<EmailChanges>,
    pub own_data: Arc<OwnDataService>,
    pub access: Arc<Access>,
    pub applications: Arc<SubmitApplication>,
    pub change_requests: Arc<ChangeRequests>,
    pub drafts: Arc<Drafts>,
    pub review: Arc<Review>,
    pub notes: Arc<Notes>,
    pub viewers: Arc<Viewers>,
    pub headshots: Arc<Headshots>,
    pub limits: Arc<Limits>,
    pub requests: Arc<IdempotentRequests>,
    pub users: Arc<UserAdministration>,
    pub email_templates: Arc<EmailTemplates>,
    pub email_messages: Arc<EmailMessages>,
    pub audit: Arc<dyn AuditLog>,
    pub events: Arc<Events>,
    pub ids: Arc<dyn IdSource>,
    pub readiness: Arc<dyn Readiness>,
}
