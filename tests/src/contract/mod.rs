//! The rules of every store, one suite per subject. `build.rs` lists the contracts. `tests/contracts` runs each on the
//! memory adapters and on PostgreSQL, and seeds bugs to check that the suites fail.

mod account;
mod application;
mod mailing;
mod operation;
mod steps;
mod stores;
mod walk;

use std::future::Future;

use tokio::task::JoinSet;

pub use account::*;
pub use application::*;
pub use mailing::*;
pub use operation::*;
pub use stores::{AuditRow, Backend, Readback, StoredMail, Stores};

include!(concat!(env!("OUT_DIR"), "/every_contract.rs"));

/// Instantiates one suite; only [`every_contract`] calls it.
#[macro_export]
macro_rules! contracts {
    ($backend:ty, $suite:ident: [$($contract:ident),* $(,)?]) => {
        mod $suite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $contract() {
                    let backend = <$backend as $crate::contract::Backend>::fresh().await;
                    let stores = $crate::contract::Backend::stores(&backend);
                    $crate::contract::$suite::$contract(&stores).await;
                    drop(stores);
                    $crate::contract::Backend::remove(backend).await;
                }
            )*
        }
    };
}

/// Runs all futures concurrently and returns their results in any order.
async fn concurrently<F>(all: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    all.into_iter().collect::<JoinSet<_>>().join_all().await
}
