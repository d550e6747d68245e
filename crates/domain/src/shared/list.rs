//! Pages of lists: requests and results.

use futures_util::stream::BoxStream;
use time::OffsetDateTime;

use super::cursor::{Cursor, Place, Scope, Side, Sorting};
use super::{Code, Fault, FieldError, Refusal, words};

/// Maximum length of search text in code points.
pub const SEARCH_MAX: usize = 200;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Order {
        /// Smallest, oldest or alphabetically first comes first.
        Asc = "asc",
        #[default]
        Desc = "desc",
    }
}

/// A page, given by its size and the number of items before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Maximum number of items, 1–100.
    pub limit: u32,
    pub offset: u32,
}

impl Page {
    /// Page size if the request has no limit.
    pub const DEFAULT_LIMIT: u32 = 25;
    pub const MAX_LIMIT: u32 = 100;
    /// Maximum number of items to skip, the range of the store's integers.
    pub const MAX_OFFSET: u32 = i32::MAX as u32;

    /// Validates a caller's request; `None` means the default.
    ///
    /// # Errors
    /// `/limit` or `/offset` with code `out_of_range`.
    pub fn new(limit: Option<i64>, offset: Option<i64>) -> Result<Self, FieldError> {
        let limit = limit.unwrap_or(i64::from(Self::DEFAULT_LIMIT));
        if !(1..=i64::from(Self::MAX_LIMIT)).contains(&limit) {
            return Err(FieldError::new("/limit", "out_of_range", "limit must be from 1 to 100."));
        }
        let offset = offset.unwrap_or(0);
        if !(0..=i64::from(Self::MAX_OFFSET)).contains(&offset) {
            return Err(FieldError::new("/offset", "out_of_range", "offset must be 0 or more."));
        }
        // Both casts are in range by the checks above.
        Ok(Self { limit: limit as u32, offset: offset as u32 })
    }
}

impl Default for Page {
    fn default() -> Self {
        Self { limit: Self::DEFAULT_LIMIT, offset: 0 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    Offset(u32),
    Cursor(Cursor),
}

/// A request for part of a sorted list. Cursors are bound to the sorting and the filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest<S> {
    /// Ties are sorted by id.
    pub sort: S,
    pub order: Order,
    /// Maximum number of items, 1–100.
    pub limit: u32,
    pub start: Start,
    scope: Scope,
}

impl<S: Sorting> PageRequest<S> {
    /// A page with this sort order and a filter with these words (in a fixed order, including empty ones).
    pub fn new(page: Page, sort: S, order: Order, filter: &[&str]) -> Self {
        let start = Start::Offset(page.offset);
        Self { sort, order, limit: page.limit, start, scope: Scope::of(sort, order, filter) }
    }

    /// The same request, but starting at a cursor instead of an offset.
    ///
    /// # Errors
    /// `invalid_cursor` for a malformed cursor, or one for another list, sort order, direction or filter.
    pub fn at(self, cursor: &str) -> Result<Self, Refusal> {
        let words = "the cursor belongs to another list, sorting or filter";
        let decoded = Cursor::decode(cursor, self.scope, self.sort.key_kinds());
        let cursor = decoded.ok_or_else(|| Refusal::new(Code::InvalidCursor, words))?;
        Ok(Self { start: Start::Cursor(cursor), ..self })
    }

    pub fn is_backward(&self) -> bool {
        matches!(&self.start, Start::Cursor(cursor) if cursor.side == Side::Before)
    }

    pub fn reading_order(&self) -> Order {
        match (self.order, self.is_backward()) {
            (Order::Asc, false) | (Order::Desc, true) => Order::Asc,
            (Order::Desc, false) | (Order::Asc, true) => Order::Desc,
        }
    }

    /// Number of rows that the store reads: one more than the page size shows whether there are more.
    pub fn rows_to_read(&self) -> u32 {
        self.limit + 1
    }

