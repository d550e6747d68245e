//! FROM, WHERE and ORDER BY of the review list and the export. Triggers maintain `application_list`, which has the displayed
//! columns of each application and its applicant.

use forum_domain::applications::{ReviewFilter, ReviewSort};
use sqlx::{Postgres, QueryBuilder};

use crate::postgres::connection::keyset::{Columns, Planned};

/// The expressions of the indexes that migrations 0002 and 0019 create.
pub(crate) fn columns(sort: ReviewSort) -> Columns {
    let (keys, id): (&[&str], _) = match sort {
        ReviewSort::SubmittedAt => (&["a.submitted_at"], "a.id"),
        ReviewSort::Name => {
            (&["coalesce(lower(l.last_name), '')", "coalesce(lower(l.first_name), '')"], "l.application_id")
        }
        ReviewSort::Email => (&["coalesce(lower(l.email), '')"], "l.application_id"),
        ReviewSort::TeachingPosition => (&["lower(l.teaching_position)"], "l.application_id"),
        ReviewSort::Status => (&["a.status", "a.submitted_at"], "a.id"),
    };
    Columns { keys, id }
}

/// Pushes FROM and WHERE for the applications that match the filter. The status is not bound, because the planner must
/// know its frequency to choose an index. It is a constant in the program.
pub(crate) fn push_from(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    query.push("from applications a join application_list l on l.application_id = a.id where true");
    if let Some(status) = filter.status {
        query.push(format_args!(" and a.status = '{}'", status.as_str()));
    }
    push_query(query, filter);
}

/// Pushes FROM and WHERE to count the applications that match the filter. Without a status, the narrow rows of
/// `application_list` suffice.
pub(crate) fn push_counted_from(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    if filter.status.is_some() {
        return push_from(query, filter);
    }
    query.push("from application_list l where true");
    push_query(query, filter);
}

fn push_query(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    if let Some(text) = &filter.query {
        query.push(" and l.search_text like search_pattern(").push_bind(text.clone()).push(")");
    }
}

/// The plan of a search depends on its text: a common word is found along the sort order, a rare word with trigrams.
pub(crate) fn planned(filter: &ReviewFilter) -> Planned {
    if filter.query.is_some() { Planned::ByValue } else { Planned::Once }
}
