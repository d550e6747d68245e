//! `FORUM__FILES__URL`: where photos are kept. Parsed here, named by the program, which knows the setting's
//! name.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use super::key;

/// Where photos are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilesUrl {
    /// `fs://`: files in a folder.
    Folder {
        /// The folder.
        directory: PathBuf,
    },
    /// `s3://`: objects in a bucket.
    S3(S3Bucket),
}

/// A bucket of S3 or of a server that speaks like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct S3Bucket {
    /// Its name.
    pub bucket: String,
    /// The server as a URL without a slash at its end; `None` is Amazon's own.
    pub endpoint: Option<String>,
    /// The region that requests are signed for.
    pub region: String,
    /// What stands before every key; may be empty.
    pub prefix: String,
    /// Who signs.
    pub credentials: Credentials,
}

/// A pair of keys. The secret stays out of logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The public half.
    pub access_key: String,
    /// The secret half.
    pub secret_key: String,
    /// Goes with keys that are lent for a while.
    pub session_token: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(…)")
    }
}

/// What the environment says where the URL is silent: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
/// `AWS_SESSION_TOKEN`, `AWS_REGION`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AwsEnvironment {
    /// `AWS_ACCESS_KEY_ID`
    pub access_key: Option<String>,
    /// `AWS_SECRET_ACCESS_KEY`
    pub secret_key: Option<String>,
    /// `AWS_SESSION_TOKEN`
    pub session_token: Option<String>,
    /// `AWS_REGION`
    pub region: Option<String>,
}

/// What is wrong with the URL. Never repeats a value: a secret may stand there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesUrlError {
    /// No URL at all.
    #[error("is no URL ({0}); write fs://, fs:///absolute/path or s3://bucket?endpoint=https://…&region=…")]
    Malformed(String),
    /// A scheme we do not know.
    #[error("has the scheme {0}://, but files go to fs:// or s3://")]
    UnknownScheme(String),
    /// Something that has no meaning where it stands.
    #[error("has {0}, which has no meaning there")]
    Surplus(&'static str),
    /// `s3://` alone.
    #[error("names no bucket; write s3://bucket?endpoint=https://…&region=…")]
    NoBucket,
    /// A parameter we do not know, or its name is not even a word.
    #[error("has {0} behind the ?; known are endpoint, region, access_key, secret_key and prefix")]
    UnknownParameter(String),
    /// A parameter twice.
    #[error("says {0} twice")]
    Twice(&'static str),
    /// Not UTF-8 after decoding.
    #[error("holds text that is not UTF-8 once its %-signs are decoded")]
    Undecodable,
    /// The endpoint is no address of a server.
    #[error("has an endpoint that is no plain http:// or https:// address; write endpoint=https://host:port")]
    BadEndpoint,
    /// The prefix would not make keys.
    #[error("has a prefix that is no path of letters, digits, '.', '_' and '-'; write prefix=photos")]
    BadPrefix,
    /// Amazon's own server needs to know.
    #[error("names neither region nor endpoint; write region=… or set AWS_REGION")]
    NoRegion,
    /// No keys anywhere.
    #[error(
        "has no keys; write access_key=…&secret_key=… (or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)"
    )]
    NoCredentials,
    /// One key of two.
    #[error("has an access_key without a secret_key, or a secret_key without an access_key")]
    HalfCredentials,
}

const PARAMETERS: [&str; 5] = ["endpoint", "region", "access_key", "secret_key", "prefix"];
/// What servers other than Amazon's expect unless they say otherwise.
const USUAL_REGION: &str = "us-east-1";

impl FilesUrl {
    /// What holds without the setting, and what a bare `fs://` means: `<data dir>/files`.
    pub fn default_folder(data_dir: &Path) -> Self {
        Self::Folder { directory: data_dir.join("files") }
    }

