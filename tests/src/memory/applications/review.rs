//! `ReviewQueue` in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use forum_domain::accounts::User;
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationSummary, ChangeRequest, Counts, ExportRequest, ExportRow,
    ExportRows, HistoryEntry, ListedChanges, Person, ReviewContext, ReviewFilter, ReviewQueue, ReviewSort,
    StateCounts, Status, state_key, us_state,
};
use forum_domain::shared::{Fault, Key, Listing, Order, PageRequest, Place, Start, name_key};
use uuid::Uuid;

use super::context;
use super::searched::{subject_keys, words_of_application};
use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::State;

/// An application with its applicant, unless the account is deleted.
type Row<'a> = (&'a Application, Option<&'a User>);

#[async_trait]
impl ReviewQueue for MemoryDatabase {
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.read(|state| {
            let all = all(state);
            let shown: Vec<Row<'_>> =
                all.iter().copied().filter(|row| matches(state, row, &filter)).collect();
            let counts = counts(if state.has(SeededBug::CountsFollowFilter) { &shown } else { &all });
            let tied = state.has(SeededBug::TiesShareAPlace);
            let rows = shown.into_iter().map(|row| {
                let place = place(&row, page.sort);
                (if tied { Place { id: Uuid::nil(), ..place } } else { place }, summary(state, &row))
            });
            let listing = Listing::of_all(&page, rows.collect());
            let is_counted =
                filter.has_counts() && filter.state_key().is_none_or(|key| us_state(&key).is_some());
            (if is_counted { listing } else { counted_so_far(listing, &page) }, counts)
        })
    }

    async fn states(&self, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        self.read(|state| {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for row in all(state).into_iter().filter(|row| matches(state, row, &filter)) {
                let key = state_key(&row.0.fields.state);
                *counts.entry(if us_state(&key).is_some() { key } else { String::new() }).or_default() += 1;
            }
            StateCounts::of(counts, true)
        })
    }

    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault> {
        self.read(|state| {
            state.applications.get(&id)?;
            let mut events: Vec<_> = state.events.iter().filter(|row| row.application_id == id).collect();
            events.sort_by_key(|event| (event.at, event.id));
            let name = |id| state.users.get(&id).map(|row| row.user.name.clone());
            let entries = events.into_iter();
            Some(
                entries
                    .map(|event| HistoryEntry { event: event.clone(), actor: name(event.actor_id) })
                    .collect(),
            )
        })
    }

    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault> {
        self.read(|state| context::context(state, id))
    }

    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault> {
        let ExportRequest { filter, sort, order, columns } = request;
        let mut rows: Vec<(Place, ExportRow)> = self.read(|state| {
            let shown = all(state).into_iter().filter(|row| matches(state, row, &filter));
            let name = |id| state.users.get(&id).map(|row| row.user.name.clone());
            let export = |row: &Row| {
                let reviewer = row.0.decided_by.filter(|_| columns.reviewer).and_then(name);
                ExportRow { detail: detail(row), reviewer }
            };
            shown.map(|row| (place(&row, sort), export(&row))).collect()
        })?;
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        if order == Order::Desc {
            rows.reverse();
        }
        let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
        Ok((rows.len() as u64, Box::new(MemoryExport(rows.into_iter()))))
    }
}

/// Rows that an export reads at a time: few, so that even small exports take several steps.
const BATCH: usize = 2;

struct MemoryExport(std::vec::IntoIter<ExportRow>);

#[async_trait]
impl ExportRows for MemoryExport {
    async fn next(&mut self) -> Result<Vec<ExportRow>, Fault> {
        Ok(self.0.by_ref().take(BATCH).collect())
    }
}

/// Matches of a query are counted only up to a maximum, unless the page shows the last one.
fn counted_so_far<T>(listing: Listing<T>, page: &PageRequest<ReviewSort>) -> Listing<T> {
    let most = u64::from(ReviewFilter::COUNTED);
    let shows_end = matches!(page.start, Start::Offset(_))
        && listing.next_cursor.is_none()
        && (!listing.items.is_empty() || page.start == Start::Offset(0));
    if listing.total <= most || shows_end {
        return listing;
    }
    Listing { total: most, total_is_exact: false, ..listing }
}

fn all(state: &State) -> Vec<Row<'_>> {
    let user = |application: &Application| state.users.get(&application.user_id).map(|row| &row.user);
    state.applications.values().map(|application| (application, user(application))).collect()
}

fn matches(state: &State, (application, user): &Row<'_>, filter: &ReviewFilter) -> bool {
    let ReviewFilter { status, submitted_after, submitted_before, has_notes, .. } = filter;
    status.is_none_or(|status| application.status == status)
        && submitted_after.is_none_or(|time| application.submitted_at >= time)
        && submitted_before.is_none_or(|time| application.submitted_at < time)
        && has_notes.is_none_or(|has_notes| {
            state.notes.values().any(|note| note.application_id == application.id) == has_notes
        })
        && filter.state_key().is_none_or(|key| state_key(&application.fields.state) == key)
        && !(filter.other_places && us_state(&state_key(&application.fields.state)).is_some())
        && filter.subject_keys().is_none_or(|keys| {
            application.fields.subjects_taught.iter().any(|subject| {
                let words = subject_keys(std::slice::from_ref(subject));
                keys.iter().all(|key| words.contains(key))
            })
        })
        && filter.words().is_none_or(|words| words.are_in(&words_of_application(application, *user)))
}

fn place((application, user): &Row<'_>, sort: ReviewSort) -> Place {
    let keys = match sort {
        ReviewSort::SubmittedAt => vec![Key::Instant(application.submitted_at)],
        ReviewSort::Name => {
            let names = user.map_or(["", ""], |user| [&user.name.last, &user.name.first]);
            names.map(|name| Key::Text(name_key(name))).into()
        }
        ReviewSort::Email => vec![Key::Text(user.map_or_else(String::new, |user| user.email.key()))],
        ReviewSort::TeachingPosition => {
            vec![Key::Text(application.fields.teaching_position.to_lowercase())]
        }
        ReviewSort::Status => {
            vec![Key::Text(application.status.as_str().to_owned()), Key::Instant(application.submitted_at)]
        }
    };
    Place { keys, id: application.id }
}

fn counts(rows: &[Row<'_>]) -> Counts {
    let of = |status| rows.iter().filter(|row| row.0.status == status).count() as u64;
    Counts {
        total: rows.len() as u64,
        pending: of(Status::Pending),
        approved: of(Status::Approved),
        rejected: of(Status::Rejected),
    }
}

fn person(user: Option<&User>) -> Option<Person> {
    user.map(|user| Person { name: user.name.clone(), email: user.email.clone() })
}

fn detail((application, user): &Row<'_>) -> ApplicationDetail {
    ApplicationDetail { application: (*application).clone(), person: person(*user) }
}

fn summary(state: &State, (application, user): &Row<'_>) -> ApplicationSummary {
    let own = |request: &&ChangeRequest| request.application_id == application.id;
    let mut requests: Vec<_> = state.change_requests.values().filter(own).collect();
    requests.sort_by_key(|request| (request.created_at, request.id));
    let outcomes: Vec<_> =
        requests.iter().map(|request| request.closed.map(|(_, outcome)| outcome)).collect();
    ApplicationSummary {
        id: application.id,
        person: person(*user),
        teaching_position: application.fields.teaching_position.clone(),
        status: application.status,
        submitted_at: application.submitted_at,
        reviewed_at: application.reviewed_at,
        changes: ListedChanges::of(application.status, &outcomes),
    }
}
