//! Checks the tables of ARCHITECTURE.md against Cargo's metadata.

mod circles;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../ARCHITECTURE.md");

type Packages = BTreeMap<String, BTreeSet<String>>;

/// Direct dependencies of every workspace package, without dev- and build-dependencies.
fn dependencies() -> Packages {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .output()
        .expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let names = |package: &Value| {
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let normal = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        normal.map(|dependency| dependency["name"].as_str().expect("a name").to_owned()).collect()
    };
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().map(|p| (p["name"].as_str().expect("a name").to_owned(), names(p))).collect()
}

/// The first and second cell of each row in the table with this header.
fn table(header: &str) -> Vec<(String, String)> {
    let after = DOCUMENT.split_once(header).expect("the table is in ARCHITECTURE.md").1;
    let rows = after.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (cells.next().expect("a first cell"), cells.next().expect("a second cell"))
    })
    .collect()
}

fn violations(packages: &Packages) -> Vec<String> {
    let ours: BTreeSet<&String> = packages.keys().collect();
    let mut found = Vec::new();
    for (package, allowed) in table("| package | may depend on |") {
        let Some(dependencies) = packages.get(&package) else {
            found.push(format!("{package} is in the table and not in the workspace"));
            continue;
        };
        if allowed == "all of them" {
            continue;
        }
        let words: BTreeSet<&str> =
            allowed.split([',', ' ', ':']).map(str::trim).filter(|word| !word.is_empty()).collect();
        let closed = !allowed.contains("technologies") && package == "forum-domain";
        for dependency in dependencies {
            let named = words.contains(dependency.as_str());
            if (ours.contains(dependency) || closed) && !named {
                found.push(format!("{package} must not depend on {dependency}"));
            }
        }
    }
    for (technologies, allowed) in table("| technology | only in |") {
        let allowed: Vec<&str> = allowed.split(',').map(str::trim).collect();
        for technology in technologies.split(',').map(str::trim) {
            for (package, dependencies) in packages {
                if dependencies.contains(technology) && !allowed.contains(&package.as_str()) {
                    found.push(format!("{technology} must not be used in {package}"));
                }
            }
        }
    }
    found
}

#[test]
fn crates_depend_only_where_the_architecture_allows() {
    let packages = dependencies();
    assert_eq!(
        packages.len(),
        table("| package | may depend on |").len(),
        "a package is missing from the table"
    );
    assert_eq!(violations(&packages), Vec::<String>::new());
}

#[test]
fn every_forbidden_dependency_is_found() {
    let wrong = [
        ("forum-domain", "tokio"),
        ("forum-domain", "sqlx"),
        ("forum-domain", "forum-adapters"),
        ("forum-adapters", "forum-http"),
        ("forum-adapters", "poem"),
        ("forum-http", "forum-adapters"),
        ("forum-http", "sqlx"),
        ("forum-http", "lettre"),
        ("educators-forum", "poem"),
        ("educators-forum", "sqlx"),
        ("educators-forum", "forum-tests"),
        ("forum-tests", "poem"),
    ];
    for (package, dependency) in wrong {
        let mut packages = dependencies();
        packages.get_mut(package).expect("a package").insert(dependency.to_owned());
        assert!(!violations(&packages).is_empty(), "{package} with {dependency} passed");
    }
}
