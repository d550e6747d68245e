//! Rate limits against guessing and flooding: the table of limits (`table`), token buckets (`rate`), the use case that
//! takes tokens from them (`service`), and use cases whose outcome decides what counts (`rate_limited`). An address, a
//! network or a user has a separate bucket in each limit. A bucket refills by itself, so no lock-out is permanent. The
//! HTTP crate calls it.

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
