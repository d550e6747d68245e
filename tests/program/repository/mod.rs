//! The repository against its documents: import rules, and statements of the documents that the repository can confirm.

mod architecture;
mod documentation;