    /// Reads the setting.
    ///
    /// # Errors
    /// See [`FilesUrlError`]; its sentence goes behind the name of the setting.
    pub fn parse(text: &str, data_dir: &Path, environment: &AwsEnvironment) -> Result<Self, FilesUrlError> {
        let url = Url::parse(text.trim()).map_err(|error| FilesUrlError::Malformed(error.to_string()))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FilesUrlError::Surplus("a user or password; keys go behind the ?"));
        }
        if url.fragment().is_some() {
            return Err(FilesUrlError::Surplus("a # (write %23 for one that belongs to a key)"));
        }
        match url.scheme() {
            "fs" => Self::from_folder_url(&url, data_dir),
            "s3" => S3Bucket::from_url(&url, environment).map(Self::S3),
            other => Err(FilesUrlError::UnknownScheme(other.to_owned())),
        }
    }

    fn from_folder_url(url: &Url, data_dir: &Path) -> Result<Self, FilesUrlError> {
        if url.host_str().is_some_and(|host| !host.is_empty()) {
            return Err(FilesUrlError::Surplus("a host (write fs:///absolute/path with three slashes)"));
        }
        if url.query().is_some() {
            return Err(FilesUrlError::Surplus("a ? behind a folder"));
        }
        match url.path() {
            "" | "/" => Ok(Self::default_folder(data_dir)),
            path if path.starts_with('/') => Ok(Self::Folder { directory: PathBuf::from(decoded(path)?) }),
            _ => Err(FilesUrlError::Surplus("a relative path (write fs:///absolute/path)")),
        }
    }

    /// The setting as people may see it: without keys.
    pub fn describe(&self) -> String {
        match self {
            Self::Folder { directory } => format!("fs://{}", directory.display()),
            Self::S3(S3Bucket { bucket, endpoint, region, prefix, .. }) => {
                let endpoint = endpoint.as_ref().map(|url| format!("endpoint={url}&")).unwrap_or_default();
                let prefix = if prefix.is_empty() { String::new() } else { format!("&prefix={prefix}") };
                format!("s3://{bucket}?{endpoint}region={region}{prefix}")
            }
        }
    }
}

impl S3Bucket {
    fn from_url(url: &Url, environment: &AwsEnvironment) -> Result<Self, FilesUrlError> {
        let bucket = url.host_str().filter(|host| !host.is_empty()).ok_or(FilesUrlError::NoBucket)?;
        if url.port().is_some() {
            return Err(FilesUrlError::Surplus("a port (the server goes into endpoint=…)"));
        }
        if !matches!(url.path(), "" | "/") {
            return Err(FilesUrlError::Surplus("a path (write prefix=… behind the ?)"));
        }
        let mut given = parameters(url.query().unwrap_or_default())?;
        let endpoint = given.remove("endpoint").map(|text| parse_endpoint(&text)).transpose()?;
        let region = given.remove("region").or_else(|| environment.region.clone());
        let region = match (region, &endpoint) {
            (Some(region), _) => region,
            (None, Some(_)) => USUAL_REGION.to_owned(),
            (None, None) => return Err(FilesUrlError::NoRegion),
        };
        let prefix = given.remove("prefix").unwrap_or_default().trim_matches('/').to_owned();
        if !prefix.is_empty() && key::checked(&prefix).is_err() {
            return Err(FilesUrlError::BadPrefix);
        }
        let credentials = match (given.remove("access_key"), given.remove("secret_key")) {
            (Some(access_key), Some(secret_key)) => {
                Credentials { access_key, secret_key, session_token: None }
            }
            (None, None) => environment.credentials()?,
            _ => return Err(FilesUrlError::HalfCredentials),
        };
        Ok(Self { bucket: bucket.to_owned(), endpoint, region, prefix, credentials })
    }
}

impl AwsEnvironment {
    fn credentials(&self) -> Result<Credentials, FilesUrlError> {
        match (self.access_key.clone(), self.secret_key.clone()) {
            (Some(access_key), Some(secret_key)) => {
                Ok(Credentials { access_key, secret_key, session_token: self.session_token.clone() })
            }
            (None, None) => Err(FilesUrlError::NoCredentials),
            _ => Err(FilesUrlError::HalfCredentials),
        }
    }
}

/// The parameters by name. A `+` stays a `+`: secret keys have them.
fn parameters(query: &str) -> Result<BTreeMap<&'static str, String>, FilesUrlError> {
    let mut given = BTreeMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let known = PARAMETERS.into_iter().find(|known| *known == name);
        let name = known.ok_or_else(|| FilesUrlError::UnknownParameter(harmless(name)))?;
        if given.insert(name, decoded(value)?).is_some() {
            return Err(FilesUrlError::Twice(name));
        }
    }
    given.retain(|_, value: &mut String| !value.is_empty());
    Ok(given)
}

/// The unknown name, if it cannot be part of a secret whose `&` was not written `%26`.
fn harmless(name: &str) -> String {
    let word = name.len() <= 20 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if word { name.to_owned() } else { "something unknown".to_owned() }
}

fn parse_endpoint(text: &str) -> Result<String, FilesUrlError> {
    let url = Url::parse(text).map_err(|_| FilesUrlError::BadEndpoint)?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if plain { Ok(url.as_str().trim_end_matches('/').to_owned()) } else { Err(FilesUrlError::BadEndpoint) }
}

fn decoded(text: &str) -> Result<String, FilesUrlError> {
    let decoded = percent_decode_str(text).decode_utf8().map_err(|_| FilesUrlError::Undecodable)?;
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod tests;
