//! Invariants of photos. The caller compares the keys with the files.

use forum_domain::shared::Fault;

use super::{Invariant, Query};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

pub(crate) const ALL: &[Invariant] = &[
    Invariant {
        subject: "photos",
        holds: "photos of applications and earlier versions are stored and belong to the applicants",
        why: "administrators see no photo or another applicant's photo",
        query: Query::Rows(
            "with shown as (
                 select id, user_id, headshot_id, headshot_url from applications
                 union all
                 select v.application_id, a.user_id, v.headshot_id, v.answers->>'headshot_url'
                 from application_versions v join applications a on a.id = v.application_id
             )
             select s.id from shown s join headshots h on h.id = s.headshot_id
             where h.state <> 'stored' or h.user_id <> s.user_id
                 or s.headshot_url is distinct from '/storage/headshots/' || h.key",
        ),
    },
    Invariant {
        subject: "photos",
        holds: "an application, an earlier version or a draft shows each photo of an earlier day",
        why: "a photo is public that its owner has withdrawn; the sweep of a running site removes it, and the log contains its \
              errors",
        query: Query::Rows(
            // A draft that was saved just now may have shown it.
            "select h.id from headshots h
             where h.state = 'stored' and h.changed_at < $3 - interval '1 day'
                 and not exists (select from applications a where a.headshot_id = h.id)
                 and not exists (select from application_versions v where v.headshot_id = h.id)
                 and not exists (select from application_drafts d
                                 where d.headshot_id = h.id or d.user_id = h.user_id and d.updated_at > $3)",
        ),
    },
    Invariant {
        subject: "photos",
        holds: "a user has at most 4 photos, besides those of earlier versions and of the last day",
        why: "one account fills the file store",
        query: Query::Rows(
            // Three, and one that a request asked to replace before the application was decided.
            "select h.user_id from headshots h
             where h.state = 'stored' and h.changed_at < $3 - interval '1 day'
                 and not exists (select from application_versions v where v.headshot_id = h.id
                                 and not exists (select from applications a where a.headshot_id = h.id))
             group by h.user_id having count(*) > 4",
        ),
    },
    Invariant {
        subject: "photos",
        holds: "uploads and removals end",
        why: "the sweep of a running site ends interrupted ones; the log contains its errors",
        query: Query::Rows("select id from headshots where state <> 'stored' and changed_at < $3"),
    },
];

/// Up to `limit` keys of stored photos after `after`, sorted.
pub async fn stored_keys(pool: &ConnectionPool, after: &str, limit: u32) -> Result<Vec<String>, Fault> {
    sqlx::query_scalar("select key from headshots where state = 'stored' and key > $1 order by key limit $2")
        .bind(after)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await
        .map_err(fault)
}
