//! A user's data across all contexts: a copy for the user, and the deletion of the account.

mod archive;
mod data;
mod deletion;
mod own_data_store;
mod service;

pub use archive::{ArchiveWriter, StoredPhoto};
pub use data::{
    ACTIONS_MAX, APPLICATIONS_MAX, NOTES_MAX, OwnApplication, OwnData, OwnMail, REQUESTS_MAX, ROWS_MAX,
};
pub use deletion::{DeleteAccountError, DeletionContext, DeletionPlan, delete_account};
pub use own_data_store::{DeletionStep, OwnDataStore};
pub use service::{ExportError, OwnDataService};
