//! The rules of every adapter: locks, races, rollback, cursors, retention, leases and plans of the stores on PostgreSQL,
//! and the contracts of the other ports.

mod account;
mod application;
mod application_races;
mod files;
mod images;
mod mail;
mod operation;
mod postgres;
mod process_lock;
mod races;
mod rollback;
mod steps;
mod trust;
mod walk;

use tokio::task::JoinSet;

/// Makes these functions tests, each with the stores on a database of its own.
macro_rules! on_postgresql {
    ($($test:ident),+ $(,)?) => {
        mod on_postgresql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $test() {
                    super::$test(&forum_tests::stores::Stores::fresh().await).await;
                }
            )+
        }
    };
}
use on_postgresql;

/// Runs all futures concurrently and returns their results in any order.
async fn concurrently<F>(all: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    all.into_iter().collect::<JoinSet<_>>().join_all().await
}
