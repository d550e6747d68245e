//! Reading a page of a sorted list, in memory.

use forum_domain::shared::{Cursor, Listing, Order, PageRequest, Place, Sorting, Start};

/// The page of `rows`, which come in any order.
pub(super) fn read<S: Sorting, T>(mut rows: Vec<(Place, T)>, page: &PageRequest<S>) -> Listing<T> {
    let total = rows.len() as u64;
    let ascending = page.reading_order() == Order::Asc;
    rows.sort_by(|(one, _), (other, _)| if ascending { one.cmp(other) } else { other.cmp(one) });
    let skipped = match &page.start {
        Start::Offset(offset) => *offset as usize,
        Start::Cursor(Cursor { place: start, .. }) => {
            rows.iter().filter(|(place, _)| if ascending { place <= start } else { place >= start }).count()
        }
    };
    let read = rows.into_iter().skip(skipped).take(page.rows_to_read() as usize).collect();
    Listing::by_key(page, read, total)
}
