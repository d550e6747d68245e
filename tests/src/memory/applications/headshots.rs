//! `HeadshotStore` in memory.

use async_trait::async_trait;
use forum_domain::headshots::{
    Headshot, HeadshotChangeError, HeadshotKey, HeadshotState, HeadshotStep, HeadshotStore, OwnHeadshot,
    remove_unshown,
};
use forum_domain::shared::{Fault, KeyedRequest};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::State;

/// The photos of a user. The uses by the application `besides` and by the draft do not count, if it is given.
pub(crate) fn own(state: &State, user_id: Uuid, besides: Option<Uuid>) -> Vec<OwnHeadshot> {
    let earlier = |id| {
        let mut versions = state.versions.iter().filter(|_| !state.has(SeededBug::EarlierPhotosOverlooked));
        versions.any(|row| row.fields.headshot_id == Some(id) && Some(row.application_id) != besides)
    };
    let others = || state.applications.values().filter(|row| Some(row.id) != besides);
    let current =
        |id| !state.has(SeededBug::UseOverlooked) && others().any(|row| row.fields.headshot_id == Some(id));
    let counted = |id| {
        let mut shown = others().filter(|row| row.fields.headshot_id == Some(id));
        shown.any(|row| {
            let mut requests = state.change_requests.values();
            !requests.any(|request| {
                let asks = request.fields.iter().any(|field| field.name() == "headshot_id");
                request.application_id == row.id && request.is_open() && asks
            })
        })
    };
    let draft = state.drafts.get(&user_id).filter(|_| besides.is_none());
    let drafted = draft.and_then(|draft| draft.content.headshot_id);
    let with_use = |row: &Headshot| {
        let in_use = current(row.id) || earlier(row.id);
        let (in_draft, is_exempt) = (drafted == Some(row.id), in_use && !counted(row.id));
        OwnHeadshot { in_use, in_draft, is_exempt, headshot: row.clone() }
    };
    state.headshots.values().filter(|row| row.key.user_id == user_id).map(with_use).collect()
}

#[async_trait]
impl HeadshotStore for MemoryDatabase {
    async fn change(
        &self,
        user_id: Uuid,
        keyed: Option<KeyedRequest<Headshot>>,
        step: HeadshotStep,
    ) -> Result<Vec<Headshot>, HeadshotChangeError> {
        self.write(|state| {
            if !state.users.contains_key(&user_id) {
                return Err(HeadshotChangeError::UnknownUser);
            }
            let rows = step(&own(state, user_id, None))?;
            rows.iter().try_for_each(|row| state.put_headshot(row.clone()))?;
            state
                .add_request(keyed.zip(rows.first()).map(|(request, first)| request.answered(first, None)))?;
            Ok(rows)
        })
    }

    async fn forget(&self, id: Uuid) -> Result<(), Fault> {
        self.write(|state| {
            let gone = |row: &Headshot| {
                row.state == HeadshotState::Removing || state.has(SeededBug::ForgottenWhileStored)
            };
            if state.headshots.get(&id).is_some_and(gone) {
                state.headshots.remove(&id);
            }
            Ok(())
        })
    }

    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault> {
        self.read(|state| state.stored_headshots(user_id))
    }

    async fn own(&self, user_id: Uuid) -> Result<Vec<OwnHeadshot>, Fault> {
        self.read(|state| own(state, user_id, None))
    }

    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault> {
        self.read(|state| {
            let mut rows = state.headshots.values();
            let shown =
                |row: &Headshot| row.state == HeadshotState::Stored || state.has(SeededBug::UnsettledShown);
            rows.find(|row| row.key == *key && shown(row)).cloned()
        })
    }

    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault> {
        self.read(|state| {
            let mut rows: Vec<Headshot> = state
                .headshots
                .values()
                .filter(|row| row.state != HeadshotState::Stored && row.changed_at < before)
                .cloned()
                .collect();
            rows.sort_by_key(|row| (row.changed_at, row.id));
            rows.truncate(limit as usize);
            rows
        })
    }

    async fn unshown(&self, keys: Vec<String>, until: OffsetDateTime) -> Result<Vec<Headshot>, Fault> {
        self.read(|state| {
            let users = state.users.keys().filter(|_| !state.has(SeededBug::UnshownOverlooked));
            let unshown = users.flat_map(|user_id| remove_unshown(&own(state, *user_id, None), until, until));
            let rows = unshown.filter_map(|row| state.headshots.get(&row.id).cloned());
            rows.filter(|row| keys.contains(&row.key.to_string())).collect()
        })
    }

    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault> {
        self.read(|state| {
            let known = |key: &String| state.headshots.values().any(|row| row.key.to_string() == *key);
            keys.into_iter().filter(|key| !known(key)).collect()
        })
    }
}
