//! Membership applications: fields, the state machine pending → approved | rejected, drafts, submission and review.

mod application;
mod application_store;
mod changes;
mod drafts;
mod field;
mod fields;
mod review;
mod submit;
mod transition;
mod undo;
mod withdrawal;

pub use application::{Application, ApplicationDetail, Counts, OwnApplicationSummary, Person, Status};
pub use application_store::{
    ApplicationStore, DecideStep, OwnApplicationSort, SubmitStep, UndoStep, WithdrawStep,
};
pub use changes::*;
pub use drafts::*;
pub use field::{Field, FieldKind, FieldLimits, TShirtSize};
pub use fields::{ApplicationFields, RawFields};
pub use review::*;
pub use submit::SubmitApplication;
pub use transition::{
    Applicant, ApplicationEvent, ChangeAct, Decidable, DecideError, Decision, DecisionPlan, OwnPhoto,
    Submission, SubmitError, check_applicant, decide, submit,
};
pub use undo::{SeenDecision, UndoError, UndoPlan, undo};
pub use withdrawal::{WithdrawError, Withdrawable, Withdrawal, withdraw};
