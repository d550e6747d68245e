//! The query parameters and the page envelope that all lists share.

use std::borrow::Cow;

use forum_domain::shared::{self as domain, FieldError, Listing, Order, PageRequest, Sorting};
use poem_openapi::Object;
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};

use crate::response::code::{ApiCode, Code};
use crate::response::schema_types::{Kind, Nullable, Text, required_value};
use crate::response::words::Word;

/// `?limit=`, `DEFAULT` items if absent.
pub(crate) type Limit<const DEFAULT: u32 = { domain::Page::DEFAULT_LIMIT }> =
    Query<Option<Number<Items<DEFAULT>>>>;
pub(crate) type Offset = Query<Option<Number<Skipped>>>;

pub(crate) type Cursor = Query<Option<Text<CursorKind>>>;
/// `?cursor=` of an append-only log.
pub(crate) type LogCursor = Query<Option<Text<LogCursorKind>>>;

fn page<const DEFAULT: u32>(limit: Limit<DEFAULT>, offset: Offset) -> Result<domain::Page, FieldError> {
    let limit = limit.0.map_or(i64::from(DEFAULT), |number| number.0);
    domain::Page::new(Some(limit), offset.0.map(|number| number.0))
}

/// The requested page of a list. `list` identifies its sorting and filter.
pub(crate) fn list_page<S: Sorting, const DEFAULT: u32>(
    limit: Limit<DEFAULT>,
    offset: Offset,
    cursor: Cursor,
    list: impl FnOnce(domain::Page) -> PageRequest<S>,
) -> Result<PageRequest<S>, FieldError> {
    // Clients may send the 0 that an omitted offset means.
    if offset.0.as_ref().is_some_and(|offset| offset.0 != 0) && cursor.0.is_some() {
        return Err(FieldError::new("/offset", "invalid_value", "Give offset or cursor, not both."));
    }
    let first = list(page(limit, offset)?);
    starting_at(first, Text::given(cursor.0))
}

/// The requested page of an append-only log. `log` identifies its filter.
pub(crate) fn log_page<S: Sorting>(
    limit: Limit,
    cursor: LogCursor,
    log: impl FnOnce(domain::Page) -> PageRequest<S>,
) -> Result<PageRequest<S>, FieldError> {
    let first = log(page(limit, Query(None))?);
    starting_at(first, Text::given(cursor.0))
}

/// The same page, starting at the cursor if there is one.
fn starting_at<S: Sorting>(
    first: PageRequest<S>,
    cursor: Option<String>,
) -> Result<PageRequest<S>, FieldError> {
    let invalid = |_| FieldError::new("/cursor", "invalid_cursor", Code::InvalidCursor.sentence());
    match cursor {
        Some(cursor) => first.at(&cursor).map_err(invalid),
        None => Ok(first),
    }
}

/// The text to search for; blank means none.
pub(crate) fn search_text(text: Option<&str>) -> Result<Option<String>, domain::Invalid> {
    filter_text(text, "/q", "The search text", domain::SEARCH_MAX)
}

/// A text to filter by; blank means none.
pub(crate) fn filter_text(
    text: Option<&str>,
    field: &'static str,
    label: &'static str,
    limit: usize,
) -> Result<Option<String>, domain::Invalid> {
    domain::TextRule { field, label, limit, multiline: false }.parse_optional(text)
}

pub(crate) struct CursorKind;

impl Kind for CursorKind {
    fn schema() -> MetaSchema {
        MetaSchema {
            description: Some(
                "Replaces `offset`: a `next_cursor` or `prev_cursor` of the same list with the same filter, `sort` and `order`.",
            ),
            max_length: Some(domain::Cursor::MAX),
            ..MetaSchema::new("string")
        }
    }
}

pub(crate) struct LogCursorKind;

impl Kind for LogCursorKind {
    fn schema() -> MetaSchema {
        MetaSchema {
            description: Some("A `next_cursor` of the same log with the same filter."),
            ..CursorKind::schema()
        }
    }
}

