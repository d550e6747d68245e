//! The repository against its documents: import rules, links, and the jobs of CI.

mod architecture;
mod ci_jobs;
mod documentation;
