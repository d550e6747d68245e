//! The mail worker, and previews of templates.

mod dispatching;
mod leasing;
mod previewing;
