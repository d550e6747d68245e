//! Limits concurrent work per user or network in this process, so that one client cannot exhaust a shared resource.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running sizes by key. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct KeyedLimit<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// The share of one running task. Dropping it releases the share.
pub(crate) struct Permit<K: Eq + Hash> {
    all: KeyedLimit<K>,
    key: K,
    size: usize,
}

impl<K: Eq + Hash + Clone> KeyedLimit<K> {
    /// `None` if this size would exceed `most` for the key.
    pub(crate) fn begin(&self, key: K, size: usize, most: usize) -> Option<Permit<K>> {
        let mut sums = self.sums();
        let before = sums.get(&key).copied().unwrap_or_default();
        let after = before.checked_add(size).filter(|after| *after <= most)?;
        sums.insert(key.clone(), after);
        Some(Permit { all: self.clone(), key, size })
    }
}

impl<K: Eq + Hash> KeyedLimit<K> {
    pub(crate) fn sum(&self) -> usize {
        self.sums().values().sum()
    }

    fn sums(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut sums = self.all.sums();
        if let Some(sum) = sums.get_mut(&self.key) {
            *sum -= self.size;
            if *sum == 0 {
                sums.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_of_each_key_add_up_to_its_own_share_and_idle_keys_are_removed() {
        let all = KeyedLimit::default();
        let (large, small) = (all.begin("ana", 3, 5), all.begin("ana", 2, 5));
        assert!(large.is_some() && small.is_some());
        assert!(all.begin("ana", 1, 5).is_none());
        assert!(all.begin("ana", usize::MAX, usize::MAX).is_none());
        let other = all.begin("bo", 5, 5);
        assert!(other.is_some());
        assert_eq!(all.sum(), 10);
        drop((large, other));
        let again = all.begin("ana", 3, 5);
        assert!(again.is_some() && all.begin("ana", 1, 5).is_none());
        drop((small, again));
        assert!(all.sums().is_empty());
    }
}
