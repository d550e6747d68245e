//! Parses `FORUM__FILES__URL`, the location of the photos. The caller adds the name of the setting to errors.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use super::key;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilesUrl {
    Folder { directory: PathBuf },
    S3(S3Bucket),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct S3Bucket {
    pub bucket: String,
    /// The server's URL without a trailing slash. `None` means Amazon S3.
    pub endpoint: Option<String>,
    pub region: String,
    /// Prefix of every key. May be empty.
    pub prefix: String,
    pub credentials: Credentials,
}

/// An access key pair. Debug output omits the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub access_key: String,
    pub secret_key: String,
    /// Part of temporary credentials.
    pub session_token: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(…)")
    }
}

/// Values for omitted parameters of the URL: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`,
/// `AWS_REGION`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AwsEnvironment {
    pub access_key: Option<String>,
    pub secret_key: Option<String>,
    pub session_token: Option<String>,
    pub region: Option<String>,
}

/// An error in a URL. Never contains a value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesUrlError {
    #[error(
        "is not a URL ({0}); write fs://, fs:///absolute/path or s3://bucket?endpoint=https://…&region=…"
    )]
    Malformed(String),
    #[error("has the scheme {0}://, but must be fs:// or s3://")]
    UnknownScheme(String),
    #[error("has {0}, which has no meaning there")]
    Surplus(&'static str),
    #[error("names no bucket; write s3://bucket?endpoint=https://…&region=…")]
    NoBucket,
    #[error("has {0} after the ?; known are endpoint, region, access_key, secret_key and prefix")]
    UnknownParameter(String),
    #[error("contains {0} twice")]
    Twice(&'static str),
    #[error("contains text that is not UTF-8 after percent-decoding")]
    Undecodable,
    #[error(
        "has an endpoint that is not a plain http:// or https:// address; write endpoint=https://host:port"
    )]
    BadEndpoint,
    #[error("has a prefix that is not a path of letters, digits, '.', '_' and '-'; write prefix=photos")]
    BadPrefix,
    #[error("names neither region nor endpoint; write region=… or set AWS_REGION")]
    NoRegion,
    #[error(
        "has no keys; write access_key=…&secret_key=… (or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)"
    )]
    NoCredentials,
    #[error("has an access_key without a secret_key, or a secret_key without an access_key")]
    HalfCredentials,
}

const PARAMETERS: [&str; 5] = ["endpoint", "region", "access_key", "secret_key", "prefix"];
/// The default region of servers other than Amazon's.
const DEFAULT_REGION: &str = "us-east-1";

impl FilesUrl {
    /// `<data dir>/files`: the default, and the meaning of a bare `fs://`.
    pub fn default_folder(data_dir: &Path) -> Self {
        Self::Folder { directory: data_dir.join("files") }
    }

    pub fn parse(text: &str, data_dir: &Path, environment: &AwsEnvironment) -> Result<Self, FilesUrlError> {
        let url = Url::parse(text.trim()).map_err(|error| FilesUrlError::Malformed(error.to_string()))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FilesUrlError::Surplus("a user or password; keys go after the ?"));
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
            return Err(FilesUrlError::Surplus("a ? after a folder"));
        }
        match url.path() {
            "" | "/" => Ok(Self::default_folder(data_dir)),
            path if path.starts_with('/') => Ok(Self::Folder { directory: PathBuf::from(decoded(path)?) }),
            _ => Err(FilesUrlError::Surplus("a relative path (write fs:///absolute/path)")),
        }
    }

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
            return Err(FilesUrlError::Surplus("a path (write prefix=… after the ?)"));
        }
        let mut given = parameters(url.query().unwrap_or_default())?;
        let endpoint = given.remove("endpoint").map(|text| parse_endpoint(&text)).transpose()?;
        let region = given.remove("region").or_else(|| environment.region.clone());
        let region = match (region, &endpoint) {
            (Some(region), _) => region,
            (None, Some(_)) => DEFAULT_REGION.to_owned(),
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

/// The parameters by name. A `+` is literal, because secret keys contain it.
fn parameters(query: &str) -> Result<BTreeMap<&'static str, String>, FilesUrlError> {
    let mut given = BTreeMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let known = PARAMETERS.into_iter().find(|known| *known == name);
        let name = known.ok_or_else(|| FilesUrlError::UnknownParameter(without_secret(name)))?;
        if given.insert(name, decoded(value)?).is_some() {
            return Err(FilesUrlError::Twice(name));
        }
    }
    given.retain(|_, value: &mut String| !value.is_empty());
    Ok(given)
}

