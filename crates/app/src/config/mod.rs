//! Settings. They come only from the environment; a secret can also be in a file named by the same variable with the
//! suffix `_FILE`, or be a systemd credential. Unknown `FORUM__` names are refused, and every error names the variable.

mod features;
mod production;
mod read;
mod retention;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::files::{AwsEnvironment, FilesUrl};
use forum_adapters::mail::{FromAddress, MailUrl};
use forum_adapters::openid::ProviderSettings;
use forum_adapters::postgres::url_problem;
use forum_adapters::tls::Trust;
use forum_domain::accounts::{AdminFactor, Chain};
use forum_domain::applications::Review;
use forum_domain::contact::Mailboxes;
use forum_domain::housekeeping::Retention;
use forum_domain::site::Site;
use forum_http::TrustedProxies;
use private_postgres::BinarySearch;
use url::Url;

use crate::database::NPM_POSTGRES;
use crate::server::ConnectionLimits;
use crate::telemetry;

pub use features::off as features_off;
use read::Source;
pub use read::environment;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Convenient defaults.
    Development,
    /// Refuses settings that would lose mail or leak sessions.
    Production,
}

#[derive(Clone)]
pub struct Config {
    pub profile: Profile,
    /// `FORUM__HTTP__LISTEN`; `None` means the first free of 127.0.0.1:8080–8089.
    pub listen: Option<SocketAddr>,
    /// `FORUM__HTTP__TRUSTED_PROXIES`: addresses and networks, separated by commas.
    pub trusted_proxies: TrustedProxies,
    pub connections_of_network: usize,
    /// `FORUM__HTTP__DRAIN_SECONDS`: how long a process continues to serve after a shutdown signal, while `/api/ready`
    /// reports that it is draining.
    pub drain: Duration,
    /// `FORUM__CORS__ORIGINS`, separated by commas: origins of other sites whose pages may call the API.
    pub cors_origins: Vec<String>,
    /// `FORUM__SITE__SECURITY_CONTACT`: the contact in `/.well-known/security.txt`, which is missing without one.
    pub security_contact: Option<String>,
    /// `FORUM__SITE__ORIGIN` without a trailing slash; `None` means the bound address.
    pub origin: Option<String>,
    pub data_dir: PathBuf,
    pub keys_dir: PathBuf,
    /// `DATABASE_URL`; `None` means the private PostgreSQL, which production refuses.
    pub database_url: Option<String>,
    /// `FORUM__DATABASE__MIGRATION_URL`: connects as the role that owns the tables; `None` means `DATABASE_URL`.
    pub migration_url: Option<String>,
    pub database_pool: u32,
    pub mail: MailUrl,
    pub mail_from: FromAddress,
    /// `FORUM__MAIL__REPLY_TO`: receives replies, and is the contact address in mails.
    pub mail_reply_to: FromAddress,
    /// `FORUM__MAIL__EHLO_NAME`: the name in the greeting to the mail host; `None` means the host of the origin.
    pub ehlo_name: Option<String>,
    pub files: FilesUrl,
    /// The built-in certificate authorities and those of `FORUM__TLS__CA_FILE`.
    pub trust: Trust,
    /// `FORUM__ALLOW_CLEARTEXT`: connections to other machines that may be unencrypted in production.
    pub allow_cleartext: Vec<&'static str>,
    /// `FORUM__RETENTION__…`: how long rows with limited retention are kept.
    pub retention: Retention,
    /// `FORUM__ADMIN__SECOND_FACTOR`: by default required in production.
    pub admin_factor: AdminFactor,
    /// `FORUM__REVIEW__UNDO_SECONDS`: how long a decision can be undone before its mail is sent.
    pub undo_window: time::Duration,
    /// `FORUM__OPENID__PROVIDERS`: the sign-in providers, a JSON list (see [`ProviderSettings`]).
    pub providers: Vec<ProviderSettings>,
    pub chains: Vec<Chain>,
    /// `FORUM__FEATURES` and the settings of features.
    pub site: Arc<Site>,
    /// Where messages of the contact form are mailed.
    pub mailboxes: Mailboxes,
    pub limits_factor: f64,
    pub metrics_listen: Option<SocketAddr>,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT` without a trailing slash: where traces are sent.
    pub traces: Option<String>,
    pub programs: BinarySearch,
    /// Names and values of the settings as `config check` prints them, without secrets.
    pub shown: Vec<(&'static str, String)>,
}

/// All errors in the settings, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<String>);

impl std::error::Error for ConfigErrors {}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl Config {
    pub fn read(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Self, ConfigErrors> {
        let mut source = Source::new(variables);
        let config = Self::read_from(&mut source);
        source.finish(config)
    }

    /// Reads each setting once. The errors are in `source`.
    fn read_from(source: &mut Source) -> Self {
        let profile = source.parsed("FORUM__PROFILE", "development or production", |word| match word {
            "development" => Some(Profile::Development),
            "production" => Some(Profile::Production),
            _ => None,
        });
        let profile = profile.unwrap_or(Profile::Development);
        source.show("FORUM__PROFILE", format!("{profile:?}").to_lowercase());
        let address = "an address with a port, such as 127.0.0.1:8080";
        let mail_address = "an address such as forum@example.org or Name <forum@example.org>";
        let data_dir = source.raw("FORUM__DATA__DIR").map_or_else(|| "data".into(), PathBuf::from);
        check_settings_of_libraries(source);
        let mail_reply_to =
            source.value("FORUM__MAIL__REPLY_TO", FromAddress::contact(), mail_address, FromAddress::parse);
        let mut config = Self {
            profile,
            listen: source.optional(
                "FORUM__HTTP__LISTEN",
                "first free of 127.0.0.1:8080–8089",
                address,
                |text| text.parse().ok(),
            ),
            trusted_proxies: source.value(
                "FORUM__HTTP__TRUSTED_PROXIES",
                TrustedProxies::default(),
                "IP addresses or networks such as 10.0.0.0/8, separated by commas",
                TrustedProxies::parse,
            ),
            connections_of_network: source.number(
                "FORUM__HTTP__CONNECTIONS_OF_NETWORK",
                1..=1024,
                ConnectionLimits::default().of_network,
            ),
            drain: Duration::from_secs(source.number("FORUM__HTTP__DRAIN_SECONDS", 0..=300, 0)),
            cors_origins: source.list(
                "FORUM__CORS__ORIGINS",
                "origins such as https://app.example.org, without a path, separated by commas",
                String::as_str,
                |text| text.split(',').map(|part| parse_origin(part.trim())).collect(),
            ),
            origin: source.optional(
                "FORUM__SITE__ORIGIN",
                "the bound address",
                "an origin such as https://forum.example.org, without a path",
                parse_origin,
            ),
            security_contact: source.optional(
                "FORUM__SITE__SECURITY_CONTACT",
                "none",
                "a mailto: or https: URL such as mailto:security@example.org",
                |text| {
                    let url = Url::parse(text).ok()?;
                    let is_contact = matches!(url.scheme(), "mailto" | "https") && url.path() != "";
                    is_contact.then(|| url.to_string())
                },
            ),
            data_dir: source.folder("FORUM__DATA__DIR", data_dir.clone()),
            keys_dir: source.folder("FORUM__KEYS__DIR", data_dir.join("keys")),
            database_url: database(source, "DATABASE_URL", "private PostgreSQL"),
            migration_url: database(source, "FORUM__DATABASE__MIGRATION_URL", "as DATABASE_URL"),
            database_pool: source.number("FORUM__DATABASE__POOL", 2..=500, 10),
            mail: mail(source, &data_dir),
            mail_from: source.value(
                "FORUM__MAIL__FROM",
                FromAddress::default(),
                mail_address,
                FromAddress::parse,
            ),
            site: Arc::new(features::read(source, mail_reply_to.address())),
            mailboxes: features::mailboxes(source, mail_reply_to.address()),
            mail_reply_to,
            ehlo_name: source.optional(
                "FORUM__MAIL__EHLO_NAME",
                "the host of the site's origin",
                "a host name such as forum.example.org, or an address",
                |text| {
                    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
                    (text.bytes().all(is_plain) && !text.is_empty()).then(|| text.to_owned())
                },
            ),
            files: files(source, &data_dir),
            trust: trust(source),
            allow_cleartext: production::read_allow_cleartext(source),
            retention: retention::read(source),
            admin_factor: admin_factor(source, profile),
            undo_window: time::Duration::seconds(source.number(
                "FORUM__REVIEW__UNDO_SECONDS",
                0..=Review::MAX_UNDO_WINDOW.whole_seconds(),
                10,
            )),
            providers: providers(source),
            chains: source.list(
                "FORUM__WALLETS__CHAINS",
                "a list of ethereum and solana, separated by commas",
                |chain: &Chain| chain.as_str(),
                Chain::list,
            ),
            limits_factor: source.value("FORUM__LIMITS__FACTOR", 1.0, "a number above 0", |text| {
                text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0)
            }),
            metrics_listen: source
                .optional("FORUM__METRICS__LISTEN", "off", address, |text| text.parse().ok()),
            traces: source.optional(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "off",
                "the bare base address of an OTLP/HTTP receiver, such as http://127.0.0.1:4318",
                parse_receiver,
            ),
            programs: BinarySearch {
                bin_dir: source.optional_path("PG_BIN_DIR", "PATH and the usual folders"),
                path: source.raw("PATH"),
                npm_dir: Some(NPM_POSTGRES.into()),
            },
            shown: Vec::new(),
        };
        config.shown = std::mem::take(&mut source.shown);
        if config.migration_url.is_some() && config.database_url.is_none() {
            source.add_error(
                "FORUM__DATABASE__MIGRATION_URL: it needs DATABASE_URL; the private PostgreSQL has one role"
                    .to_owned(),
            );
        }
        config.check_production(source);
        config
    }
}

fn admin_factor(source: &mut Source, profile: Profile) -> AdminFactor {
    let name = "FORUM__ADMIN__SECOND_FACTOR";
    let factor = source.parsed(name, "optional or required", AdminFactor::parse);
    let factor = factor.unwrap_or(match profile {
        Profile::Development => AdminFactor::Optional,
        Profile::Production => AdminFactor::Required,
    });
    source.show(name, factor.as_str());
    factor
}

fn mail(source: &mut Source, data_dir: &Path) -> MailUrl {
    let url = source.secret("FORUM__MAIL__URL").map(|text| MailUrl::parse(&text, data_dir));
    let url = source.or_report("FORUM__MAIL__URL", url).unwrap_or_else(|| MailUrl::default_spool(data_dir));
    source.show("FORUM__MAIL__URL", url.describe());
    url
}

fn files(source: &mut Source, data_dir: &Path) -> FilesUrl {
    let url = source.secret("FORUM__FILES__URL").map(|text| {
        let aws = aws_environment(source, &text);
        FilesUrl::parse(&text, data_dir, &aws)
    });
    let url = source.or_report("FORUM__FILES__URL", url);
    let url = url.unwrap_or_else(|| FilesUrl::default_folder(data_dir));
    source.show("FORUM__FILES__URL", url.describe());
    url
}

fn trust(source: &mut Source) -> Trust {
    let file = source.optional_path("FORUM__TLS__CA_FILE", "none");
    let trust = file.as_deref().map(Trust::with_file);
    source.or_report("FORUM__TLS__CA_FILE", trust).unwrap_or_default()
}

fn database(source: &mut Source, name: &'static str, missing: &str) -> Option<String> {
    let url = source.secret(name);
    source.show(name, if url.is_some() { "set (not shown)" } else { missing });
    if let Some(problem) = url.as_deref().and_then(url_problem) {
        source.add_error(format!("{name}: {problem}"));
    }
    url
}

/// Refuses values of settings that libraries read, and would ignore if they are wrong.
fn check_settings_of_libraries(source: &mut Source) {
    source.parsed("RUST_LOG", "a filter of tracing-subscriber such as info,sqlx=debug", |text| {
        telemetry::is_filter(text).then_some(())
    });
    let samplers = "always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio";
    source.parsed("OTEL_TRACES_SAMPLER", samplers, |text| {
        samplers.split([',', ' ']).any(|known| known == text && known != "or").then_some(())
    });
    source.parsed("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1", |text| {
        text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share))
    });
    source.parsed("OTEL_EXPORTER_OTLP_HEADERS", "pairs name=value, separated by commas", |text| {
        text.split(',')
            .all(|pair| pair.split_once('=').is_some_and(|(name, _)| !name.trim().is_empty()))
            .then_some(())
    });
}

/// The sign-in providers. Read as a secret, because a provider's settings may contain one.
fn providers(source: &mut Source) -> Vec<ProviderSettings> {
    let name = "FORUM__OPENID__PROVIDERS";
    let list = source.secret(name).map(|text| ProviderSettings::list(&text));
    if let Some(None) = list {
        let example = r#"[{"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example", "client_id": "forum"}]"#;
        source.add_error(format!("{name}: must be a JSON list such as {example}"));
    }
    let list = list.flatten().unwrap_or_default();
    source.show_list(name, list.iter().map(|provider| provider.name.as_str()));
    list
}

/// The settings that all S3 clients share; read only if files are stored in S3.
fn aws_environment(source: &mut Source, files: &str) -> AwsEnvironment {
    if !files.trim_start().starts_with("s3:") {
        return AwsEnvironment::default();
    }
    AwsEnvironment {
        access_key: source.secret("AWS_ACCESS_KEY_ID"),
        secret_key: source.secret("AWS_SECRET_ACCESS_KEY"),
        session_token: source.secret("AWS_SESSION_TOKEN"),
        region: source.secret("AWS_REGION"),
    }
}

/// Parses an origin of only scheme, host and port. URLs allow quotes and `&` in a host. The origin is inserted into
/// pages verbatim, so it must not contain characters with a special meaning in HTML.
fn parse_origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let bare =
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    let origin = url.origin().ascii_serialization();
    let plain = origin.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":/.-_[]".contains(&byte));
    (matches!(url.scheme(), "http" | "https") && bare && plain).then_some(origin)
}

fn parse_receiver(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    // Keys for the receiver belong in OTEL_EXPORTER_OTLP_HEADERS, which is never shown.
    let bare = url.username().is_empty() && url.password().is_none();
    let web = web && bare && url.query().is_none() && url.fragment().is_none();
    web.then(|| url.as_str().trim_end_matches('/').to_owned())
}
