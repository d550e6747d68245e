//! Runs a test on the in-memory stores and on PostgreSQL.

use crate::contract::Backend;
use crate::harness::Ports;

/// Instantiates tests on both kinds of stores, each on a fresh database: `async fn name(ports: Ports)` becomes
/// `in_memory::name` and `on_postgresql::name`.
#[macro_export]
macro_rules! on_both_stores {
    ($($test:ident),+ $(,)?) => {
        mod in_memory {
            $(
                #[tokio::test]
                async fn $test() {
                    $crate::harness::run_on::<$crate::memory::MemoryDatabase>(super::$test).await;
                }
            )+
        }

        mod on_postgresql {
            $(
                #[tokio::test]
                async fn $test() {
                    $crate::harness::run_on::<$crate::postgres::PostgresDatabase>(super::$test).await;
                }
            )+
        }
    };
}

/// Runs one test on a new database, which is removed if the test passes and no invariant is violated.
pub async fn run_on<B: Backend>(test: impl AsyncFnOnce(Ports)) {
    let backend = B::fresh().await;
    test(Ports::on(backend.stores())).await;
    assert_eq!(backend.broken().await, Vec::<String>::new(), "`doctor --invariants` would complain");
    backend.remove().await;
}
