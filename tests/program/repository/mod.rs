//! Checks of the repository against its documents: import rules, citations, the jobs of CI, and statements in the documents
//! that the repository can confirm.

mod architecture;
mod ci_jobs;
mod citations;
mod documentation;
