//! The checks of the production profile.

use forum_adapters::mail::MailUrl;

use super::read::Source;
use super::{Config, Profile, cleartext};

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
        cleartext::check(self, source);
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
