//! Walks through a list by cursor.

use forum_domain::shared::{Listing, Page, PageRequest, Sorting};
use uuid::Uuid;

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
