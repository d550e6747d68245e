//! The settings as `config` prints them.

use super::{Config, cleartext, retention};

impl Config {
    /// Names and values of the settings, without secrets.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let or = |value: Option<String>, otherwise: &str| value.unwrap_or_else(|| otherwise.to_owned());
        let pg_bin_dir = self.programs.pg_bin_dir.as_ref().map(|folder| folder.display().to_string());
        let mut settings = vec![
            ("FORUM__PROFILE", format!("{:?}", self.profile).to_lowercase()),
            (
                "FORUM__HTTP__LISTEN",
                or(self.listen.map(|a| a.to_string()), "first free of 127.0.0.1:8080–8089"),
            ),
            ("FORUM__HTTP__TRUSTED_PROXIES", self.trusted_proxies.to_string()),
            ("FORUM__HTTP__CONNECTIONS_OF_NETWORK", self.connections_of_network.to_string()),
            ("FORUM__HTTP__DRAIN_SECONDS", self.drain.as_secs().to_string()),
            ("FORUM__CORS__ORIGINS", or_none(self.cors_origins.iter().map(String::as_str))),
            ("FORUM__SITE__ORIGIN", or(self.origin.clone(), "the bound address")),
            ("FORUM__SITE__SECURITY_CONTACT", or(self.security_contact.clone(), "none")),
            ("FORUM__DATA__DIR", self.data_dir.display().to_string()),
            ("FORUM__KEYS__DIR", self.keys_dir.display().to_string()),
            (
                "DATABASE_URL",
                or(self.database_url.as_ref().map(|_| "set (not shown)".to_owned()), "private PostgreSQL"),
            ),
            (
                "FORUM__DATABASE__MIGRATION_URL",
                or(self.migration_url.as_ref().map(|_| "set (not shown)".to_owned()), "as DATABASE_URL"),
            ),
            ("FORUM__DATABASE__POOL", self.database_pool.to_string()),
            ("FORUM__MAIL__URL", self.mail.describe()),
            ("FORUM__MAIL__FROM", self.mail_from.to_string()),
            ("FORUM__MAIL__REPLY_TO", self.mail_reply_to.to_string()),
            ("FORUM__MAIL__EHLO_NAME", or(self.ehlo_name.clone(), "the host of the site's origin")),
            ("FORUM__FILES__URL", self.files.describe()),
            ("FORUM__TLS__CA_FILE", or(self.ca_file.as_ref().map(|file| file.display().to_string()), "none")),
            (cleartext::NAME, or_none(self.allow_cleartext.iter().map(|hop| hop.name()))),
        ];
        settings.extend(retention::describe(&self.retention));
        settings.extend([
            ("FORUM__ADMIN__SECOND_FACTOR", self.admin_factor.as_str().to_owned()),
            ("FORUM__REVIEW__UNDO_SECONDS", self.undo_window.whole_seconds().to_string()),
            (
                "FORUM__OPENID__PROVIDERS",
                or_none(self.providers.iter().map(|provider| provider.name.as_str())),
            ),
            ("FORUM__WALLETS__CHAINS", or_none(self.chains.iter().map(|chain| chain.as_str()))),
            ("FORUM__LIMITS__FACTOR", self.limits_factor.to_string()),
            ("FORUM__METRICS__LISTEN", or(self.metrics_listen.map(|a| a.to_string()), "off")),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", or(self.traces.clone(), "off")),
            ("PG_BIN_DIR", or(pg_bin_dir, "PATH and the usual folders")),
        ]);
        settings
    }
}

fn or_none<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
