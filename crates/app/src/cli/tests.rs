//! Checks that the commands in the documentation exist.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use super::*;

/// The program, and the script in the Debian package that runs it with the service's settings.
const NAMES: [&str; 2] = ["educators-forum", "forumctl"];

/// A command in a document. In running text, arguments may be omitted.
struct Documented {
    words: Vec<String>,
    in_text: bool,
}

/// The words of a command line up to a comment, pipe or redirection. Of the shell's syntax, only double quotes and
/// `$(…)` are supported.
fn words(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    while let Some((before, command)) = line.split_once("$(") {
        let after = command.split_once(')').map_or("", |(_, after)| after);
        line = format!("{before}result{after}");
    }
    let mut words = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        for word in part.split_whitespace() {
            if matches!(word, "#" | "|" | ">" | "<" | "&&") {
                return words;
            }
            words.push(word.to_owned());
        }
    }
    words
}

fn commands(document: &str) -> Vec<Documented> {
    let is_command = |words: &[String]| {
        let name = words.first().and_then(|word| word.rsplit('/').next());
        name.is_some_and(|name| NAMES.contains(&name)) && words.len() > 1
    };
    let mut found = Vec::new();
    for (number, block) in document.split("```").enumerate() {
        if number % 2 == 1 {
            let lines = block.lines().map(words).filter(|words| is_command(words));
            found.extend(lines.map(|words| Documented { words, in_text: false }));
        } else {
            // Blocks may be indented instead of fenced.
            let indented = block.lines().filter(|line| line.starts_with("    ")).map(words);
            let indented = indented.filter(|words| is_command(words));
            found.extend(indented.map(|words| Documented { words, in_text: false }));
            let spans = block.split('`').skip(1).step_by(2).map(words).filter(|words| is_command(words));
            found.extend(spans.map(|words| Documented { words, in_text: true }));
        }
    }
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect()
}

fn markdown_in(folder: &Path) -> Vec<PathBuf> {
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    entries(folder).into_iter().filter(is_markdown).collect()
}

fn documents_below(folder: &Path) -> Vec<PathBuf> {
    let folders = entries(folder).into_iter().filter(|path| path.is_dir());
    markdown_in(folder).into_iter().chain(folders.flat_map(|folder| documents_below(&folder))).collect()
}

#[test]
fn every_command_in_the_documentation_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    for file in [markdown_in(&root), documents_below(&root.join("docs"))].concat() {
        for Documented { words, in_text } in commands(&std::fs::read_to_string(&file).expect("a document")) {
            seen += 1;
            let refused = Arguments::try_parse_from(&words).err().map(|error| error.kind());
            let incomplete = [
                ErrorKind::MissingRequiredArgument,
                ErrorKind::MissingSubcommand,
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ];
            let shown = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
            let known =
                refused.is_none_or(|kind| shown.contains(&kind) || in_text && incomplete.contains(&kind));
            assert!(known, "{}: {} ({refused:?})", file.display(), words.join(" "));
        }
    }
    assert!(seen >= 20, "only {seen} commands were found");
}
