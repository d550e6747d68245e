//! Parses `FORUM__MAIL__URL`, the destination of mails. The caller adds the name of the setting to errors.

use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::{Host, Url};

use crate::system::{UNENCODED_PASSWORD, has_unencoded_password, is_this_machine};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailUrl {
    /// `spool://`: mails are files in a folder.
    Spool { directory: PathBuf },
    /// `smtp://` or `smtps://`: mails go to a mail host.
    Smtp(SmtpServer),
}

#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<(String, String)>,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpServer")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("encryption", &self.encryption)
            .field("credentials", &self.credentials.as_ref().map(|_| "…"))
            .finish()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// No encryption: `smtp://` to this machine.
    None,
    /// STARTTLS if the host offers it: `smtp://` without a password.
    WhereOffered,
    /// Mandatory STARTTLS: `smtp://` with a password.
    StartTls,
    /// TLS from the first byte: `smtps://`.
    Tls,
}

/// An error in a URL. Never contains the URL, which may contain a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailUrlError {
    #[error(
        "is not a URL ({0}); write spool://, smtp://host:port, smtp://user:password@host:port or smtps://…, and \
         percent-encode special characters of the user and the password"
    )]
    Malformed(String),
    #[error("has the scheme {0}://, but must be spool://, smtp:// or smtps://")]
    UnknownScheme(String),
    #[error("names no host; write {0}://host:port")]
    NoHost(String),
    #[error("names a user without a password, or a password without a user")]
    HalfCredentials,
    #[error("contains a user or password that is not UTF-8 after percent-decoding")]
    Undecodable,
    #[error("{UNENCODED_PASSWORD}")]
    Unencoded,
    #[error("has port {0}, on which mail hosts use TLS from the first byte; write smtps://")]
    NeedsTls(u16),
    #[error("has port {0}, on which mail hosts begin unencrypted and then start TLS; write smtp://")]
    NeedsStartTls(u16),
    #[error("has something after the host and port ({0}), which has no meaning there")]
    Surplus(&'static str),
}

impl MailUrl {
    /// `<data dir>/mail`: the default, and the meaning of a bare `spool://`.
    pub fn default_spool(data_dir: &Path) -> Self {
        Self::Spool { directory: data_dir.join("mail") }
    }

    pub fn parse(text: &str, data_dir: &Path) -> Result<Self, MailUrlError> {
        if has_unencoded_password(text) {
            return Err(MailUrlError::Unencoded);
        }
        let url = Url::parse(text.trim()).map_err(|error| MailUrlError::Malformed(error.to_string()))?;
        if url.query().is_some() || url.fragment().is_some() {
            return Err(MailUrlError::Surplus("a query or fragment"));
        }
        match url.scheme() {
            "spool" => Self::from_spool_url(&url, data_dir),
            "smtp" | "smtps" => SmtpServer::from_url(&url).map(Self::Smtp),
            other => Err(MailUrlError::UnknownScheme(other.to_owned())),
        }
    }

    fn from_spool_url(url: &Url, data_dir: &Path) -> Result<Self, MailUrlError> {
        if url.host_str().is_some_and(|host| !host.is_empty()) {
            return Err(MailUrlError::Surplus("a host; for a folder write spool:///absolute/path"));
        }
        match url.path() {
            "" | "/" => Ok(Self::default_spool(data_dir)),
            path => Ok(Self::Spool { directory: PathBuf::from(decoded(path)?) }),
        }
    }

    pub fn describe(&self) -> String {
        match self {
            Self::Spool { directory } => format!("spool://{}", directory.display()),
            Self::Smtp(SmtpServer { host, port, encryption, credentials }) => {
                let scheme = if *encryption == Encryption::Tls { "smtps" } else { "smtp" };
                let user = if credentials.is_some() { "…@" } else { "" };
                format!("{scheme}://{user}{host}:{port}")
            }
        }
    }
}

impl SmtpServer {
    fn from_url(url: &Url) -> Result<Self, MailUrlError> {
        let host = url.host().filter(|host| *host != Host::Domain(""));
        let host = host.ok_or_else(|| MailUrlError::NoHost(url.scheme().to_owned()))?;
        // `smtp` is not a special scheme, so the URL parser treats IPv4 addresses as names.
        let host = match host {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        if !matches!(url.path(), "" | "/") {
            return Err(MailUrlError::Surplus("a path"));
        }
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None) => return Err(MailUrlError::HalfCredentials),
            (user, Some(password)) => Some((decoded(user)?, decoded(password)?)),
        };
        match (url.scheme(), url.port()) {
            ("smtp", Some(port @ (465 | 2465))) => return Err(MailUrlError::NeedsTls(port)),
            ("smtps", Some(port @ (25 | 587 | 2587))) => return Err(MailUrlError::NeedsStartTls(port)),
            _ => {}
        }
        let (encryption, default_port) = match (url.scheme(), &credentials) {
            ("smtps", _) => (Encryption::Tls, 465),
            _ if is_this_machine(&host) => (Encryption::None, 25),
            (_, Some(_)) => (Encryption::StartTls, 587),
            (_, None) => (Encryption::WhereOffered, 25),
        };
        Ok(Self { host, port: url.port().unwrap_or(default_port), encryption, credentials })
    }
}

