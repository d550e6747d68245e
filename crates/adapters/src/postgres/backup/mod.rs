//! Backup and restore of the whole database with PostgreSQL's own tools, and the check value of the site's keys.

pub(crate) mod restore;
pub(crate) mod site_keys;
pub(crate) mod snapshot;
pub(crate) mod tools;

use forum_domain::shared::Fault;
use sqlx::PgConnection;

use crate::postgres::connection::fault::fault;

/// The site's tables and their schema: the tables whose owner also owns `_sqlx_migrations`. Others belong to extensions or
/// other programs.
const TABLES: &str = "select nspname::text, string_agg(own.oid::regclass::text, ', ')
    from pg_class record
    join pg_class own using (relnamespace, relowner)
    join pg_namespace on pg_namespace.oid = record.relnamespace
    where record.oid = to_regclass('_sqlx_migrations') and own.relkind in ('r', 'p')
    group by nspname";

/// The schema, and the quoted names of the tables. `None` for a database without them.
async fn site_tables(connection: &mut PgConnection) -> Result<Option<(String, String)>, Fault> {
    sqlx::query_as(TABLES).fetch_optional(connection).await.map_err(fault)
}
