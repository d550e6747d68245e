use crate::shared::Fault;

/// The actor was an administrator when the request arrived, but no longer is under the lock of the act:
/// demoted, disabled or deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only administrators can do this")]
pub struct FormerAdministrator;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}
