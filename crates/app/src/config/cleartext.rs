//! `FORUM__ALLOW_CLEARTEXT`: which connections to other machines may be unencrypted in production. They carry
//! passwords, addresses, applications and photos.

use forum_adapters::files::FilesUrl;
use forum_adapters::mail::{Encryption, MailUrl};
use forum_adapters::postgres::is_cleartext;
use forum_adapters::system::is_this_machine;
use url::Url;

use super::Config;
use super::read::Source;

pub(super) const NAME: &str = "FORUM__ALLOW_CLEARTEXT";

/// A kind of connection to another machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hop {
    /// To PostgreSQL.
    Database,
    /// To the mail host.
    Mail,
    /// To the server of an S3 bucket.
    Files,
    /// To the receiver of traces.
    Traces,
}

impl Hop {
    const ALL: [(Self, &str); 4] = [
        (Self::Database, "database"),
        (Self::Mail, "mail"),
        (Self::Files, "files"),
        (Self::Traces, "traces"),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(hop, _)| *hop == self).map_or("", |(_, name)| name)
    }
}

pub(super) fn read(source: &mut Source) -> Vec<Hop> {
    let hop = |word: &str| Hop::ALL.iter().find(|(_, name)| *name == word.trim()).map(|(hop, _)| *hop);
    let expected = "a list of database, mail, files and traces, separated by commas";
    source.parsed(NAME, expected, |text| text.split(',').map(hop).collect()).unwrap_or_default()
}

/// Refuses unencrypted connections to other machines.
pub(super) fn check(config: &Config, source: &mut Source) {
    let postgres = "add sslmode=verify-full to it (verify-ca and require are accepted too)";
    let database = |url: &Option<String>| url.as_deref().is_some_and(is_cleartext);
    let bucket = match &config.files {
        FilesUrl::S3(bucket) => bucket.endpoint.as_deref(),
        FilesUrl::Folder { .. } => None,
    };
    let mail = match &config.mail {
        MailUrl::Smtp(server) => server.encryption == Encryption::WhereOffered,
        MailUrl::Spool { .. } => false,
    };
    let table = [
        ("DATABASE_URL", Hop::Database, database(&config.database_url), postgres),
        ("FORUM__DATABASE__MIGRATION_URL", Hop::Database, database(&config.migration_url), postgres),
        (
            "FORUM__MAIL__URL",
            Hop::Mail,
            mail,
            "write smtps://, or smtp:// with a user and a password, which are sent over TLS only",
        ),
        (
            "FORUM__FILES__URL",
            Hop::Files,
            bucket.is_some_and(is_unencrypted_http),
            "give it an endpoint with https",
        ),
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            Hop::Traces,
            config.traces.as_deref().is_some_and(is_unencrypted_http),
            "use https",
        ),
    ];
    for (name, hop, is_unencrypted, fix) in table {
        if is_unencrypted && !config.allow_cleartext.contains(&hop) {
            source.add_error(format!(
                "{name}: the production profile sends nothing unencrypted to another machine; {fix}, or accept it with \
                 {NAME}={}",
                hop.name()
            ));
        }
    }
}

fn is_unencrypted_http(address: &str) -> bool {
    let url = Url::parse(address).ok().filter(|url| url.scheme() == "http");
    url.is_some_and(|url| !url.host_str().is_some_and(is_this_machine))
}
