//! Applications from the draft to the decision.

mod journey;
mod reviewing;
