//! `ReviewQueue` in memory.

use async_trait::async_trait;
use forum_domain::accounts::User;
use forum_domain::applications::{
    Application, ApplicationSummary, Counts, Person, ReviewFilter, ReviewQueue, ReviewSort, Status,
};
use forum_domain::shared::{Fault, Key, Listing, PageRequest, Place};
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::planted::Planted;

pub struct MemoryReviewQueue(MemoryDatabase);

impl MemoryReviewQueue {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

/// An application with its applicant, unless the account is deleted.
type Row<'a> = (&'a Application, Option<&'a User>);

#[async_trait]
impl ReviewQueue for MemoryReviewQueue {
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.0.read(|state| {
            let all: Vec<Row<'_>> = state
                .applications
                .values()
                .map(|application| (application, state.users.get(&application.user_id).map(|row| &row.user)))
                .collect();
            let shown: Vec<Row<'_>> = all.iter().copied().filter(|row| matches(row, &filter)).collect();
            let counts = counts(if state.has(Planted::CountsFollowFilter) { &shown } else { &all });
            let tied = state.has(Planted::TiesShareAPlace);
            let rows = shown.into_iter().map(|row| {
                let place = place(&row, page.sort);
                (if tied { Place { id: Uuid::nil(), ..place } } else { place }, summary(&row))
            });
            (Listing::of_all(&page, rows.collect()), counts)
        })
    }
}

fn matches((application, user): &Row<'_>, filter: &ReviewFilter) -> bool {
    let wanted = filter.query.as_deref().unwrap_or_default().to_lowercase();
    let found = wanted.is_empty()
        || user.is_some_and(|user| {
            let name = format!("{} {}", user.name.first, user.name.last).to_lowercase();
            name.contains(&wanted) || user.email.key().contains(&wanted)
        });
    found && filter.status.is_none_or(|status| application.status == status)
}

fn place((application, user): &Row<'_>, sort: ReviewSort) -> Place {
    let keys = match sort {
        ReviewSort::SubmittedAt => vec![Key::Instant(application.submitted_at)],
        ReviewSort::Name => {
            let names = user.map_or(["", ""], |user| [&user.name.last, &user.name.first]);
            names.map(|name| Key::Text(name.to_lowercase())).into()
        }
        ReviewSort::Status => vec![Key::Text(application.status.as_str().to_owned())],
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

fn summary((application, user): &Row<'_>) -> ApplicationSummary {
    ApplicationSummary {
        id: application.id,
        person: user.map(|user| Person { name: user.name.clone(), email: user.email.clone() }),
        teaching_position: application.fields.teaching_position.clone(),
        status: application.status,
        submitted_at: application.submitted_at,
        reviewed_at: application.reviewed_at,
    }
}