/// The unknown name, unless it may be part of a secret with an unencoded `&`.
fn without_secret(name: &str) -> String {
    let is_name = name.len() <= 20 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_name { name.to_owned() } else { "something unknown".to_owned() }
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEYS: &str = "access_key=AKIA&secret_key=s3cret";

    fn parsed(text: &str) -> Result<FilesUrl, FilesUrlError> {
        FilesUrl::parse(text, Path::new("/data"), &AwsEnvironment::default())
    }

    fn bucket(text: &str) -> S3Bucket {
        match parsed(text).expect("a files URL") {
            FilesUrl::S3(bucket) => bucket,
            folder => panic!("{folder:?}"),
        }
    }

    #[test]
    fn a_folder_url_without_a_path_means_the_default_folder() {
        let folder = |directory: &str| Ok(FilesUrl::Folder { directory: directory.into() });
        assert_eq!(parsed("fs://"), folder("/data/files"));
        assert_eq!(parsed(" fs:/// "), folder("/data/files"));
        assert_eq!(parsed("fs:///srv/photos%20of%20all"), folder("/srv/photos of all"));
    }

    #[test]
    fn a_bucket_has_an_endpoint_a_region_a_prefix_and_keys() {
        let url = format!("s3://photos?endpoint=http://127.0.0.1:9000/&region=eu-1&prefix=/a/b/&{KEYS}");
        let S3Bucket { bucket: name, endpoint, region, prefix, credentials } = bucket(&url);
        assert_eq!((name.as_str(), endpoint.as_deref()), ("photos", Some("http://127.0.0.1:9000")));
        assert_eq!((region.as_str(), prefix.as_str()), ("eu-1", "a/b"));
        let keys =
            Credentials { access_key: "AKIA".into(), secret_key: "s3cret".into(), session_token: None };
        assert_eq!(credentials, keys);
    }

    #[test]
    fn a_plus_in_a_secret_key_is_literal_and_percent_encoding_is_decoded() {
        let key = |text: &str| bucket(text).credentials.secret_key;
        assert_eq!(key("s3://b?region=x&access_key=A&secret_key=a+b/c="), "a+b/c=");
        assert_eq!(key("s3://b?region=x&access_key=A&secret_key=a%26b%23c"), "a&b#c");
    }

    #[test]
    fn region_and_keys_come_from_the_environment_if_the_url_omits_them() {
        let environment = AwsEnvironment {
            access_key: Some("E".into()),
            secret_key: Some("F".into()),
            session_token: Some("T".into()),
            region: Some("eu-2".into()),
        };
        let read = |text| match FilesUrl::parse(text, Path::new("/data"), &environment) {
            Ok(FilesUrl::S3(bucket)) => (bucket.region, bucket.credentials),
            other => panic!("{other:?}"),
        };
        let (region, keys) = read("s3://photos");
        assert_eq!((region.as_str(), keys.access_key.as_str()), ("eu-2", "E"));
        assert_eq!(keys.session_token.as_deref(), Some("T"));
        let (region, keys) = read("s3://photos?region=eu-1&access_key=A&secret_key=B");
        assert_eq!((region.as_str(), keys.access_key.as_str()), ("eu-1", "A"));
        assert_eq!(keys.session_token, None, "the token belongs to the credentials from the environment");
        assert_eq!(bucket(&format!("s3://photos?endpoint=https://s3.example&{KEYS}")).region, DEFAULT_REGION);
    }

    #[test]
    fn errors_name_the_problem_and_no_secret() {
        for (text, piece) in [
            ("", "not a URL"),
            ("data/files", "not a URL"),
            ("ftp://x", "ftp://"),
            ("fs://photos", "three slashes"),
            ("fs:photos", "a relative path"),
            ("fs:///photos?access_key=s3cret", "a ?"),
            ("fs:///a%ff", "not UTF-8"),
            ("s3://", "names no bucket"),
            ("s3://me:s3cret@photos", "a user or password"),
            ("s3://photos:9000", "a port"),
            ("s3://photos/a?secret_key=s3cret", "a path"),
            ("s3://photos?secret_key=s3cret#x", "a #"),
            ("s3://photos?region=x&secret_key=s3cret", "without a secret_key"),
            ("s3://photos?region=x", "has no keys"),
            ("s3://photos?access_key=A&secret_key=s3cret", "neither region nor endpoint"),
            ("s3://photos?region=x&acess_key=s3cret", "has acess_key after"),
            ("s3://photos?region=x&secret_key=x&S3cret/s3cret", "something unknown"),
            ("s3://photos?region=x&secret_key=s3cret&secret_key=s3cret", "secret_key twice"),
            ("s3://photos?endpoint=127.0.0.1:9000&secret_key=s3cret", "endpoint=https://host:port"),
            ("s3://photos?endpoint=http://me:s3cret@127.0.0.1", "endpoint=https://host:port"),
            ("s3://photos?region=x&prefix=../s3cret", "prefix=photos"),
            ("s3://photos?region=x&secret_key=s3cret%ff", "not UTF-8"),
        ] {
            let error = parsed(text).expect_err(text).to_string();
            assert!(error.contains(piece) && !error.contains("s3cret"), "{text}: {error}");
        }
    }

    #[test]
    fn descriptions_and_debug_output_omit_the_secret() {
        let url =
            parsed(&format!("s3://photos?endpoint=https://s3.example&prefix=a&{KEYS}")).expect("a files URL");
        assert!(!format!("{url:?}").contains("s3cret"));
        assert_eq!(url.describe(), "s3://photos?endpoint=https://s3.example&region=us-east-1&prefix=a");
        assert_eq!(parsed("fs://").expect("a files URL").describe(), "fs:///data/files");
    }

    proptest! {
        #[test]
        fn every_secret_key_round_trips_and_is_never_shown(
            secret in "(?s).{9,30}", access in "[A-Z0-9]{4,20}", name in "[a-z][a-z0-9-]{1,20}", region in "[a-z0-9-]{1,12}",
        ) {
            let written = percent_encoding::utf8_percent_encode(&secret, percent_encoding::NON_ALPHANUMERIC).to_string();
            let text = format!("s3://{name}?region={region}&access_key={access}&secret_key={written}");
            let url = parsed(&text).expect("a files URL");
            for shown in [url.describe(), format!("{url:?}")] {
                prop_assert!(!shown.contains(&secret) && !shown.contains(&written), "{}", shown);
            }
            let read = bucket(&text);
            prop_assert_eq!((read.bucket, read.region), (name, region));
            prop_assert_eq!((read.credentials.access_key, read.credentials.secret_key), (access, secret));
            let refused = parsed(&format!("{text}&{written}")).expect_err("a refusal");
            prop_assert!(!refused.to_string().contains(&written), "{}", refused);
        }

        #[test]
        fn parsing_a_files_url_never_panics(text in "(?s)(fs|s3)://[a-z:@/%0-9?#&=_.-]{0,40}|.{0,40}") {
            if let Ok(FilesUrl::S3(read)) = parsed(&text) {
                prop_assert!(!read.bucket.is_empty() && !read.credentials.secret_key.is_empty(), "{}", text);
            }
        }
    }
}
