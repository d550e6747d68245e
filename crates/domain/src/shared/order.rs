#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Smallest, oldest or alphabetically first comes first.
    Asc,
    #[default]
    Desc,
}

impl Order {
    /// The name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        }
    }
}
