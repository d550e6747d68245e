//! FROM, WHERE and ORDER BY of the review list and the export. Triggers maintain `application_list`, which has all columns
//! that the list displays, is filtered by and sorted by.

use forum_domain::applications::{ReviewFilter, ReviewSort};
use sqlx::{Postgres, QueryBuilder};

use crate::postgres::connection::keyset::Columns;
use crate::postgres::connection::search::push_words;

/// The columns of the indexes of `application_list`.
pub(super) fn columns(sort: ReviewSort) -> Columns {
    let keys: &[&str] = match sort {
        ReviewSort::SubmittedAt => &["l.submitted_at"],
        ReviewSort::Name => &["l.last_key", "l.first_key"],
        ReviewSort::Email => &["coalesce(lower(l.email), '')"],
        ReviewSort::TeachingPosition => &["lower(l.teaching_position)"],
        ReviewSort::Status => &["l.status", "l.submitted_at"],
    };
    Columns { keys, id: "l.application_id" }
}

/// A filter, divided by what an index contains.
pub(super) struct Conditions<'a> {
    filter: &'a ReviewFilter,
    status_within: bool,
    state_within: bool,
    dates_within: bool,
}

impl<'a> Conditions<'a> {
    /// The indexes by time of submission begin with the status, the state, or neither.
    pub(super) fn new(filter: &'a ReviewFilter, sort: ReviewSort) -> Self {
        let by_time = sort == ReviewSort::SubmittedAt;
        let by_status = sort == ReviewSort::Status;
        let state_within = by_time && filter.state.is_some();
        let status_within = by_status || by_time && !state_within;
        let dates_within = by_time || by_status && filter.status.is_some();
        Self { filter, status_within, state_within, dates_within }
    }

    /// Whether the filter has conditions that the index of the sort order does not contain.
    pub(super) fn are_searched(&self) -> bool {
        self.filter.given().any(|name| match name {
            "status" => !self.status_within,
            "state" => !self.state_within,
            "submitted_after" | "submitted_before" => !self.dates_within,
            _ => true,
        })
    }

    pub(super) fn push_within(&self, query: &mut QueryBuilder<Postgres>) {
        self.push(query, self.status_within, self.state_within, self.dates_within);
    }

    pub(super) fn push_found(&self, query: &mut QueryBuilder<Postgres>) {
        self.push(query, !self.status_within, !self.state_within, !self.dates_within);
        if let Some(keys) = self.filter.subject_keys() {
            query.push(" and l.subject_keys @> ").push_bind(keys);
            self.push_one_subject(query);
        }
        if self.filter.other_places {
            query.push(" and us_state_name(l.state_key) is null");
        }
        if let Some(has_notes) = self.filter.has_notes {
            query.push(" and l.has_notes = ").push_bind(has_notes);
        }
        if let Some(words) = self.filter.words() {
            push_words(query, &words);
        }
    }

    /// Pushes all conditions, as the indexes of filters and words find them.
    pub(super) fn push_indexed(&self, query: &mut QueryBuilder<Postgres>) {
        let filter = self.filter;
        self.push(query, false, false, true);
        let mut filters = filter.subject_keys().unwrap_or_default();
        filters.extend(filter.status.map(|status| format!("={}", status.as_str())));
        filters.extend(filter.state_key().map(|key| format!("@{key}")));
        filters.extend(filter.other_places.then(|| "@".to_owned()));
        filters.extend(filter.has_notes.map(|notes| if notes { "+notes" } else { "-notes" }.to_owned()));
        if !filters.is_empty() {
            query.push(" and application_filters(l.subject_keys, l.status, l.state_key, l.has_notes) @> ");
            query.push_bind(filters);
        }
        self.push_one_subject(query);
        if let Some(words) = filter.words() {
            push_words(query, &words);
        }
    }

    /// The indexes have the words of all subjects together, but one subject must have all words of the filter.
    fn push_one_subject(&self, query: &mut QueryBuilder<Postgres>) {
        if let Some(keys) = self.filter.subject_keys().filter(|keys| keys.len() > 1) {
            query.push(
                " and exists (select from applications s, unnest(s.subjects_taught) subject
                              where s.id = l.application_id and subject_keys(array[subject]) @> ",
            );
            query.push_bind(keys).push(")");
        }
    }

    /// The status is not bound, because the planner must know its frequency. It is a constant in the program.
    fn push(
        &self,
        query: &mut QueryBuilder<Postgres>,
        with_status: bool,
        with_state: bool,
        with_dates: bool,
    ) {
        let filter = self.filter;
        if let Some(status) = filter.status.filter(|_| with_status) {
            query.push(format_args!(" and l.status = '{}'", status.as_str()));
        }
        if let Some(key) = filter.state_key().filter(|_| with_state) {
            query.push(" and l.state_key = ").push_bind(key);
        }
        if let Some(time) = filter.submitted_after.filter(|_| with_dates) {
            query.push(" and l.submitted_at >= ").push_bind(time);
        }
        if let Some(time) = filter.submitted_before.filter(|_| with_dates) {
            query.push(" and l.submitted_at < ").push_bind(time);
        }
    }
}

pub(super) fn push_from(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    query.push("from application_list l where true");
    Conditions::new(filter, ReviewSort::SubmittedAt).push_indexed(query);
}
