//! `bounds`: prints docs/bounds.md.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().lock().write_all(forum_tests::bounds::document().as_bytes())
}
