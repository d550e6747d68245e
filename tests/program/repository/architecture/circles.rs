//! The modules in a folder have no import cycles. The compiler only refuses cycles between crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

const CRATES: [&str; 5] = ["domain", "adapters", "private-postgres", "http", "app"];

/// The path of a module or item from the crate's root.
type Place = Vec<String>;
type Parts = BTreeMap<String, BTreeSet<String>>;

/// The name of the crate's root among its modules.
const ROOT: &str = "crate";

#[test]
fn no_crate_has_an_import_cycle() {
    let mut found = Vec::new();
    for name in CRATES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(name).join("src/lib.rs");
        let paths = paths(&root);
        for folder in folders(&paths) {
            let parts = parts(&paths, &folder);
            assert!(!parts.is_empty() || !folder.is_empty(), "{name} has parts");
            for circle in circles(&parts) {
                let of_circle = |to: &&String| circle.contains(&to.as_str());
                let arrows =
                    circle.iter().map(|from| (*from, parts[*from].iter().filter(of_circle).collect()));
                let arrows: BTreeMap<&str, Vec<&String>> = arrows.collect();
                found.push(format!("{name} {}: {arrows:?}", folder.join("::")));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_kind_of_path_between_modules_is_found() {
    let text = "
        mod one { use crate::{two::Two, three}; pub(crate) fn f() {} }
        mod two { fn f(x: super::three::X) {} mod inner { use super::super::one::f; } }
        mod three { fn f() { println!(\"{}\", crate::four::F) } use crate::Root; }
        mod four { #[cfg(test)] mod tests { use crate::one; } use std::one; }
        use one::f;
    ";
    let mut walk = Walk::default();
    walk.file(&syn::parse_file(text).expect("Rust"), Path::new(""));
    let parts = parts(&walk.paths, &[]);
    let of = |name: &str| parts.get(name).into_iter().flatten().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(of("one"), ["three", "two"]);
    assert_eq!(of("two"), ["one", "three"]);
    assert_eq!(of("three"), ["crate", "four"]);
    assert_eq!(of("four"), Vec::<&str>::new());
    assert_eq!(of("crate"), ["one"]);
    let circles = circles(&parts);
    assert_eq!(circles, BTreeSet::from([vec!["crate", "one", "three", "two"]]));
}

/// Groups of modules that import each other, each group once and sorted.
fn circles(parts: &Parts) -> BTreeSet<Vec<&str>> {
    let all: BTreeMap<&str, BTreeSet<&str>> =
        parts.keys().map(|part| (part.as_str(), reached(parts, part))).collect();
    let group = |part: &&str| -> Vec<&str> {
        let both = all.iter().filter(|(other, to)| all[part].contains(*other) && to.contains(part));
        both.map(|(other, _)| *other).collect()
    };
    all.keys().map(group).filter(|group| !group.is_empty()).collect()
}

fn reached<'a>(parts: &'a Parts, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(part) = open.pop() {
        let next = parts.get(part).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|next| seen.insert(*next)));
    }
    seen
}

/// The modules, including the root, that contain at least two modules.
fn folders(paths: &BTreeSet<(Place, Place)>) -> BTreeSet<Place> {
    let modules: BTreeSet<&Place> = paths.iter().map(|(from, _)| from).collect();
    let parents: Vec<&[String]> = modules.iter().filter_map(|m| Some(m.split_last()?.1)).collect();
    let several = |parent: &&&[String]| parents.iter().filter(|other| *other == *parent).count() > 1;
    parents.iter().filter(several).map(|parent| parent.to_vec()).collect()
}

/// The modules in a folder, and the modules in it that each one names. Items of the folder itself are omitted, except
/// for a crate's root, whose items count as a module.
fn parts(paths: &BTreeSet<(Place, Place)>, folder: &[String]) -> Parts {
    let modules: BTreeSet<&Place> = paths.iter().map(|(from, _)| from).collect();
    let part = |place: &Place| {
        let child = place.strip_prefix(folder)?.first();
        let child = child.filter(|name| modules.contains(&[folder, &[(*name).clone()]].concat()));
        child.cloned().or_else(|| folder.is_empty().then(|| ROOT.to_owned()))
    };
    let mut parts = Parts::new();
    for (from, to) in paths {
        match (part(from), part(to)) {
            (Some(from), Some(to)) if from != to => {
                parts.entry(from).or_default().insert(to);
            }
            _ => {}
        }
    }
    parts
}

/// Every path in the crate with this root: the importing module and the target.
fn paths(root: &Path) -> BTreeSet<(Place, Place)> {
    let mut walk = Walk::default();
    walk.file(&parse(root), root.parent().expect("a folder"));
    walk.paths
}

fn parse(path: &Path) -> syn::File {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Tests may import modules that their own module may not.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// Follows the modules of a crate from its root and collects their paths.
#[derive(Default)]
struct Walk {
    /// The current module.
    at: Place,
    /// The modules inside the current module, with which a path may start.
    children: BTreeSet<String>,
    paths: BTreeSet<(Place, Place)>,
}

impl Walk {
    /// `folder` contains the files of the modules inside this one.
    fn file(&mut self, file: &syn::File, folder: &Path) {
        let modules = file.items.iter().filter_map(|item| match item {
            Item::Mod(module) if !is_for_tests(&module.attrs) => Some(module),
            _ => None,
        });
        let children = modules.clone().map(|module| module.ident.to_string()).collect();
        for module in modules.filter(|module| module.content.is_none()) {
            let name = module.ident.to_string();
            let (beside, inside) = (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
            self.at.push(name.clone());
            self.file(&parse(if beside.exists() { &beside } else { &inside }), &folder.join(name));
            self.at.pop();
        }
        self.children = children;
        // A module without imports is also included.
        self.paths.insert((self.at.clone(), self.at.clone()));
        self.visit_file(file);
    }

    fn note(&mut self, path: &[String]) {
        let mut place = self.at.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            // The path comes from `pub(crate)`.
            Some("crate") if path.len() == 1 => return,
            Some("crate") => (place, rest) = (Place::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            Some("super") => {
                while rest.first().is_some_and(|name| name == "super") {
                    place.pop();
                    rest = &rest[1..];
                }
            }
            Some(name) if self.children.contains(name) => {}
            _ => return,
        }
        place.extend_from_slice(rest);
        self.paths.insert((self.at.clone(), place));
    }

    fn use_tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.use_tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.note(&with(&name.ident)),
            UseTree::Rename(name) => self.note(&with(&name.ident)),
            UseTree::Glob(_) => self.note(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.use_tree(tree, before)),
        }
    }

    /// Collects the paths in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Place::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.note(&std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                }
                other => {
                    self.note(&std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
            colons = 0;
        }
        self.note(&path);
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.content.is_some() && !is_for_tests(&module.attrs) {
            self.at.push(module.ident.to_string());
            self.paths.insert((self.at.clone(), self.at.clone()));
            let children = std::mem::take(&mut self.children);
            visit::visit_item_mod(self, module);
            self.children = children;
            self.at.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.use_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.note(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Place>());
        visit::visit_path(self, path);
    }

    /// `pub(crate)` names no module.
    fn visit_visibility(&mut self, _visibility: &'ast Visibility) {}

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}
