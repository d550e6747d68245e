//! CI runs the jobs of CONTRIBUTING.md whose files have changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const TABLE: &str = include_str!("../../../CONTRIBUTING.md");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const EVERY_JOB: &str = "every job";

struct Row {
    job: &'static str,
    patterns: Vec<&'static str>,
    command: &'static str,
}

fn rows() -> Vec<Row> {
    let section = TABLE.lines().skip_while(|line| *line != "## What CI runs");
    let lines = section.skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = lines.take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let patterns = cells[2].split_whitespace().map(|pattern| pattern.trim_matches('`')).collect();
        Row { job: cells[1], patterns, command: cells[3] }
    });
    rows.collect()
}

/// The rows of jobs, without the row of the files that every job depends on.
fn jobs() -> impl Iterator<Item = Row> {
    rows().into_iter().filter(|row| row.job != EVERY_JOB)
}

fn every_job() -> BTreeSet<String> {
    jobs().map(|row| row.job.to_owned()).collect()
}

/// Runs a program without the variables that CI or a git hook sets.
fn run(folder: &Path, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(program);
    for variable in ["CI_BASE", "GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(variable);
    }
    let Output { status, stdout, stderr } =
        command.current_dir(folder).args(arguments).envs(variables.iter().copied()).output().expect(program);
    assert!(status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let user = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    run(folder, "git", &[&user, arguments].concat(), &[])
}

/// A checkout with one commit after the last landing, and the jobs that run in it.
struct Checkout(TempDir);

impl Checkout {
    fn new() -> Self {
        let checkout = Self(tempfile::tempdir().expect("a folder"));
        for name in [".ci/jobs", "CONTRIBUTING.md"] {
            fs::create_dir_all(checkout.path(name).parent().expect("its folder")).expect("a folder");
            fs::copy(Path::new(ROOT).join(name), checkout.path(name)).expect("a copy");
        }
        checkout.git(&["init", "--quiet"]);
        checkout.commit();
        checkout.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        checkout.change("unrelated");
        checkout.commit();
        checkout
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(self.0.path(), arguments)
    }

    /// Creates a file or appends a line to it.
    fn change(&self, name: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("its folder")).expect("a folder");
        let text = fs::read_to_string(&path).unwrap_or_default() + "\n";
        fs::write(path, text).expect("a file");
    }

    /// The jobs that run while a file differs.
    fn selected_by(&self, name: &str) -> BTreeSet<String> {
        let original = fs::read(self.path(name)).ok();
        self.change(name);
        let selected = self.selected();
        match original {
            Some(bytes) => fs::write(self.path(name), bytes),
            None => fs::remove_file(self.path(name)),
        }
        .expect("the original state");
        selected
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "Change files"]);
    }

    fn selected(&self) -> BTreeSet<String> {
        self.selected_with(&[], &[])
    }

    fn selected_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> BTreeSet<String> {
        let text = run(self.0.path(), ".ci/jobs", arguments, variables);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        let found: Vec<(&str, &str)> = lines.iter().map(|cells| (cells[1], cells[2])).collect();
        let expected: Vec<(&str, &str)> = jobs().map(|row| (row.job, row.command)).collect();
        assert_eq!(found, expected, "jobs and commands of the script");
        lines.iter().filter(|cells| cells[0] == "run").map(|cells| cells[1].to_owned()).collect()
    }
}

/// The first and the last pattern of each job stand for all, because the script passes them to git together, and
/// `every_listed_pattern_matches_a_file` checks each of them.
#[test]
fn a_change_of_a_listed_file_selects_its_job() {
    let checkout = Checkout::new();
    for Row { job, patterns, .. } in rows() {
        for pattern in [patterns.first(), patterns.last()].into_iter().flatten() {
            let name = pattern.replace("**", "folder/file").replace('*', "name");
            let selected = checkout.selected_by(&name);
            let expected = if job == EVERY_JOB { every_job() } else { [job.to_owned()].into() };
            assert!(selected.is_superset(&expected), "{name} selects {selected:?}");
        }
    }
}

#[test]
fn a_change_selects_only_the_jobs_that_list_its_file() {
    let checkout = Checkout::new();
    assert_eq!(checkout.selected(), [].into());
    for (name, expected) in [
        ("crates/domain/src/lib.rs", &[][..]),
        ("crates/http/src/request/mod.rs", &[]),
        ("docs/glossary.md", &[]),
        ("tests/http/main.rs", &[]),
        ("ui/src/main.tsx", &["engines"]),
        ("deploy/observability/alerts.yml", &["observability"]),
        ("deploy/Containerfile", &["container"]),
        ("migrations/0099_new.sql", &["package", "several-processes"]),
        ("crates/app/src/main.rs", &["container", "newcomer", "package", "several-processes"]),
    ] {
        let expected = expected.iter().copied().map(str::to_owned).collect();
        assert_eq!(checkout.selected_by(name), expected, "{name}");
    }
}

#[test]
fn removed_and_moved_files_select_their_jobs() {
    let checkout = Checkout::new();
    checkout.change("deploy/Containerfile");
    checkout.change("deploy/observability/alerts.yml");
    checkout.commit();
    checkout.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    checkout.git(&["rm", "--quiet", "deploy/Containerfile"]);
    checkout.git(&["mv", "deploy/observability/alerts.yml", "alerts.yml"]);
    checkout.commit();
    assert_eq!(checkout.selected(), ["container", "observability"].map(str::to_owned).into());
}

#[test]
fn every_job_runs_when_the_last_landing_is_unknown() {
    let checkout = Checkout::new();
    assert_eq!(checkout.selected(), [].into());
    assert_eq!(checkout.selected_with(&["all"], &[]), every_job());
    assert_eq!(checkout.selected_with(&[], &[("CI_BASE", "HEAD~1")]), [].into());
    assert_eq!(checkout.selected_with(&[], &[("CI_BASE", "no-such-branch")]), every_job());
    assert_eq!(checkout.selected_with(&[], &[("CI_BASE", "HEAD")]), every_job(), "it has landed");

    let shallow = tempfile::tempdir().expect("a folder");
    let origin = format!("file://{}", checkout.0.path().display());
    git(shallow.path(), &["clone", "--quiet", "--depth=1", &origin, "."]);
    let shallow = Checkout(shallow);
    shallow.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    shallow.change("unrelated");
    shallow.commit();
    assert_eq!(shallow.selected(), every_job(), "a shallow history");

    checkout.git(&["update-ref", "-d", "refs/remotes/origin/main"]);
    assert_eq!(checkout.selected(), every_job(), "no origin/main");
}

#[test]
fn every_listed_pattern_matches_a_file() {
    for Row { patterns, .. } in rows() {
        for pattern in patterns {
            let found = git(Path::new(ROOT), &["ls-files", "--", &format!(":(glob){pattern}")]);
            assert!(!found.is_empty(), "{pattern} matches no file");
        }
    }
}

#[test]
fn the_command_of_every_job_exists() {
    let recipes = fs::read_to_string(Path::new(ROOT).join("justfile")).expect("the justfile");
    for Row { job, command, .. } in jobs() {
        let missing = command.split(" && ").find(|part| {
            let mut words = part.split(' ').filter(|word| !word.contains('='));
            match words.next() {
                Some("npx") => {
                    let recipe = words.nth(2).unwrap_or("no recipe");
                    !recipes.lines().any(|line| line.split([':', ' ']).next() == Some(recipe))
                }
                Some(script) => !Path::new(ROOT).join(script).is_file(),
                None => true,
            }
        });
        assert_eq!(missing, None, "{job}");
    }
}
