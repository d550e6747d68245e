use super::words;

words! {
    /// A direction, named as in the API.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Order {
        /// Smallest, oldest or alphabetically first comes first.
        Asc = "asc",
        #[default]
        Desc = "desc",
    }
}
