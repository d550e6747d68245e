//! The repository against its documents: import rules, and links.

mod architecture;
mod documentation;
