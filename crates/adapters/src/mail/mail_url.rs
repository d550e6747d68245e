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

impl MailUrl {
    /// `<data dir>/mail`: the default, and the meaning of a bare `spool://`.
    pub fn default_spool(data_dir: &Path) -> Self {
        Self::Spool { directory: data_dir.join("mail") }
    }

    /// An error never contains the URL, which may contain a password.
    pub fn parse(text: &str, data_dir: &Path) -> Result<Self, String> {
        if has_unencoded_password(text) {
            return Err(UNENCODED_PASSWORD.to_owned());
        }
        let url = Url::parse(text.trim()).map_err(|error| {
            format!(
                "is not a URL ({error}); write spool://, smtp://host:port, smtp://user:password@host:port or \
                 smtps://…, and percent-encode special characters of the user and the password"
            )
        })?;
        if url.query().is_some() || url.fragment().is_some() {
            return Err(surplus("a query or fragment"));
        }
        match url.scheme() {
            "spool" => Self::from_spool_url(&url, data_dir),
            "smtp" | "smtps" => SmtpServer::from_url(&url).map(Self::Smtp),
            other => Err(format!("has the scheme {other}://, but must be spool://, smtp:// or smtps://")),
        }
    }

    fn from_spool_url(url: &Url, data_dir: &Path) -> Result<Self, String> {
        if url.host_str().is_some_and(|host| !host.is_empty()) {
            return Err(surplus("a host; for a folder write spool:///absolute/path"));
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
    fn from_url(url: &Url) -> Result<Self, String> {
        let host = url.host().filter(|host| *host != Host::Domain(""));
        let host = host.ok_or_else(|| format!("names no host; write {}://host:port", url.scheme()))?;
        // `smtp` is not a special scheme, so the URL parser treats IPv4 addresses as names.
        let host = match host {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        if !matches!(url.path(), "" | "/") {
            return Err(surplus("a path"));
        }
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None) => {
                return Err("names a user without a password, or a password without a user".to_owned());
            }
            (user, Some(password)) => Some((decoded(user)?, decoded(password)?)),
        };
        match (url.scheme(), url.port()) {
            ("smtp", Some(port @ (465 | 2465))) => {
                return Err(format!(
                    "has port {port}, on which mail hosts use TLS from the first byte; write smtps://"
                ));
            }
            ("smtps", Some(port @ (25 | 587 | 2587))) => {
                return Err(format!(
                    "has port {port}, on which mail hosts begin unencrypted and then start TLS; write smtp://"
                ));
            }
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

fn decoded(text: &str) -> Result<String, String> {
    let decoded = percent_decode_str(text).decode_utf8().map(Into::into);
    decoded.map_err(|_| "contains a user or password that is not UTF-8 after percent-decoding".to_owned())
}

fn surplus(what: &str) -> String {
    format!("has something after the host and port ({what}), which has no meaning there")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Result<MailUrl, String> {
        MailUrl::parse(text, Path::new("/data"))
    }

    #[test]
    fn a_spool_url_without_a_path_means_the_default_folder() {
        let spool = |directory: &str| Ok(MailUrl::Spool { directory: directory.into() });
        assert_eq!(parsed("spool://"), spool("/data/mail"));
        assert_eq!(parsed(" spool:/// "), spool("/data/mail"));
        assert_eq!(parsed("spool:///var/spool/a%20b"), spool("/var/spool/a b"));
    }

    #[test]
    fn scheme_password_and_host_determine_the_encryption() {
        let login = Some(("me@x".to_owned(), "p:/ß".to_owned()));
        for (url, host, port, encryption, credentials) in [
            ("smtp://127.0.0.1:1025", "127.0.0.1", 1025, Encryption::None, None),
            ("smtp://localhost", "localhost", 25, Encryption::None, None),
            ("smtp://[::1]:2525/", "::1", 2525, Encryption::None, None),
            ("smtp://mailpit:1025", "mailpit", 1025, Encryption::WhereOffered, None),
            ("smtps://mail.example", "mail.example", 465, Encryption::Tls, None),
            ("smtp://me%40x:p%3A%2F%C3%9F@mail.example", "mail.example", 587, Encryption::StartTls, login),
        ] {
            let server = SmtpServer { host: host.to_owned(), port, encryption, credentials };
            assert_eq!(parsed(url), Ok(MailUrl::Smtp(server)), "{url}");
        }
    }

    #[test]
    fn errors_name_the_problem_and_no_password() {
        for (text, piece) in [
            ("", "not a URL"),
            ("data/mail", "not a URL"),
            ("spool://mail", "spool:///absolute/path"),
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
            let error = parsed(text).expect_err(text);
            assert!(error.contains(piece) && !error.contains("s3cret"), "{text}: {error}");
        }
    }

    #[test]
    fn descriptions_name_host_and_port_and_hide_user_and_password() {
        let described = |url| parsed(url).expect("a mail URL").describe();
        assert_eq!(described("smtp://user:s3cret@mail.example"), "smtp://…@mail.example:587");
        assert_eq!(described("smtps://mail.example"), "smtps://mail.example:465");
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
            prop_assert!(!broken.contains(&secret), "{}", broken);
        }

        #[test]
        fn parsing_a_mail_url_never_panics(text in "(?s)(spool|smtps?)://[a-z:@/%0-9?#\\[\\].-]{0,30}|.{0,40}") {
            if let Ok(MailUrl::Smtp(server)) = parsed(&text) {
                prop_assert!(!server.host.is_empty() && text.contains("smtp"), "{}", text);
            }
        }
    }
}
