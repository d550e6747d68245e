//! The tokens of machines.

use async_trait::async_trait;
use forum_domain::accounts::{Machine, MachineStore, TokenScope};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Code, Fault, Refusal};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::audit_log;
use crate::postgres::connection::fault::{fault, unknown};
use crate::postgres::stores::PgMachineStore;

struct MachineRow {
    id: Uuid,
    name: String,
    scope: String,
    hash: Vec<u8>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
}

impl TryFrom<MachineRow> for Machine {
    type Error = Fault;

    fn try_from(row: MachineRow) -> Result<Self, Fault> {
        let MachineRow { id, name, scope, hash, created_at, expires_at } = row;
        let scope = TokenScope::parse(&scope).ok_or_else(|| unknown("scope", &scope))?;
        let hash = hash.try_into().map_err(|_| unknown("hash of the token", &name))?;
        Ok(Self { id, name, scope, hash, created_at, expires_at })
    }
}

#[async_trait]
impl MachineStore for PgMachineStore {
    async fn create(&self, machine: &Machine, audit: &AuditEvent) -> Result<(), Refusal> {
        let Machine { id, name, scope, hash, created_at, expires_at } = machine;
        let mut tx = self.pool.begin().await?;
        execute!(
            &mut *tx,
            "update machine_tokens set revoked_at = $2 where name = $1 and revoked_at is null and expires_at <= $2",
            name,
            created_at
        )?;
        let inserted = execute!(
            &mut *tx,
            "insert into machine_tokens (id, name, scope, hash, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6)",
            id,
            name,
            scope.as_str(),
            hash,
            created_at,
            expires_at
        );
        match inserted {
            Err(error) if error.violates("machine_tokens_name_key") => return Err(Code::Conflict.into()),
            inserted => inserted?,
        }
        audit_log::insert(&mut tx, audit).await?;
        Ok(tx.commit().await?)
    }

    async fn list(&self) -> Result<Vec<Machine>, Fault> {
        let rows = sqlx::query_as!(
            MachineRow,
            "select id, name, scope, hash, created_at, expires_at from machine_tokens
             where revoked_at is null order by name"
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        rows.into_iter().map(Machine::try_from).collect()
    }

    #[tracing::instrument(name = "machine_tokens.find", skip_all)]
    async fn find(&self, hash: [u8; 32]) -> Result<Option<Machine>, Fault> {
        let row = sqlx::query_as!(
            MachineRow,
            "select id, name, scope, hash, created_at, expires_at from machine_tokens
             where hash = $1 and revoked_at is null",
            &hash
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        row.map(Machine::try_from).transpose()
    }

    async fn revoke(&self, audit: AuditEvent) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        let revoked = affected!(
            &mut *tx,
            "update machine_tokens set revoked_at = $2 where id = $1 and revoked_at is null",
            audit.target_id,
            audit.at
        )?;
        if revoked == 0 {
            return Err(Code::NotFound.into());
        }
        audit_log::insert(&mut tx, &audit).await?;
        Ok(tx.commit().await?)
    }
}
