//! Checks of the repository against its documents: import rules, citations, and statements in the documents that the
//! repository can confirm.

mod architecture;
mod citations;
mod documentation;
