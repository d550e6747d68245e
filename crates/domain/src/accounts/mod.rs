//! Accounts: who somebody is (addresses, names, passwords, roles), how an account comes to be (sign-up and
//! confirmation), and sessions.

mod access;
mod administration;
mod email;
mod name;
mod one_time_token;
mod password;
mod ports;
mod registration;
mod roles;
mod session;
mod sign_in;
mod sign_up;
mod verification;

pub use access::{Access, AccessError, Caller};
pub use administration::{AdminAccounts, CreateAdminError, GrantRoleError, NewAdmin};
pub use email::EmailAddress;
pub use name::{NAME_MAX, PersonName};
pub use one_time_token::{
    CODE_LENGTH, CODE_LIFETIME, CODE_TRIES, OneTimeToken, OneTimeTokens, Purpose, SECRET_MAX, TRIES_COUNT_FOR,
};
pub use password::{
    MAX_LENGTH as PASSWORD_MAX, MIN_LENGTH as PASSWORD_MIN, PasswordRules, SYMBOLS as PASSWORD_SYMBOLS,
    WeakPassword, WeakReason, check_password, composed_password,
};
pub use ports::{
    AccessClaims, AccountStore, AddressOwner, HashError, NewUser, NewUserError, PasswordHasher, PublishedKey,
    RedeemStep, RegistrationDraft, RegistrationStep, RotateError, RotateStep, SecretDeriver, SessionStore,
    SignInRecord, TokenIssuer, TokenRefused, TokenSelector,
};
pub use registration::{Confirmation, PendingRegistration, Redemption, TokenInvalid, redeem};
pub use roles::{Role, RoleChange, Roles};
pub use session::{
    Device, LiveSession, RefreshRefused, RefreshStep, SESSION_IDLE, SESSION_MAX, Session, SessionScope, User,
    judge_refresh,
};
pub use sign_in::{
    ACCESS_LIFETIME, KEY_SET_MAX_AGE, RefreshError, Sessions, SessionsPorts, SignInError, SignedIn,
};
pub use sign_up::{SignUp, SignUpError, SignUpPorts, SignUpRequest};
pub use verification::{Presented, ResendRequest, Verification, VerifyError};
