//! `HousekeepingStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::ChallengePurpose;
use forum_domain::housekeeping::{ExpiringRows, HousekeepingStore};
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::state::{OutboxRow, State};
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl HousekeepingStore for MemoryDatabase {
    async fn remove(
        &self,
        what: ExpiringRows,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault> {
        self.write(|state| {
            let early = state.has(SeededBug::CutOffMissed);
            let mut old: Vec<_> = all_removals(state, what, now)
                .into_iter()
                .filter(|(at, _)| *at < cut_off || (*at == cut_off && !early))
                .collect();
            old.sort_by_key(|(at, _)| *at);
            if !state.has(SeededBug::BatchUnbounded) {
                old.truncate(limit as usize);
            }
            let rows = old.len() as u64;
            old.into_iter().for_each(|(_, remove)| remove(state));
            Ok(rows)
        })
    }

    /// The review list counts rows, so no stored counts exist.
    async fn fold_counts(&self) -> Result<u64, Fault> {
        self.read(|_| 0)
    }
}

/// The instant that decides when a row is removed, and the function that removes it.
type Removal = (OffsetDateTime, Box<dyn FnOnce(&mut State)>);

fn removals<K: 'static>(
    rows: impl Iterator<Item = (OffsetDateTime, K)>,
    remove: fn(&mut State, K),
) -> Vec<Removal> {
    rows.map(|(at, key)| {
        let removal: Box<dyn FnOnce(&mut State)> = Box::new(move |state| remove(state, key));
        (at, removal)
    })
    .collect()
}

fn earlier(ended: Option<OffsetDateTime>, expires_at: OffsetDateTime) -> OffsetDateTime {
    ended.map_or(expires_at, |ended| ended.min(expires_at))
}

fn remove_mail(state: &mut State, id: Uuid) {
    state.outbox.retain(|row| row.mail.id != id);
}

fn all_removals(state: &State, what: ExpiringRows, now: OffsetDateTime) -> Vec<Removal> {
    match what {
        ExpiringRows::Registrations => {
            let all = state.has(SeededBug::LiveLinkDropped);
            let live = |id| state.tokens.iter().any(|t| t.registration_id == Some(id) && t.expires_at > now);
            let rows = state.registrations.iter().filter(|row| all || !live(row.id));
            removals(rows.map(|row| (row.created_at, row.id)), |state, id| {
                state.registrations.retain(|row| row.id != id);
                let tokens = state.tokens.iter_mut().filter(|token| token.registration_id == Some(id));
                tokens.for_each(|token| token.registration_id = None);
            })
        }
        ExpiringRows::SentMail => {
            let unsent = state.has(SeededBug::UnsentMailDropped);
            let at = |row: &OutboxRow| row.sent_at.or_else(|| unsent.then_some(row.mail.queued_at));
            removals(state.outbox.iter().filter_map(|row| Some((at(row)?, row.mail.id))), remove_mail)
        }
        ExpiringRows::FailedMail => {
            removals(state.outbox.iter().filter_map(|row| Some((row.died_at?, row.mail.id))), remove_mail)
        }
        ExpiringRows::Sessions => {
            let rows = state.sessions.values();
            removals(rows.map(|row| (earlier(row.revoked_at, row.expires_at), row.id)), |state, id| {
                state.sessions.remove(&id);
            })
        }
        ExpiringRows::IdempotentRequests => {
            let rows = state.requests.values().map(|row| (row.expires_at, row.id));
            removals(rows, |state, id| drop(state.requests.remove(&id)))
        }
        ExpiringRows::EmailChanges => {
            let rows = state.changes.iter().map(|row| (earlier(row.ended_at, row.expires_at), row.id));
            removals(rows, |state, id| {
                state.changes.retain(|row| row.id != id);
                let links = state.tokens.extract_if(.., |row| row.change_id == Some(id));
                let links: Vec<_> = links.map(|token| Some(token.id)).collect();
                let mails = state.outbox.iter_mut().map(|row| &mut row.mail);
                mails.filter(|mail| links.contains(&mail.token_id)).for_each(|mail| mail.token_id = None);
            })
        }
        ExpiringRows::Drafts => {
            let rows = state.drafts.iter().map(|(user_id, draft)| (draft.updated_at, *user_id));
            removals(rows, |state, user_id| drop(state.drafts.remove(&user_id)))
        }
        ExpiringRows::Buckets => {
            let rows = state.buckets.iter().map(|(key, full_at)| (*full_at, *key));
            removals(rows, |state, key| {
                state.buckets.remove(&key);
            })
        }
        ExpiringRows::SignInFlows => {
            let rows = state.sign_in_flows.values().map(|flow| (flow.expires_at(), flow.id));
            removals(rows, |state, id| drop(state.sign_in_flows.remove(&id)))
        }
        ExpiringRows::KnownNetworks => {
            let rows = state.known_networks.iter().map(|(key, until)| (*until, *key));
            removals(rows, |state, key| {
                state.known_networks.remove(&key);
            })
        }
        ExpiringRows::Challenges => {
            let rows = state.challenges.values().map(|row| (row.created_at, row.id));
            removals(rows, |state, id| drop(state.challenges.remove(&id)))
        }
        ExpiringRows::BegunFactors => {
            let begun = state.factors.values().filter(|row| !row.is_verified());
            removals(begun.map(|row| (row.created_at, row.id)), |state, id| {
                state.factors.remove(&id);
                let verifies = ChallengePurpose::Verify { factor_id: id };
                state.challenges.retain(|_, row| row.purpose != verifies);
            })
        }
        ExpiringRows::Viewers => {
            let rows = state.viewers.iter().map(|(key, viewing)| (viewing.seen_at, *key));
            removals(rows, |state, key| {
                state.viewers.remove(&key);
            })
        }
        ExpiringRows::Tokens => {
            let rows = state.tokens.iter().map(|row| (earlier(row.used_at, row.expires_at), row.id));
            removals(rows, |state, id| {
                state.tokens.retain(|row| row.id != id);
                let mails = state.outbox.iter_mut().filter(|row| row.mail.token_id == Some(id));
                mails.for_each(|row| row.mail.token_id = None);
            })
        }
    }
}