    /// The number of rows in the whole list, if `rows` of [`rows_to_read`](Self::rows_to_read) show it: on the last page.
    pub fn total(&self, rows: usize) -> Option<u64> {
        let Start::Offset(offset) = self.start else { return None };
        let is_last = rows <= self.limit as usize && (rows > 0 || offset == 0);
        is_last.then(|| u64::from(offset) + rows as u64)
    }
}

/// Maximum number of rows in a batch of an export: 6 MB of applications if every field has its maximum length.
pub const EXPORT_BATCH: usize = 250;

/// Batches of up to [`EXPORT_BATCH`] rows, which end after an error. All batches come from one snapshot. Dropping the stream
/// releases its resources.
pub type Batches<T> = BoxStream<'static, Result<Vec<T>, Fault>>;

/// All rows of a list.
pub struct Export<T> {
    pub at: OffsetDateTime,
    pub total: u64,
    pub rows: Batches<T>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    pub items: Vec<T>,
    /// Number of items in the whole list with the same filter.
    pub total: u64,
    /// `false` if a long list was not counted to its end.
    pub total_is_exact: bool,
    pub limit: u32,
    /// The requested number of items before this page; `None` for a page by cursor.
    pub offset: Option<u32>,
    /// Cursor of the next page; `None` on the last page.
    pub next_cursor: Option<String>,
    pub prev_cursor: Option<String>,
}

impl<T> Listing<T> {
    pub fn try_map<U, E>(self, map: impl FnMut(T) -> Result<U, E>) -> Result<Listing<U>, E> {
        let Self { items, total, total_is_exact, limit, offset, next_cursor, prev_cursor } = self;
        let items = items.into_iter().map(map).collect::<Result<_, E>>()?;
        Ok(Listing { items, total, total_is_exact, limit, offset, next_cursor, prev_cursor })
    }

    /// A page of a list that was read completely. `rows` may be in any order.
    pub fn of_all<S: Sorting>(request: &PageRequest<S>, mut rows: Vec<(Place, T)>) -> Self {
        let total = rows.len() as u64;
        let ascending = request.reading_order() == Order::Asc;
        rows.sort_by(|(one, _), (other, _)| if ascending { one.cmp(other) } else { other.cmp(one) });
        let skipped = match &request.start {
            Start::Offset(offset) => *offset as usize,
            Start::Cursor(Cursor { place: start, .. }) => rows
                .iter()
                .filter(|(place, _)| if ascending { place <= start } else { place >= start })
                .count(),
        };
        let read = rows.into_iter().skip(skipped).take(request.rows_to_read() as usize).collect();
        Self::by_key(request, read, total)
    }

    /// A page with its cursors. `rows` are the first [`rows_to_read`](PageRequest::rows_to_read) from the start of the
    /// request, in its [`reading_order`](PageRequest::reading_order).
    pub fn by_key<S: Sorting>(request: &PageRequest<S>, mut rows: Vec<(Place, T)>, total: u64) -> Self {
        let limit = request.limit as usize;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        if request.is_backward() {
            rows.reverse();
        }
        let (has_prev, has_next) = match &request.start {
            Start::Offset(offset) => (*offset > 0, has_more),
            Start::Cursor(Cursor { side: Side::After, .. }) => (true, has_more),
            Start::Cursor(Cursor { side: Side::Before, .. }) => (has_more, true),
        };
        let cursor = |row: Option<&(Place, T)>, side| {
            row.map(|(place, _)| Cursor { side, place: place.clone() }.encode(request.scope))
        };
        Self {
            next_cursor: has_next.then(|| cursor(rows.last(), Side::After)).flatten(),
            prev_cursor: has_prev.then(|| cursor(rows.first(), Side::Before)).flatten(),
            items: rows.into_iter().map(|(_, item)| item).collect(),
            total,
            total_is_exact: true,
            limit: request.limit,
            offset: match request.start {
                Start::Offset(offset) => Some(offset),
                Start::Cursor(_) => None,
            },
        }
    }
}

/// A page of an append-only log, which is not counted because it grows without bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPage<T> {
    /// The entries of this page, newest first.
    pub items: Vec<T>,
    /// Cursor of older entries; `None` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> LogPage<T> {
    /// A page of a log from the rows that [`Listing::by_key`] takes.
    pub fn by_key<S: Sorting>(request: &PageRequest<S>, rows: Vec<(Place, T)>) -> Self {
        Listing::by_key(request, rows, 0).into()
    }
}

impl<T> From<Listing<T>> for LogPage<T> {
    fn from(Listing { items, next_cursor, .. }: Listing<T>) -> Self {
        Self { items, next_cursor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_within_its_bounds_or_refused() {
        let kept = [(None, Some(25)), (Some(1), Some(1)), (Some(100), Some(100))];
        let limits = kept.into_iter().chain([(Some(0), None), (Some(101), None)]);
        for (limit, expected) in limits {
            assert_eq!(Page::new(limit, None).ok().map(|page| page.limit), expected, "{limit:?}");
        }
        let last = i64::from(i32::MAX);
        let offsets = [(None, Some(0)), (Some(last), Some(2_147_483_647)), (Some(-1), None)];
        let beyond =
            [last + 1, 1 << 32, (1 << 32) + 1, i64::MAX, i64::MIN].map(|offset| (Some(offset), None));
        for (offset, expected) in offsets.into_iter().chain(beyond) {
            assert_eq!(Page::new(None, offset).ok().map(|page| page.offset), expected, "{offset:?}");
        }
    }
}