/// Schema of an integer in the document; the domain checks it.
pub(crate) trait Bounds: Send + Sync + 'static {
    const DESCRIPTION: &'static str;
    /// None if clients must not send the default with every request.
    const DEFAULT: Option<u32>;
    const MINIMUM: u32;
    const MAXIMUM: u32;
}

pub(crate) struct Items<const DEFAULT: u32>;

impl<const DEFAULT: u32> Bounds for Items<DEFAULT> {
    const DESCRIPTION: &'static str = "Maximum number of items to return.";
    const DEFAULT: Option<u32> = Some(DEFAULT);
    const MINIMUM: u32 = 1;
    const MAXIMUM: u32 = domain::Page::MAX_LIMIT;
}

pub(crate) struct Skipped;

impl Bounds for Skipped {
    const DESCRIPTION: &'static str = "How many items to skip. Omit it beside a `cursor`.";
    const DEFAULT: Option<u32> = None;
    const MINIMUM: u32 = 0;
    const MAXIMUM: u32 = domain::Page::MAX_OFFSET;
}

pub(crate) struct Number<B>(i64, std::marker::PhantomData<fn() -> B>);

impl<B: Bounds> Type for Number<B> {
    required_value!();

    fn name() -> Cow<'static, str> {
        i64::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        i64::schema_ref().merge(MetaSchema {
            description: Some(B::DESCRIPTION),
            default: B::DEFAULT.map(Into::into),
            minimum: Some(B::MINIMUM.into()),
            maximum: Some(B::MAXIMUM.into()),
            ..MetaSchema::ANY
        })
    }
}

impl<B: Bounds> ParseFromParameter for Number<B> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        let number = i64::parse_from_parameter(value).map_err(ParseError::propagate)?;
        Ok(Self(number, std::marker::PhantomData))
    }
}

/// The default of lists read from their beginning.
pub(crate) fn ascending() -> Word<Order> {
    Word(Order::Asc)
}

/// The default of lists whose newest items matter most.
pub(crate) fn descending() -> Word<Order> {
    Word(Order::Desc)
}

/// A page of a list.
#[derive(Object)]
pub(crate) struct Page<T: ParseFromJSON + ToJSON> {
    /// The items on this page.
    items: Vec<T>,
    /// Total number of items that match the filter.
    total: u64,
    /// The requested maximum number of items.
    limit: u32,
    /// Number of skipped items. Null on a page requested by `cursor`.
    offset: Nullable<u32>,
    /// The `cursor` of the next page. Null if there is none.
    next_cursor: Nullable<String>,
    /// The `cursor` of the previous page. Null if there is none.
    prev_cursor: Nullable<String>,
}

impl<T: ParseFromJSON + ToJSON> Page<T> {
    pub(crate) fn of<U>(listing: Listing<U>, view: impl FnMut(U) -> T) -> Self {
        let Listing { items, total, total_is_exact: _, limit, offset, next_cursor, prev_cursor } = listing;
        Self {
            items: items.into_iter().map(view).collect(),
            total,
            limit,
            offset: Nullable(offset),
            next_cursor: Nullable(next_cursor),
            prev_cursor: Nullable(prev_cursor),
        }
    }
}

/// A short list, which is returned completely.
#[derive(Object)]
pub(crate) struct CompleteList<T: ParseFromJSON + ToJSON> {
    /// All items.
    items: Vec<T>,
    /// Always null, because the list is complete.
    next_cursor: Nullable<String>,
}

impl<T: ParseFromJSON + ToJSON> FromIterator<T> for CompleteList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().collect(), next_cursor: Nullable(None) }
    }
}

/// A page of an append-only log, newest entries first.
#[derive(Object)]
pub(crate) struct LogPage<T: ParseFromJSON + ToJSON> {
    /// The entries on this page.
    items: Vec<T>,
    /// The `cursor` of the next page with older entries. Null if there is none.
    next_cursor: Nullable<String>,
}

impl<T: ParseFromJSON + ToJSON> LogPage<T> {
    pub(crate) fn of<U>(page: domain::LogPage<U>, view: impl FnMut(U) -> T) -> Self {
        let domain::LogPage { items, next_cursor } = page;
        Self { items: items.into_iter().map(view).collect(), next_cursor: Nullable(next_cursor) }
    }
}
