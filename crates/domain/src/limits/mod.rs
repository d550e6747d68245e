//! Rate limits against guessing and flooding: the table of limits (`table`), token buckets (`rate`), the use case that
//! takes tokens (`service`), and use cases whose outcome decides what is counted (`rate_limited`). Each address,
//! network or user has a separate bucket for each limit. Buckets refill, so no lock-out is permanent.

mod known_networks;
mod rate;
mod rate_limited;
mod rate_limiter;
mod service;
mod table;

pub use known_networks::{KNOWN_FOR, KnownNetworks};
pub use rate::{Rate, Taken};
pub use rate_limited::{MailSupply, RateLimited};
pub use rate_limiter::{BucketKey, RateLimiter};
pub use service::{Bucket, LimitError, Limits, LimitsPorts, PACE};
pub use table::{KeyedBy, MailLimits, RateLimit};
