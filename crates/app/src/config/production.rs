//! The checks of the production profile, and `FORUM__ALLOW_CLEARTEXT`: which connections to other machines may be unencrypted
//! in it. They carry passwords, addresses, applications and photos.

use forum_adapters::files::FilesUrl;
use forum_adapters::mail::{Encryption, MailUrl};
use forum_adapters::postgres::is_cleartext;
use forum_adapters::system::is_this_machine;
use url::Url;

use super::read::Source;
use super::{Config, Profile};

impl Config {
    /// Refuses settings that are unsafe for a public site.
    pub(super) fn check_production(&self, source: &mut Source) {
        if self.profile != Profile::Production {
            return;
        }
        if self.database_url.is_none() {
            source.add_missing(
                "DATABASE_URL",
                "the production profile needs it, such as postgres://educators-forum@localhost/educators-forum?host=/run/postgresql; \
                 the private PostgreSQL is for development",
            );
        }
        if matches!(self.mail, MailUrl::Spool { .. }) {
            source.add_missing(
                "FORUM__MAIL__URL",
                "the production profile needs smtp:// or smtps://; spooled mail is not delivered",
            );
        }
        let senders =
            [("FORUM__MAIL__FROM", &self.mail_from), ("FORUM__MAIL__REPLY_TO", &self.mail_reply_to)];
        for (name, _) in senders.into_iter().filter(|(_, address)| address.is_fictitious()) {
            source.add_missing(
                name,
                "the production profile needs an address that receives mail; domains that end in .example, .invalid, .test or \
                 localhost are reserved",
            );
        }
        check_cleartext(self, source);
        match self.origin.as_deref() {
            Some(origin) if origin.starts_with("https://") => {}
            Some(_) => source.add_error(
                "FORUM__SITE__ORIGIN: the production profile needs https; sessions must not travel in the clear"
                    .to_owned(),
            ),
            None => source.add_missing(
                "FORUM__SITE__ORIGIN",
                "the production profile needs it set; links in mails and the addresses that the pages give search \
                 engines begin with it",
            ),
        }
    }
}

const ALLOW_CLEARTEXT: &str = "FORUM__ALLOW_CLEARTEXT";

const HOPS: [&str; 4] = ["database", "mail", "files", "traces"];

pub(super) fn read_allow_cleartext(source: &mut Source) -> Vec<&'static str> {
    let hop = |word: &str| HOPS.into_iter().find(|name| *name == word.trim());
    let expected = "a list of database, mail, files and traces, separated by commas";
    source.list(ALLOW_CLEARTEXT, expected, |hop: &&str| *hop, |text| text.split(',').map(hop).collect())
}

fn check_cleartext(config: &Config, source: &mut Source) {
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
        ("DATABASE_URL", "database", database(&config.database_url), postgres),
        ("FORUM__DATABASE__MIGRATION_URL", "database", database(&config.migration_url), postgres),
        (
            "FORUM__MAIL__URL",
            "mail",
            mail,
            "write smtps://, or smtp:// with a user and a password, which are sent over TLS only",
        ),
        (
            "FORUM__FILES__URL",
            "files",
            bucket.is_some_and(is_unencrypted_http),
            "give it an endpoint with https",
        ),
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "traces",
            config.traces.as_deref().is_some_and(is_unencrypted_http),
            "use https",
        ),
    ];
    for (name, hop, is_unencrypted, fix) in table {
        if is_unencrypted && !config.allow_cleartext.contains(&hop) {
            source.add_error(format!(
                "{name}: the production profile sends nothing unencrypted to another machine; {fix}, or accept it with \
                 {ALLOW_CLEARTEXT}={hop}"
            ));
        }
    }
}

fn is_unencrypted_http(address: &str) -> bool {
    let url = Url::parse(address).ok().filter(|url| url.scheme() == "http");
    url.is_some_and(|url| !url.host_str().is_some_and(is_this_machine))
}
