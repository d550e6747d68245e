//! Writes the macro `every_contract`, which makes a test of each `pub async fn NAME(stores: &Stores)` in `src/contract`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Result, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDER: &str = "src/contract";

fn main() -> Result<()> {
    writeln!(io::stdout(), "cargo::rerun-if-changed={FOLDER}")?;
    let mut suites = BTreeMap::<String, Vec<String>>::new();
    for file in files(Path::new(FOLDER))? {
        // A suite is a file or a folder in the folder of its subject.
        let path = file.strip_prefix(FOLDER).unwrap_or(&file).with_extension("");
        let Some(suite) = path.iter().nth(1) else { continue };
        let source = fs::read_to_string(&file)?;
        let signatures = source.lines().filter_map(|line| line.strip_prefix("pub async fn "));
        let contracts = signatures.filter_map(|line| line.strip_suffix("(stores: &Stores) {"));
        let suite = suites.entry(suite.to_string_lossy().into_owned()).or_default();
        suite.extend(contracts.map(str::to_owned));
    }
    let mut text = String::new();
    for (suite, contracts) in suites.iter().filter(|(_, contracts)| !contracts.is_empty()) {
        let _ = writeln!(text, "$crate::contracts!($backend, {suite}: [{}]);", contracts.join(", "));
    }
    #[expect(clippy::disallowed_methods, reason = "Cargo names the output folder of a build script this way")]
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let head =
        "/// Instantiates every contract on one backend, named by its absolute path, as one test each.";
    let text = format!(
        "{head}\n#[macro_export]\nmacro_rules! every_contract {{ ($backend:ty) => {{\n{text}}}; }}\n"
    );
    fs::write(Path::new(&out).join("every_contract.rs"), text)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
