//! Tools for steps, the rules that a store runs under its lock, and for walks through a list by cursor.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use forum_domain::shared::{Code, Listing, Page, PageRequest, Refusal, Sorting};
use futures_util::future::BoxFuture;
use tokio::task::JoinSet;
use uuid::Uuid;

/// How long the first step waits for a second that must not come. If this is too short, a missing lock may go
/// unnoticed, but a correct store never fails.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) type Step<C, R> = Box<dyn FnOnce(&C) -> R + Send>;

/// A rendezvous inside two steps. Without a lock, both are inside at the same time and act on the same old state. With it,
/// the second enters only after the first has stored its result.
#[derive(Clone, Default)]
pub(crate) struct Rendezvous(Arc<(Mutex<Inside>, Condvar)>);

#[derive(Default)]
struct Inside {
    entered: u32,
    have_met: bool,
}

impl Rendezvous {
    /// The step, which first meets the other one.
    pub(crate) fn before<C: ?Sized + 'static, R: 'static>(&self, step: Step<C, R>) -> Step<C, R> {
        let meeting = self.clone();
        Box::new(move |context| {
            meeting.enter();
            step(context)
        })
    }

    /// Enters and waits for the other step, up to [`PATIENCE`].
    pub(crate) fn enter(&self) {
        let (inside, changed) = &*self.0;
        // Steps are synchronous; `block_in_place` lets the runtime run the other one.
        tokio::task::block_in_place(|| {
            let mut inside = inside.lock().unwrap_or_else(PoisonError::into_inner);
            inside.entered += 1;
            changed.notify_all();
            if inside.entered == 1 {
                let waited = changed.wait_timeout_while(inside, PATIENCE, |inside| inside.entered < 2);
                let (mut inside, waited) = waited.unwrap_or_else(PoisonError::into_inner);
                inside.have_met = !waited.timed_out();
            }
        });
    }

    fn inside<T>(&self, read: impl FnOnce(&Inside) -> T) -> T {
        read(&self.0.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) type Act = BoxFuture<'static, Result<(), Refusal>>;

/// The second of two acts begins while the first is in its step, which holds the locks. Expects that it waits for the first,
/// and returns both results.
pub(crate) async fn race(acts: impl FnOnce(&Rendezvous) -> [Act; 2]) -> [Result<(), Code>; 2] {
    let meeting = Rendezvous::default();
    let [first, second] = acts(&meeting);
    let (mut one, mut two) = (JoinSet::new(), JoinSet::new());
    let begun = one.spawn(first);
    while meeting.inside(|inside| inside.entered == 0) {
        assert!(!begun.is_finished(), "the first act entered no step");
        tokio::task::yield_now().await;
    }
    two.spawn(second);
    let results = [one.join_all().await, two.join_all().await];
    assert!(!meeting.inside(|inside| inside.have_met), "both acts were in their steps at the same time");
    results.map(|mut result| result.remove(0).map_err(|refusal| refusal.code))
}

/// Values that steps record for the test, oldest first.
#[derive(Clone)]
pub(crate) struct Recorder<T>(Arc<Mutex<Vec<T>>>);

impl<T> Default for Recorder<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Recorder<T> {
    pub(crate) fn record(&self, value: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(value);
    }

    /// The values recorded since the last call.
    pub(crate) fn take(&self) -> Vec<T> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Expects that pages of two visit each of five items once, in the order of the whole list.
pub(crate) async fn expect_walk<T, S: Sorting, L: Future<Output = Listing<T>>>(
    request: impl Fn(Page) -> PageRequest<S>,
    list: impl Fn(PageRequest<S>) -> L,
    id: impl Fn(&T) -> Uuid,
) {
    let request = |limit| request(Page { limit, offset: 0 });
    let ids = |page: &Listing<T>| page.items.iter().map(&id).collect::<Vec<_>>();
    let whole = ids(&list(request(5)).await);
    let mut page = list(request(2)).await;
    let mut seen = ids(&page);
    while let Some(cursor) = &page.next_cursor {
        page = list(request(2).at(cursor).expect("a cursor of this list")).await;
        assert_eq!((page.total, page.offset), (5, None));
        seen.extend(ids(&page));
    }
    assert_eq!((seen.len(), seen), (5, whole));
}
