//! Tokens of machines. The command line makes them, for programs that read what administrators read.

use std::sync::Arc;

use async_trait::async_trait;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::act::Acts;
use crate::audit::AuditEvent;
use crate::shared::{Code, Fault, Invalid, Refusal, words};

/// Maximum lifetime.
pub const TOKEN_DAYS_MAX: u16 = 366;
const NAME_MAX: usize = 40;
/// The beginning of every token, so that scanners for secrets recognize one.
const PREFIX: &str = "efm_";

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TokenScope {
        /// What administrators read, including exports.
        Read = "read",
        /// Only exports.
        Export = "export",
    }
}

impl TokenScope {
    pub(super) fn covers(self, needed: Self) -> bool {
        self == Self::Read || self == needed
    }
}

/// A program with a token. It has no account and no role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// The id of the token, and of the machine in the audit log.
    pub id: Uuid,
    pub name: String,
    pub scope: TokenScope,
    pub hash: [u8; 32],
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

impl Machine {
    /// `None` if the text is not the token of a machine.
    pub(super) fn hash(token: &str) -> Option<[u8; 32]> {
        token.starts_with(PREFIX).then(|| Sha256::digest(token).into())
    }

    /// # Errors
    /// `token_expired`.
    pub(super) fn check_alive(&self, now: OffsetDateTime) -> Result<(), Code> {
        if now < self.expires_at { Ok(()) } else { Err(Code::TokenExpired) }
    }
}

#[async_trait]
pub trait MachineStore: Send + Sync {
    /// Stores a token. It may have the name of a revoked or expired one.
    ///
    /// # Errors
    /// `conflict` if another token has the name.
    async fn create(&self, machine: &Machine, audit: &AuditEvent) -> Result<(), Refusal>;

    /// The tokens that are not revoked, by name.
    async fn list(&self) -> Result<Vec<Machine>, Fault>;

    /// The machine with this hash, unless it is revoked.
    async fn find(&self, hash: [u8; 32]) -> Result<Option<Machine>, Fault>;

    /// Revokes the token that `audit` is about.
    ///
    /// # Errors
    /// `not_found`, also for a revoked token.
    async fn revoke(&self, audit: AuditEvent) -> Result<(), Refusal>;
}

/// Only the command line may call this: callers are not authenticated.
pub struct MachineTokens {
    pub store: Arc<dyn MachineStore>,
    pub acts: Acts,
}

impl MachineTokens {
    /// The machine and its token, which nobody can read again.
    ///
    /// # Errors
    /// A field error; `conflict`.
    pub async fn create(
        &self,
        name: &str,
        scope: TokenScope,
        days: u16,
    ) -> Result<(Machine, String), Refusal> {
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.len() > NAME_MAX || !name.chars().all(is_allowed) {
            let rule = "The name has 1 to 40 lowercase letters, digits and hyphens.";
            return Err(Invalid::one("/name", "invalid_value", rule).into());
        }
        let act = self.acts.begin();
        let token = format!("{PREFIX}{}{}", act.new_id().simple(), act.new_id().simple());
        let machine = Machine {
            id: act.new_id(),
            name: name.to_owned(),
            scope,
            hash: Sha256::digest(&token).into(),
            created_at: act.now,
            expires_at: act.now + Duration::days(days.into()),
        };
        let audit = act.audit(None, "token.created", ("token", machine.id)).with("name", name);
        match self.store.create(&machine, &audit.with("scope", scope.as_str())).await {
            Err(refusal) if refusal.code == Code::Conflict => {
                let detail = format!("there is a token with the name {name}; revoke it first");
                Err(Refusal::new(Code::Conflict, detail))
            }
            stored => stored.map(|()| (machine, token)),
        }
    }

    pub async fn list(&self) -> Result<Vec<Machine>, Fault> {
        self.store.list().await
    }

    /// # Errors
    /// `not_found`.
    pub async fn revoke(&self, name: &str) -> Result<(), Refusal> {
        let named = self.store.list().await?.into_iter().find(|machine| machine.name == name);
        let unknown = || Refusal::new(Code::NotFound, format!("there is no token with the name {name}"));
        let id = named.ok_or_else(unknown)?.id;
        let audit = self.acts.begin().audit(None, "token.revoked", ("token", id)).with("name", name);
        self.store.revoke(audit).await
    }
}
