//! The direction of a sorted list.

/// Ascending or descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Smallest, oldest, first of the alphabet first.
    Asc,
    /// The reverse.
    #[default]
    Desc,
}

impl Order {
    /// The word in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        }
    }
}
