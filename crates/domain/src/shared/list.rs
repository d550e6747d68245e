//! Pages of lists: `limit` 1–100, `offset` from 0, and the envelope that every list answers with.

use super::FieldError;

/// Code points of a text to search for at most.
pub const SEARCH_MAX: usize = 200;

/// Ascending or descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Smallest, oldest, first of the alphabet first.
    Asc,
    /// The reverse.
    #[default]
    Desc,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Items at most, 1–100.
    pub limit: u32,
    /// Items to pass over.
    pub offset: u32,
}

/// Why a page was refused.
pub type InvalidPage = FieldError;

impl Page {
    /// Items of a page where the caller does not say.
    pub const DEFAULT_LIMIT: u32 = 25;
    /// Items of a page at most.
    pub const MAX_LIMIT: u32 = 100;
    /// Items to pass over at most: what the store can count to.
    pub const MAX_OFFSET: u32 = i32::MAX as u32;

    /// Checks what a caller asked for; `None` means the default.
    ///
    /// # Errors
    /// `/limit` or `/offset` with code `out_of_range`.
    pub fn new(limit: Option<i64>, offset: Option<i64>) -> Result<Self, InvalidPage> {
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

/// A page of a list and how long the whole list is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// Items in the whole list under the same filter.
    pub total: u64,
    /// The page that was asked for.
    pub page: Page,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_within_its_bounds_or_refused() {
        let limits = [
            (None, Some(25)),
            (Some(1), Some(1)),
            (Some(100), Some(100)),
            (Some(0), None),
            (Some(101), None),
        ];
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
