//! Checks of the repository against its documents: import rules, links and citations.

mod architecture;
mod citations;
mod documentation;
