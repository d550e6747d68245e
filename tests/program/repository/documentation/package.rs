//! Documents in the Debian package link only to files in the package, which has the folder structure of the repository.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::links::targets;
use super::{Document, FILES, read};

const FOLDER: &str = "usr/share/doc/educators-forum";

/// The files in the package: their paths in the repository and their paths when installed.
static PACKAGED: LazyLock<BTreeMap<PathBuf, PathBuf>> = LazyLock::new(|| {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .output()
        .expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut packages = metadata["packages"].as_array().expect("packages").iter();
    let program = packages.find(|package| package["name"] == "educators-forum").expect("the program");
    let assets = program["metadata"]["deb"]["assets"].as_array().expect("assets");
    let cell = |asset: &Value, at: usize| asset[at].as_str().expect("a text").to_owned();
    let files = |asset: &Value| {
        let (source, place) = (cell(asset, 0), cell(asset, 1));
        let source = source.trim_start_matches("../../");
        let pattern =
            Regex::new(&format!("^{}$", regex::escape(source).replace(r"\*", "[^/]*"))).expect("a pattern");
        let found = FILES.iter().filter(|file| pattern.is_match(&file.to_string_lossy()));
        found.map(|file| (file.clone(), place_of(&place, file))).collect::<Vec<_>>()
    };
    assets.iter().flat_map(files).collect()
});

/// The installed path of a file. A `place` that ends with a slash is a folder.
fn place_of(place: &str, file: &Path) -> PathBuf {
    if place.ends_with('/') { Path::new(place).join(file.file_name().expect("a name")) } else { place.into() }
}

/// Resolves `..`.
fn resolved(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, component| {
        if component == Component::ParentDir {
            path.pop();
        } else {
            path.push(component);
        }
        path
    })
}

/// The links in a packaged document that have no target when installed. A link may name a folder.
fn broken(document: &Document) -> Vec<String> {
    let place = &PACKAGED[&document.path];
    let leads_nowhere = |target: &&str| {
        let file = target.split('#').next().unwrap_or_default();
        let target = resolved(&place.parent().expect("a folder").join(file));
        !file.is_empty() && !PACKAGED.values().any(|place| place.starts_with(&target))
    };
    targets(&document.text).filter(leads_nowhere).map(str::to_owned).collect()
}

#[test]
fn documents_of_the_package_link_only_to_files_of_the_package() {
    let documents =
        PACKAGED.keys().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let documents: Vec<_> = documents.map(|path| Document { path: path.clone(), text: read(path) }).collect();
    assert!(documents.len() > 5, "only {} documents", documents.len());
    for document in documents {
        assert_eq!(broken(&document), [""; 0], "{}", document.path.display());
    }
}

#[test]
fn a_link_out_of_the_package_is_found() {
    let text = "[a](trouble.md#site-down) [b](how-to.md) [c](../deploy/proxy) [d](../justfile) [e](#here)";
    let document = Document { path: "docs/deploy.md".into(), text: text.to_owned() };
    assert_eq!(broken(&document), ["how-to.md", "../justfile"]);
}

#[test]
fn every_named_path_of_the_package_exists() {
    let named = Regex::new(&format!("/{FOLDER}/[A-Za-z0-9_./-]*[A-Za-z0-9]")).expect("a pattern");
    let is_text =
        |path: &&PathBuf| ["deploy", "docs", "scripts"].iter().any(|folder| path.starts_with(folder));
    let mut seen = 0;
    for path in FILES.iter().filter(is_text).filter(|path| !path.starts_with("docs/screenshots")) {
        for found in named.find_iter(&read(path)) {
            seen += 1;
            let place = Path::new(found.as_str().trim_start_matches('/'));
            let exists = PACKAGED.values().any(|packaged| packaged.starts_with(place));
            assert!(exists, "{}: {}", path.display(), found.as_str());
        }
    }
    assert!(seen > 3, "only {seen} paths");
}
