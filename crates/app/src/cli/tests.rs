//! The commands in the documentation exist.

use std::fs;
use std::path::Path;

use clap::error::ErrorKind;

use super::*;

#[test]
fn every_command_in_the_documentation_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documents =
        fs::read_dir(root.join("docs")).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut seen = 0;
    for file in documents.chain([root.join("README.md")]).filter(|file| !file.is_dir()) {
        let text = fs::read_to_string(&file).expect("a document").replace("$(date +%F)", "today");
        // Lines of blocks, and spans in running text, where arguments may be omitted.
        let parts = text.lines().flat_map(|line| line.split('`').chain([line.trim()]));
        let is_command = |part: &&str| part.starts_with("educators-forum ") || part.starts_with("forumctl ");
        for command in parts.filter(is_command) {
            seen += 1;
            let words = shlex::split(command).expect("a command line").into_iter();
            let words = words.take_while(|word| !["|", ">", "&&"].contains(&word.as_str()));
            let incomplete = [
                ErrorKind::MissingRequiredArgument,
                ErrorKind::MissingSubcommand,
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ];
            let refused = Arguments::try_parse_from(words).err();
            let known =
                refused.is_none_or(|refused| !refused.use_stderr() || incomplete.contains(&refused.kind()));
            assert!(known, "{}: {command}", file.display());
        }
    }
    assert!(seen >= 20, "only {seen} commands were found");
}
