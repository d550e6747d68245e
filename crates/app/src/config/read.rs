//! Reads individual settings and collects errors.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use forum_adapters::secret_file;
use strsim::levenshtein;

use super::ConfigErrors;

/// The environment variables of this process; the only place that may read them.
#[expect(clippy::disallowed_methods, reason = "this is the only reader of settings")]
pub fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// Variables by name, the names that were read, and the errors so far.
pub(super) struct Source {
    variables: BTreeMap<String, OsString>,
    known: BTreeSet<String>,
    errors: Vec<String>,
    pub(super) shown: Vec<(&'static str, String)>,
}

impl Source {
    /// Ignores names that are not valid UTF-8, because the names of all settings are.
    pub(super) fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let variables = variables
            .into_iter()
            .filter_map(|(name, value)| name.into_string().ok().map(|name| (name, value)))
            .collect();
        Self { variables, known: BTreeSet::new(), errors: Vec::new(), shown: Vec::new() }
    }

    /// The unchanged value. An empty value is the same as an unset variable.
    pub(super) fn raw(&mut self, name: &str) -> Option<OsString> {
        self.known.insert(name.to_owned());
        self.variables.get(name).filter(|value| !value.is_empty()).cloned()
    }

    /// A path, which need not be valid UTF-8.
    fn path(&mut self, name: &str) -> Option<PathBuf> {
        self.raw(name).map(PathBuf::from)
    }

    pub(super) fn folder(&mut self, name: &'static str, default: PathBuf) -> PathBuf {
        let folder = self.path(name).unwrap_or(default);
        self.show(name, folder.display().to_string());
        folder
    }

    /// A path, or nothing, which is shown as `missing`.
    pub(super) fn optional_path(&mut self, name: &'static str, missing: &str) -> Option<PathBuf> {
        let path = self.path(name);
        self.show(name, path.as_ref().map_or_else(|| missing.to_owned(), |path| path.display().to_string()));
        path
    }

    /// A UTF-8 string. Any other value is an error.
    fn text(&mut self, name: &str) -> Option<String> {
        match self.raw(name)?.into_string() {
            Ok(text) => Some(text),
            Err(_) => {
                self.add_error(format!("{name}: is not valid UTF-8"));
                None
            }
        }
    }

    /// Parses a value. If `parse` returns `None`, the error is that the setting must be `expected`.
    pub(super) fn parsed<T>(
        &mut self,
        name: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(name)?;
        let parsed = parse(&text);
        if parsed.is_none() {
            self.add_error(format!("{name}: must be {expected}"));
        }
        parsed
    }

    pub(super) fn value<T: Display>(
        &mut self,
        name: &'static str,
        default: T,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> T {
        let value = self.parsed(name, expected, parse).unwrap_or(default);
        self.show(name, value.to_string());
        value
    }

    /// A value, or nothing, which is shown as `missing`.
    pub(super) fn optional<T: Display>(
        &mut self,
        name: &'static str,
        missing: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.parsed(name, expected, parse);
        self.show(name, value.as_ref().map_or_else(|| missing.to_owned(), ToString::to_string));
        value
    }

    pub(super) fn list<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        shown: impl Fn(&T) -> &str,
        parse: impl FnOnce(&str) -> Option<Vec<T>>,
    ) -> Vec<T> {
        let list = self.parsed(name, expected, parse).unwrap_or_default();
        self.show_list(name, list.iter().map(shown));
        list
    }

    pub(super) fn number<T>(&mut self, name: &'static str, range: RangeInclusive<T>, default: T) -> T
    where
        T: FromStr + PartialOrd + Display,
    {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        self.value(name, default, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))
    }

    /// Records the value for `config check`, which prints the settings in the order in which they are read.
    pub(super) fn show(&mut self, name: &'static str, value: impl Into<String>) {
        self.shown.push((name, value.into()));
    }

    pub(super) fn show_list<'a>(&mut self, name: &'static str, values: impl Iterator<Item = &'a str>) {
        let values: Vec<&str> = values.collect();
        self.show(name, if values.is_empty() { "none".to_owned() } else { values.join(", ") });
    }

    /// A secret: the variable itself, or the content of a regular file. The variable `<name>_FILE` names that file, or
    /// systemd passes it as the credential `name`.
    pub(super) fn secret(&mut self, name: &str) -> Option<String> {
        let value = self.text(name);
        let file_variable = format!("{name}_FILE");
        let credential = self.path("CREDENTIALS_DIRECTORY").map(|directory| directory.join(name));
        let (source, file) = match (self.path(&file_variable), credential.filter(|file| file.exists())) {
            (None, None) => return value,
            (Some(file), None) => (file_variable, file),
            (None, Some(file)) => (format!("the credential {name}"), file),
            (Some(_), Some(_)) => {
                self.add_error(format!(
                    "{name}: set either {file_variable} or the credential {name}, not both"
                ));
                return None;
            }
        };
        if value.is_some() {
            self.add_error(format!("{name}: set either it or {source}, not both"));
            return None;
        }
        match secret_file::read(&file) {
            Ok(text) => Some(text.trim_end_matches(['\n', '\r']).to_owned()),
            Err(error) => {
                self.add_error(format!("{source}: cannot read {}: {error}", file.display()));
                None
            }
        }
    }

    /// Adds an error, which should begin with the variable's name.
    pub(super) fn add_error(&mut self, error: String) {
        self.errors.push(error);
    }

    /// The value, unless it is missing or was refused, which is reported.
    pub(super) fn or_report<T>(&mut self, name: &str, read: Option<Result<T, impl Display>>) -> Option<T> {
        let read = read?.map_err(|error| self.add_error(format!("{name}: {error}")));
        read.ok()
    }

    /// Adds the error that a variable is needed, unless its value was refused for another reason.
    pub(super) fn add_missing(&mut self, name: &str, why: &str) {
        if !self.errors.iter().any(|error| error.starts_with(name)) {
            self.add_error(format!("{name}: {why}"));
        }
    }

    /// Refuses names that were not read, because a typo must not silently mean the default. Returns `value` if there are
    /// no errors.
    pub(super) fn finish<T>(mut self, value: T) -> Result<T, ConfigErrors> {
        let is_unknown = |name: &&String| name.starts_with("FORUM_") && !self.known.contains(*name);
        for name in self.variables.keys().filter(is_unknown) {
            let settings = self.known.iter().filter(|known| known.starts_with("FORUM__"));
            let nearest = settings.min_by_key(|known| levenshtein(name, known));
            // Kubernetes sets FORUM_SERVICE_HOST and others for a service that is called `forum`.
            let is_similar = nearest.is_some_and(|nearest| levenshtein(name, nearest) <= 3);
            if !name.starts_with("FORUM__") && !is_similar {
                continue;
            }
            let hint = nearest.map(|nearest| format!("; did you mean {nearest}?")).unwrap_or_default();
            self.errors.push(format!("{name}: unknown setting{hint}"));
        }
        if self.errors.is_empty() { Ok(value) } else { Err(ConfigErrors(self.errors)) }
    }
}
