//! Registration and recovery by mail: sign-up, redeeming links and codes, recovery, and administrators created on the
//! command line.

mod administration;
mod mail_links;
mod password_reset;
mod recovery;
mod redemption;
mod sign_in_record;
mod sign_up;
mod store;

pub use administration::{AdminAccounts, CreateAdminError, NewAdmin};
pub use mail_links::{AccountLinks, TokenState};
pub use password_reset::{ChosenPassword, PasswordReset, ResetContext, set_recovery_password};
pub use recovery::{Grant, Recovery};
pub(crate) use redemption::codes_of;
pub use redemption::{RedeemContext, RedeemOutcome, RedeemPlan, redeem_code, redeem_link};
pub use sign_in_record::SignInRecord;
pub use sign_up::{ResendError, SignUp, SignUpError, SignUpRequest};
pub use store::{
    AccountStore, AddressOwner, NewUserError, RecoverError, RedeemError, RedeemStep, RegistrationDraft,
    RegistrationStep, ResetStep, TokenSelector,
};
