//! Accounts: identity (addresses, names, passwords, roles), account creation (sign-up and confirmation), and sessions.

mod access;
mod account_store;
mod administration;
mod assurance;
mod change_email;
mod code_flow;
mod email_change;
mod email_change_request;
mod email_change_store;
mod email_restore;
mod factor_sign_in;
mod factors;
mod flow_tokens;
mod identities;
mod identity_sign_in;
mod identity_verifier;
mod mail_links;
mod new_device;
mod one_time_token;
mod open_session;
mod own_account;
mod own_factors;
mod own_identities;
mod passkey_sign_in;
mod password;
mod password_hasher;
mod password_reset;
mod profile_store;
mod reauthentication;
mod recovery;
mod redeem_change;
mod redemption;
mod refresh_token;
mod registration;
mod roles;
mod secret_deriver;
mod session;
mod session_store;
mod sign_in;
mod sign_in_codes;
mod sign_in_flow;
mod sign_in_record;
mod sign_up;
mod token_issuer;
mod verification;
mod verified;
mod wallets;

pub use access::{Access, AccessError, AdminFactor, Administrator, Caller, NotAdministrator};
pub use account_store::{
    AccountStore, AddressOwner, NewUserError, RedeemStep, RegistrationDraft, RegistrationStep, ResetError,
    ResetStep, TokenSelector, VerifyError,
};
pub use administration::{AdminAccounts, CreateAdminError, NewAdmin};
pub use assurance::{Assurance, Method, Proof, assurance, with_proof};
pub use change_email::{EmailChanges, EmailChangesPorts};
pub use code_flow::{AuthCodeError, CallbackError, CodeFlow, CodeFlowPorts, ProviderAnswer};
pub use email_change::{ChangeUse, EmailChange, PresentedChange, SUSPECT_FOR, Side, UsedChangeIds};
pub use email_change_request::{
    ChangeEmailError, ChangeIds, ChangeRequest, ChangeResend, Requesting, WaitingChange, request_change,
    resend_change,
};
pub use email_change_store::{EmailChangeStore, RedeemChangeStep, RequestChangeStep, ResendChangeStep};
pub use factor_sign_in::{FactorSignIn, FactorSignInPorts};
#[cfg(test)]
pub(crate) use factors::testing;
pub use factors::{
    AccountSecurity, AccountSecurityStore, Answer, Authenticator, CHALLENGE_LIFETIME, CHALLENGE_TRIES,
    Ceremony, Challenge, ChallengePurpose, CredentialClaim, FACTOR_NAME_MAX, FACTORS_MAX, FRESH_FOR, Factor,
    FactorKind, PasskeyRecord, Passkeys, RECOVERY_CODES, RecoveryCodes, STEP, SecurityChange, SecurityError,
    SecurityQuery, SecurityRefused, SecurityStep, TotpCodes, TotpEnrolment, Verdict, fresh_session,
};
pub use identities::{
    AuthorizationRequest, CodeChallenges, CodeRedemption, IdTokenRefused, Identity, IdentityProviders,
    IdentityStore, NewIdentityError, ProvenIdentity, Provider, ProviderError, is_code_challenge,
};
pub use identity_sign_in::{IdentitySignIn, IdentitySignInError, IdentitySignInPorts};
pub use identity_verifier::{
    IdentityKind, IdentityProof, IdentityVerifier, IdentityVerifierPorts, ProofError,
};
pub use mail_links::AccountLinks;
pub use new_device::{DEVICE_REMEMBERED, EarlierSignIns, is_new_device};
pub use one_time_token::{
    CODE_LENGTH, CODE_LIFETIME, CODE_TRIES, OneTimeToken, OneTimeTokens, Purpose, SECRET_MAX, TRIES_COUNT_FOR,
};
pub use open_session::{SESSIONS_MAX, open_session};
pub use own_account::{NewNames, OwnAccount, OwnAccountPorts, RenameError, prove};
pub use own_factors::{
    Enrolment, FactorChallenge, OwnFactors, OwnFactorsPorts, ReauthenticateError, VerifiedFactor,
};
pub use own_identities::{LinkIdentityError, OwnIdentities, OwnIdentitiesPorts};
pub use passkey_sign_in::{PasskeySignIn, PasskeySignInPorts};
pub use password::{
    MAX_LENGTH as PASSWORD_MAX, MIN_LENGTH as PASSWORD_MIN, PasswordRules, SYMBOLS as PASSWORD_SYMBOLS,
    WeakPassword, WeakReason, check_password, composed_password,
};
pub use password_hasher::{HashError, PasswordHasher};
pub use password_reset::{ChosenPassword, PasswordReset, Recovering, ResetIds, reset_password};
pub use profile_store::{
    Account, ChangePasswordError, PasswordChange, PasswordStep, ProfileStore, RenameStep, Renaming,
};
pub use reauthentication::{Reauthentication, ReauthenticationRefused};
pub use recovery::{Grant, RecoverError, Recovery, RecoveryPorts};
pub use redeem_change::redeem_change;
pub use redemption::{Confirmation, RedeemIds, Redemption, Use, redeem_code, redeem_link};
pub use registration::{NewUser, PendingRegistration};
pub use roles::{Role, RoleChange, Roles};
pub use secret_deriver::SecretDeriver;
pub use session::{
    Device, LiveSession, RefreshRefused, RefreshStep, SESSION_IDLE, SESSION_MAX, Session, SessionScope, User,
    judge_refresh,
};
pub use session_store::{RefreshError, RotateStep, SessionStore, StopNotice};
pub use sign_in::{
    ACCESS_LIFETIME, Entry, FactorRequired, KEY_SET_MAX_AGE, Sessions, SessionsPorts, SignInError, SignedIn,
};
pub use sign_in_codes::{CodeError, SignInCodes, SignInCodesPorts};
pub use sign_in_flow::{
    AUTHORIZATION_LIFETIME, FLOW_LIFETIME, FlowError, FlowKind, FlowState, SignInFlow, SignInFlows,
};
pub use sign_in_record::SignInRecord;
pub use sign_up::{SignUp, SignUpError, SignUpPorts, SignUpRequest};
pub use token_issuer::{AccessClaims, PublishedKey, TokenIssuer, TokenRefused};
pub use verification::{Presented, ResendRequest, Verification};
pub use verified::{ResendError, Verified};
pub use wallets::{Chain, ExpectedMessage, MessageRefused, SignInMessage, WalletError, WalletSignatures};
