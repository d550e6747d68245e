//! Runs every contract on the memory adapters.

forum_tests::every_contract!(forum_tests::memory::MemoryDatabase);
