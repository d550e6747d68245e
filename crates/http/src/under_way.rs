//! What each user has under way in this process, so that one user cannot use up what is shared by all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

/// Counts by user. Clones share the counts.
#[derive(Clone, Default)]
pub(crate) struct UnderWay(Arc<Mutex<HashMap<Uuid, usize>>>);

/// The place of one thing under way, free again when it is dropped.
pub(crate) struct Place {
    all: UnderWay,
    user_id: Uuid,
}

impl UnderWay {
    /// `None` if the user has `most` under way already.
    pub(crate) fn begin(&self, user_id: Uuid, most: usize) -> Option<Place> {
        let mut counts = self.counts();
        let count = counts.entry(user_id).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { all: self.clone(), user_id })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.all.counts();
        if let Some(count) = counts.get_mut(&self.user_id) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.user_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_user_has_so_many_places_and_those_without_any_under_way_are_forgotten() {
        let all = UnderWay::default();
        let (ana, bo) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let first = all.begin(ana, 2);
        let second = all.begin(ana, 2);
        assert!(first.is_some() && second.is_some());
        assert!(all.begin(ana, 2).is_none());
        assert!(all.begin(bo, 2).is_some());
        drop(first);
        let again = all.begin(ana, 2);
        assert!(again.is_some() && all.begin(ana, 2).is_none());
        drop((second, again));
        assert!(all.counts().is_empty());
    }
}
