//! Recipes of the justfile that the documents name exist.

use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{Document, assert_all, block_lines, read, sample, spans};

static RECIPES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let recipe = Regex::new(r"(?m)^([a-z][a-z-]*)(?: [^:=\n]*)?:(?:[^=]|$)").expect("a pattern");
    let justfile = read(Path::new("justfile"));
    recipe.captures_iter(&justfile).map(|found| found[1].to_owned()).collect()
});

fn unknown(document: &Document) -> Vec<String> {
    static COMMAND: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:npx -y rust-)?just ([a-z][a-z-]*)").expect("a pattern"));
    let lines = spans(&document.text).into_iter().chain(block_lines(&document.text));
    let named = lines.filter_map(|line| COMMAND.captures(line)).map(|found| found[1].to_owned());
    named.filter(|name| !RECIPES.contains(name)).collect()
}

#[test]
fn every_recipe_is_in_the_justfile() {
    assert_all(unknown);
}

#[test]
fn a_missing_recipe_is_found_in_text_and_in_blocks() {
    let text = "`just test` `npx -y rust-just tset` `just mutants file PATH…` `justify`\n```sh\nnpx -y rust-just upp\n```\n\
                `npx -y rust-just`";
    assert_eq!(unknown(&sample(text)), ["tset", "upp"]);
}
