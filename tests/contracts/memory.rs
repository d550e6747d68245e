//! Every contract on the memory adapters.

use forum_tests::memory::MemoryDatabase;

forum_tests::every_contract!(MemoryDatabase);
