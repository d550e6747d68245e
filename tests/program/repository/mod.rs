//! The repository against its documents: import rules, citations, and statements of the documents that the repository can
//! confirm.

mod architecture;
mod citations;
mod documentation;
