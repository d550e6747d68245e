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
mod factor_sign_in;
mod factors;
mod flow_tokens;
mod identities;
mod identity_sign_in;
mod identity_verifier;
mod mail_links;
mod new_device;
mod one_time_token;
mod own_account;
mod own_factors;
mod own_identities;
mod passkey_sign_in;
mod password;
mod password_hasher;
mod password_reset;
mod profile_store;
mod recovery;
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
pub use email_change::{ChangeUse, EmailChange, PresentedChange, Side, UsedChangeIds, redeem_change};
pub use email_change_request::{
    ChangeEmailError, ChangeIds, ChangeRequest, ChangeResend, Requesting, WaitingChange, request_change,
    resend_change,
};
pub use email_change_store::{EmailChangeStore, RedeemChangeStep, RequestChangeStep, ResendChangeStep};
pub use factor_sign_in::{FactorSignIn, FactorSignInPorts};
pub use factors::{
    AccountFactors, Answer, Authenticator, CHALLENGE_LIFETIME, CHALLENGE_TRIES, Ceremony, Challenge,
    ChallengePurpose, CredentialClaim, FACTOR_NAME_MAX, FACTORS_MAX, FRESH_FOR, Factor, FactorChange,
    FactorError, FactorKind, FactorRefused, FactorStep, FactorStore, PasskeyRecord, Passkeys, RECOVERY_CODES,
    RecoveryCodes, STEP, TotpCodes, TotpEnrolment, Verdict,
};
pub use identities::{
    AccountIdentities, AuthorizationRequest, CodeChallenges, CodeRedemption, IdTokenRefused, Identity,
    IdentityChange, IdentityError, IdentityProviders, IdentityRefused, IdentityStep, IdentityStore,
    NewIdentityError, ProvenIdentity, Provider, ProviderError, is_code_challenge,
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
pub use recovery::{Grant, RecoverError, Recovery, RecoveryPorts};
pub use redemption::{Confirmation, RedeemIds, Redemption, Use, redeem_code, redeem_link};
pub use registration::{NewUser, PendingRegistration};
pub use roles::{Role, RoleChange, Roles};
pub use secret_deriver::SecretDeriver;
pub use session::{
    Device, LiveSession, RefreshRefused, RefreshStep, SESSION_IDLE, SESSION_MAX, Session, SessionScope, User,
    judge_refresh,
};
pub use session_store::{NoticeStep, RefreshError, RotateStep, SessionStore, StopNotice};
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
