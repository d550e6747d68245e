//! `HousekeepingStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::ChallengePurpose;
use forum_domain::housekeeping::{ExpiringRows, HousekeepingStore};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

pub struct MemoryHousekeepingStore(pub MemoryDatabase);

#[async_trait]
impl HousekeepingStore for MemoryHousekeepingStore {
    async fn remove(
        &self,
        what: ExpiringRows,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault> {
        self.0.write(|state| {
            let early = state.has(SeededBug::CutOffMissed);
            let mut old: Vec<_> = instants(state, what, now)
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

    /// Numbers are counted here, so there is nothing to fold.
    async fn fold_counts(&self) -> Result<u64, Fault> {
        self.0.read(|_| 0)
    }
}

/// A row that may be removed: the instant that counts for it, and its removal.
type Going = (OffsetDateTime, Box<dyn FnOnce(&mut State)>);

fn instants(state: &State, what: ExpiringRows, now: OffsetDateTime) -> Vec<Going> {
    fn going(at: OffsetDateTime, remove: impl FnOnce(&mut State) + 'static) -> Going {
        (at, Box::new(remove))
    }
    match what {
        ExpiringRows::Registrations => {
            let heedless = state.has(SeededBug::LiveLinkDropped);
            let live = |id| state.tokens.iter().any(|t| t.registration_id == Some(id) && t.expires_at > now);
            let rows = state.registrations.iter().filter(|row| heedless || !live(row.id));
            rows.map(|row| {
                let id = row.id;
                going(row.created_at, move |state| {
                    state.registrations.retain(|row| row.id != id);
                    let tokens = state.tokens.iter_mut().filter(|token| token.registration_id == Some(id));
                    tokens.for_each(|token| token.registration_id = None);
                })
            })
            .collect()
        }
        ExpiringRows::SentMail => {
            let heedless = state.has(SeededBug::UnsentMailDropped);
            let at = |row: &super::state::OutboxRow| {
                row.sent_at.or_else(|| heedless.then_some(row.mail.queued_at))
            };
            let rows = state.outbox.iter().filter_map(|row| Some((at(row)?, row.mail.id)));
            rows.map(|(at, id)| going(at, move |state| state.outbox.retain(|row| row.mail.id != id)))
                .collect()
        }
        ExpiringRows::FailedMail => {
            let rows = state.outbox.iter().filter_map(|row| Some((row.died_at?, row.mail.id)));
            rows.map(|(at, id)| going(at, move |state| state.outbox.retain(|row| row.mail.id != id)))
                .collect()
        }
        ExpiringRows::Sessions => state
            .sessions
            .values()
            .map(|row| {
                let id = row.id;
                let ended = row.revoked_at.map_or(row.expires_at, |revoked| revoked.min(row.expires_at));
                going(ended, move |state| drop(state.sessions.remove(&id)))
            })
            .collect(),
        ExpiringRows::IdempotencyRecords => state
            .idempotency
            .iter()
            .map(|(key, row)| {
                let key = key.clone();
                going(row.expires_at, move |state| drop(state.idempotency.remove(&key)))
            })
            .collect(),
        ExpiringRows::EmailChanges => state
            .changes
            .iter()
            .map(|row| {
                let id = row.id;
                let ended = row.ended_at.map_or(row.expires_at, |ended| ended.min(row.expires_at));
                going(ended, move |state| {
                    state.changes.retain(|row| row.id != id);
                    let (gone, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut state.tokens)
                        .into_iter()
                        .partition(|row| row.change_id == Some(id));
                    state.tokens = kept;
                    for mail in state.outbox.iter_mut().map(|row| &mut row.mail) {
                        if gone.iter().any(|token| Some(token.id) == mail.token_id) {
                            mail.token_id = None;
                        }
                    }
                })
            })
            .collect(),
        ExpiringRows::Drafts => state
            .drafts
            .iter()
            .map(|(user_id, draft)| {
                let user_id = *user_id;
                going(draft.updated_at, move |state| drop(state.drafts.remove(&user_id)))
            })
            .collect(),
        ExpiringRows::Buckets => {
            let rows = state.buckets.iter().map(|(key, full_at)| (*key, *full_at));
            rows.map(|(key, at)| {
                going(at, move |state| {
                    state.buckets.remove(&key);
                })
            })
            .collect()
        }
        ExpiringRows::SignInFlows => state
            .sign_in_flows
            .values()
            .map(|flow| {
                let id = flow.id;
                going(flow.expires_at(), move |state| drop(state.sign_in_flows.remove(&id)))
            })
            .collect(),
        ExpiringRows::KnownNetworks => {
            let rows = state.known_networks.iter().map(|(key, until)| (*key, *until));
            rows.map(|(key, at)| {
                going(at, move |state| {
                    state.known_networks.remove(&key);
                })
            })
            .collect()
        }
        ExpiringRows::Challenges => state
            .challenges
            .values()
            .map(|row| {
                let id = row.id;
                going(row.created_at, move |state| drop(state.challenges.remove(&id)))
            })
            .collect(),
        ExpiringRows::BegunFactors => {
            let begun = state.factors.values().filter(|row| !row.is_verified());
            begun
                .map(|row| {
                    let id = row.id;
                    going(row.created_at, move |state| {
                        state.factors.remove(&id);
                        state
                            .challenges
                            .retain(|_, row| row.purpose != ChallengePurpose::Verify { factor_id: id });
                    })
                })
                .collect()
        }
        ExpiringRows::Tokens => state
            .tokens
            .iter()
            .map(|row| {
                let id = row.id;
                let ended = row.used_at.map_or(row.expires_at, |used| used.min(row.expires_at));
                going(ended, move |state| {
                    state.tokens.retain(|row| row.id != id);
                    let mails = state.outbox.iter_mut().filter(|row| row.mail.token_id == Some(id));
                    mails.for_each(|row| row.mail.token_id = None);
                })
            })
            .collect(),
    }
}