fn decoded(text: &str) -> Result<String, MailUrlError> {
    let decoded = percent_decode_str(text).decode_utf8().map_err(|_| MailUrlError::Undecodable)?;
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Result<MailUrl, MailUrlError> {
        MailUrl::parse(text, Path::new("/data"))
    }

    fn smtp(text: &str) -> (String, u16, Encryption, Option<(String, String)>) {
        match parsed(text).expect("a mail URL") {
            MailUrl::Smtp(server) => (server.host, server.port, server.encryption, server.credentials),
            spool => panic!("{spool:?}"),
        }
    }

    #[test]
    fn a_spool_url_without_a_path_means_the_default_folder() {
        let spool = |directory: &str| Ok(MailUrl::Spool { directory: directory.into() });
        assert_eq!(parsed("spool://"), spool("/data/mail"));
        assert_eq!(parsed(" spool:/// "), spool("/data/mail"));
        assert_eq!(parsed("spool:///var/spool/a%20b"), spool("/var/spool/a b"));
        assert!(matches!(parsed("spool://mail"), Err(MailUrlError::Surplus(_))));
    }

    #[test]
    fn scheme_password_and_host_determine_the_encryption() {
        let none = None;
        assert_eq!(smtp("smtp://127.0.0.1:1025"), ("127.0.0.1".into(), 1025, Encryption::None, none.clone()));
        assert_eq!(smtp("smtp://localhost"), ("localhost".into(), 25, Encryption::None, none.clone()));
        assert_eq!(smtp("smtp://[::1]:2525/"), ("::1".into(), 2525, Encryption::None, none.clone()));
        assert_eq!(
            smtp("smtp://mailpit:1025"),
            ("mailpit".into(), 1025, Encryption::WhereOffered, none.clone())
        );
        assert_eq!(smtp("smtps://mail.example"), ("mail.example".into(), 465, Encryption::Tls, none));
        let login = Some(("me@x".to_owned(), "p:/ß".to_owned()));
        assert_eq!(
            smtp("smtp://me%40x:p%3A%2F%C3%9F@mail.example"),
            ("mail.example".into(), 587, Encryption::StartTls, login)
        );
    }

    #[test]
    fn errors_name_the_problem_and_no_password() {
        for (text, piece) in [
            ("", "not a URL"),
            ("data/mail", "not a URL"),
            ("http://user:s3cret@mail.example", "http://"),
            ("smtp://", "names no host"),
            ("smtp:mail.example", "names no host"),
            ("smtp://user@mail.example", "without a password"),
            ("smtp://:s3cret@mail.example", "without a user"),
            ("smtp://user:s3cret@mail.example/inbox", "a path"),
            ("smtp://user:s3cret@mail.example?tls=none", "a query"),
            ("smtp://user:s3cret%ff@mail.example", "not UTF-8"),
            ("smtp://user:s3cret@mail.example:99999", "not a URL"),
            ("smtp://user:s3cret/x@mail.example", "write / as %2F"),
            ("smtp://user:12/s3cret@mail.example", "write / as %2F"),
            ("smtp://user:12/s3cret=@mail.example", "write / as %2F"),
            ("smtp://user:s3cret#x@mail.example:587", "# as %23"),
            ("smtp://user:12?s3cret@mail.example", "? as %3F"),
            ("smtp://user:s3cret@mail.example:465", "write smtps://"),
            ("smtp://mail.example:2465", "write smtps://"),
            ("smtps://user:s3cret@mail.example:587", "write smtp://"),
            ("smtps://mail.example:25", "write smtp://"),
        ] {
            let error = parsed(text).expect_err(text).to_string();
            assert!(error.contains(piece) && !error.contains("s3cret"), "{text}: {error}");
        }
    }

    #[test]
    fn descriptions_and_debug_output_omit_the_password() {
        let url = parsed("smtp://user:s3cret@mail.example").expect("a mail URL");
        assert!(!format!("{url:?}").contains("s3cret"));
        assert_eq!(url.describe(), "smtp://…@mail.example:587");
        assert_eq!(
            parsed("smtps://mail.example").expect("a mail URL").describe(),
            "smtps://mail.example:465"
        );
    }

    proptest! {
        #[test]
        fn host_port_user_and_password_are_read_and_the_password_is_never_shown(
            host in "[a-z][a-z0-9]{0,9}(\\.[a-z]{2,5}){0,2}", port in 2588..u16::MAX, user in "(?s).{1,9}",
            password in "(?s).{9,20}", tls in any::<bool>(),
        ) {
            let encode = |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
            let scheme = if tls { "smtps" } else { "smtp" };
            let (name, secret) = (encode(&user), encode(&password));
            let url = parsed(&format!("{scheme}://{name}:{secret}@{host}:{port}")).expect("a mail URL");
            let MailUrl::Smtp(server) = &url else { panic!("{url:?}") };
            prop_assert_eq!((server.host.as_str(), server.port), (host.as_str(), port));
            prop_assert_eq!(&server.credentials, &Some((user, password.clone())));
            prop_assert_eq!(server.encryption == Encryption::Tls, tls);
            for shown in [url.describe(), format!("{url:?}")] {
                prop_assert!(!shown.contains(&password) && !shown.contains(&secret), "{}", shown);
            }
            let broken = parsed(&format!("{scheme}://{name}:{secret}@{host}:{port}/path?query")).expect_err("a refusal");
            prop_assert!(!broken.to_string().contains(&secret), "{}", broken);
        }

        #[test]
        fn parsing_a_mail_url_never_panics(text in "(?s)(spool|smtps?)://[a-z:@/%0-9?#\\[\\].-]{0,30}|.{0,40}") {
            if let Ok(MailUrl::Smtp(server)) = parsed(&text) {
                prop_assert!(!server.host.is_empty() && text.contains("smtp"), "{}", text);
            }
        }
    }
}
