//! `ReviewQueue` in memory.

use async_trait::async_trait;
use forum_domain::accounts::User;
use forum_domain::applications::{
    Application, ApplicationSummary, Counts, ReviewFilter, ReviewQueue, ReviewSort, Status,
};
use forum_domain::shared::{Fault, Listing, Order};

use super::applications::page_of;
use super::database::MemoryDatabase;
use super::planted::Planted;

pub struct MemoryReviewQueue(MemoryDatabase);

impl MemoryReviewQueue {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

type Row<'a> = (&'a Application, &'a User);

#[async_trait]
impl ReviewQueue for MemoryReviewQueue {
    async fn list(&self, filter: ReviewFilter) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.0.read(|state| {
            let all: Vec<Row<'_>> = state
                .applications
                .values()
                .filter_map(|application| Some((application, &state.users.get(&application.user_id)?.user)))
                .collect();
            let mut shown: Vec<Row<'_>> = all.iter().copied().filter(|row| matches(row, &filter)).collect();
            shown.sort_by(|one, other| compare(one, other, filter.sort));
            if filter.order == Order::Desc {
                shown.reverse();
            }
            let counted = if state.has(Planted::CountsFollowFilter) { &shown } else { &all };
            (page_of(&shown, filter.page, summary), counts(counted))
        })
    }
}

fn matches((application, user): &Row<'_>, filter: &ReviewFilter) -> bool {
    let wanted = filter.query.as_deref().unwrap_or_default().to_lowercase();
    let name = format!("{} {}", user.name.first, user.name.last).to_lowercase();
    let found = name.contains(&wanted) || user.email.key().contains(&wanted);
    found && filter.status.is_none_or(|status| application.status == status)
}

fn compare(one: &Row<'_>, other: &Row<'_>, sort: ReviewSort) -> std::cmp::Ordering {
    let name = |user: &User| (user.name.last.to_lowercase(), user.name.first.to_lowercase());
    match sort {
        ReviewSort::SubmittedAt => one.0.submitted_at.cmp(&other.0.submitted_at),
        ReviewSort::Name => name(one.1).cmp(&name(other.1)),
        ReviewSort::Status => one.0.status.as_str().cmp(other.0.status.as_str()),
    }
    .then(one.0.id.cmp(&other.0.id))
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
        name: user.name.clone(),
        email: user.email.clone(),
        teaching_position: application.fields.teaching_position.clone(),
        status: application.status,
        submitted_at: application.submitted_at,
        reviewed_at: application.reviewed_at,
    }
}
