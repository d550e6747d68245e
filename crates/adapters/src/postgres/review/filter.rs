//! FROM, WHERE and ORDER BY of the review list and the export. Triggers maintain `application_list`, which has all columns
//! that the list displays, is filtered by and sorted by.

use forum_domain::applications::{MarkFilter, ReviewFilter, ReviewSort, Status, TeamMark};
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
        ReviewSort::Marks => &["l.balance", "l.submitted_at"],
        ReviewSort::ChangedAt => &["l.changed_at"],
    };
    Columns { keys, id: "l.application_id" }
}

/// A filter, divided by what an index contains.
pub(super) struct Conditions<'a> {
    filter: &'a ReviewFilter,
    by_marks: bool,
    status_within: bool,
    state_within: bool,
    dates_within: bool,
}

impl<'a> Conditions<'a> {
    /// The indexes by time of submission begin with the status, the state, or neither; those by marks and by the last change
    /// with the team's mark and the status, or with neither.
    pub(super) fn new(filter: &'a ReviewFilter, sort: ReviewSort) -> Self {
        let by_time = sort == ReviewSort::SubmittedAt;
        let by_status = sort == ReviewSort::Status;
        let state_within = by_time && filter.one_state().is_some();
        let status_within = by_status || by_time && !state_within || sort == ReviewSort::ChangedAt;
        let dates_within = by_time || by_status && filter.status.is_some();
        let by_marks = sort == ReviewSort::Marks;
        Self { filter, by_marks, status_within, state_within, dates_within }
    }

    /// Whether the filter has conditions that the index of the sort order does not contain.
    pub(super) fn are_searched(&self) -> bool {
        self.filter.given().any(|name| match name {
            "status" => !self.status_within,
            "state" => !self.state_within,
            "team" => !self.by_marks,
            "submitted_after" | "submitted_before" => !self.dates_within,
            _ => true,
        })
    }

    pub(super) fn push_within(&self, query: &mut QueryBuilder<Postgres>) {
        self.push(query, self.status_within, self.state_within, self.dates_within);
        self.push_ranked(query);
    }

    pub(super) fn push_found(&self, query: &mut QueryBuilder<Postgres>) {
        self.push(query, !self.status_within, !self.state_within, !self.dates_within);
        if let Some(keys) = self.filter.subject_keys() {
            query.push(" and l.subject_keys @> ").push_bind(keys);
            self.push_one_subject(query);
        }
        let filter = self.filter;
        if filter.one_state().is_none() && filter.places().is_some() {
            query.push(" and (");
            push_states(query, filter);
            query.push(if filter.other_places { " or us_state_name(l.state_key) is null)" } else { ")" });
        }
        if let Some(has_notes) = filter.has_notes {
            query.push(" and l.has_notes = ").push_bind(has_notes);
        }
        if !self.by_marks {
            self.push_team(query);
        }
        if let Some(changes) = filter.changes {
            query.push(format_args!(" and coalesce(l.changes, 'none') = '{}'", changes.as_str()));
        }
        self.push_assessed(query);
    }

    /// The ids, the words, and what the marks of others hide from an applicant.
    fn push_assessed(&self, query: &mut QueryBuilder<Postgres>) {
        let filter = self.filter;
        if let Some(ids) = &filter.ids {
            query.push(" and l.application_id = any(").push_bind(ids.clone()).push(")");
        }
        if let Some(mark) = filter.mark {
            push_mark(query, filter, mark);
        }
        if filter.mark.is_some() || filter.team.is_some() || filter.has_notes.is_some() {
            push_own(query, filter, "<> all");
        }
        if let Some(words) = filter.words() {
            push_words(query, &words, Some("l.experience_words"));
        }
    }

    /// Pushes all conditions, as the indexes of filters and words find them.
    pub(super) fn push_indexed(&self, query: &mut QueryBuilder<Postgres>) {
        let filter = self.filter;
        self.push(query, false, false, true);
        self.push_ranked(query);
        if filter.team == Some(TeamMark::Yes) && filter.status == Some(Status::Pending) {
            // A partial index has no others.
            query.push(" and l.team = 'yes' and l.status = 'pending'");
        }
        let mut filters = filter.subject_keys().unwrap_or_default();
        filters.extend(filter.status.map(|status| format!("={}", status.as_str())));
        filters.extend(filter.has_notes.map(|notes| if notes { "+notes" } else { "-notes" }.to_owned()));
        filters.extend(filter.team.map(|team| format!("~{}", team.as_str())));
        filters.extend(filter.changes.map(|changes| format!("%{}", changes.as_str())));
        let mut places = None;
        if filter.other_places {
            places = filter.places().map(|keys| keys.iter().map(|key| format!("@{key}")).collect());
        } else if !filter.states.is_empty() {
            // A scan without an index takes less than half the time that the array takes.
            query.push(" and ");
            push_states(query, filter);
        }
        for (operator, words) in [("@>", Some(filters)), ("&&", places)] {
            if let Some(words) = words.filter(|words: &Vec<String>| !words.is_empty()) {
                query.push(format_args!(" and l.filters {operator} ")).push_bind(words);
            }
        }
        self.push_one_subject(query);
        self.push_assessed(query);
    }

    /// The place in an order by marks would tell applicants the marks on their own applications.
    fn push_ranked(&self, query: &mut QueryBuilder<Postgres>) {
        if self.by_marks {
            self.push_team(query);
            push_own(query, self.filter, "<> all");
        }
    }

    fn push_team(&self, query: &mut QueryBuilder<Postgres>) {
        if let Some(team) = self.filter.team {
            query.push(format_args!(" and l.team = '{}'", team.as_str()));
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
        if let Some(key) = filter.one_state().filter(|_| with_state) {
            query.push(" and l.state_key = ").push_bind(key.to_owned());
        }
        if let Some(time) = filter.submitted_after.filter(|_| with_dates) {
            query.push(" and l.submitted_at >= ").push_bind(time);
        }
        if let Some(time) = filter.submitted_before.filter(|_| with_dates) {
            query.push(" and l.submitted_at < ").push_bind(time);
        }
    }
}

fn push_states(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter) {
    let states: Vec<_> = filter.states.iter().cloned().collect();
    query.push("l.state_key = any(").push_bind(states).push(")");
}

fn push_mark(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter, wanted: MarkFilter) {
    query.push(if wanted == MarkFilter::None { " and not" } else { " and" });
    query.push(
        " exists (select from application_marks m where m.application_id = l.application_id and m.user_id = ",
    );
    query.push_bind(filter.reader);
    if let Some(mark) = wanted.mark() {
        query.push(format_args!(" and m.mark = '{}'", mark.as_str()));
    }
    query.push(")");
}

/// Leaves out the applications of the reader (`<> all`), or all others (`= any`).
pub(super) fn push_own(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter, comparison: &str) {
    query.push(format_args!(" and l.application_id {comparison}(array("));
    query.push("select o.id from applications o where o.user_id = ").push_bind(filter.reader).push("))");
}

pub(super) fn push_from(query: &mut QueryBuilder<Postgres>, filter: &ReviewFilter, sort: ReviewSort) {
    query.push("from application_list l where true");
    Conditions::new(filter, sort).push_indexed(query);
}
