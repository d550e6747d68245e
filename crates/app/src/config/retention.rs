//! `FORUM__RETENTION__…`: how long rows with limited retention are kept, in whole days or hours.

use forum_domain::housekeeping::Retention;
use forum_domain::idempotency::RecordedResponse;
use time::Duration;

use super::read::Source;

const REGISTRATIONS: &str = "FORUM__RETENTION__REGISTRATIONS_DAYS";
const SENT_MAIL: &str = "FORUM__RETENTION__SENT_MAIL_DAYS";
const FAILED_MAIL: &str = "FORUM__RETENTION__FAILED_MAIL_DAYS";
const SESSIONS: &str = "FORUM__RETENTION__SESSIONS_DAYS";
const TOKENS: &str = "FORUM__RETENTION__TOKENS_DAYS";
const DRAFTS: &str = "FORUM__RETENTION__DRAFTS_DAYS";
const IDEMPOTENCY: &str = "FORUM__RETENTION__IDEMPOTENCY_HOURS";

/// A hundred years. A longer time is a typo and could exceed the range of dates.
const LONGEST: Duration = Duration::days(36_500);

pub(super) fn read(source: &mut Source) -> Retention {
    let default = Retention::default();
    let days =
        |source: &mut Source, name, default| whole(source, name, Duration::DAY, Duration::DAY, default);
    Retention {
        registrations: days(source, REGISTRATIONS, default.registrations),
        sent_mail: days(source, SENT_MAIL, default.sent_mail),
        failed_mail: days(source, FAILED_MAIL, default.failed_mail),
        sessions: days(source, SESSIONS, default.sessions),
        tokens: days(source, TOKENS, default.tokens),
        drafts: days(source, DRAFTS, default.drafts),
        // The minimum that the API promises.
        idempotent_requests: whole(
            source,
            IDEMPOTENCY,
            Duration::HOUR,
            RecordedResponse::LIFETIME,
            default.idempotent_requests,
        ),
    }
}

pub(super) fn describe(retention: &Retention) -> [(&'static str, String); 7] {
    [
        (REGISTRATIONS, retention.registrations.whole_days().to_string()),
        (SENT_MAIL, retention.sent_mail.whole_days().to_string()),
        (FAILED_MAIL, retention.failed_mail.whole_days().to_string()),
        (SESSIONS, retention.sessions.whole_days().to_string()),
        (TOKENS, retention.tokens.whole_days().to_string()),
        (DRAFTS, retention.drafts.whole_days().to_string()),
        (IDEMPOTENCY, retention.idempotent_requests.whole_hours().to_string()),
    ]
}

/// A whole number of `unit`s from `least` to [`LONGEST`].
fn whole(source: &mut Source, name: &str, unit: Duration, least: Duration, default: Duration) -> Duration {
    let units = |time: Duration| time.whole_seconds() / unit.whole_seconds();
    let expected = format!("a whole number from {} to {}", units(least), units(LONGEST));
    let read = source.parsed(name, &expected, |text| {
        let number = text.parse::<i32>().ok()?;
        (units(least)..=units(LONGEST)).contains(&i64::from(number)).then(|| unit * number)
    });
    read.unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::super::{Config, ConfigErrors};
    use super::*;

    fn read(name: &str, value: &str) -> Result<Retention, ConfigErrors> {
        Config::read([(name.into(), value.into())]).map(|config| config.retention)
    }

    #[test]
    fn each_setting_changes_only_its_retention() {
        let (days, default) = (Duration::days(3), Retention::default());
        let table = [
            (REGISTRATIONS, "3", Retention { registrations: days, ..default }),
            (SENT_MAIL, "3", Retention { sent_mail: days, ..default }),
            (FAILED_MAIL, "3", Retention { failed_mail: days, ..default }),
            (SESSIONS, "3", Retention { sessions: days, ..default }),
            (TOKENS, "3", Retention { tokens: days, ..default }),
            (DRAFTS, "3", Retention { drafts: days, ..default }),
            (IDEMPOTENCY, "72", Retention { idempotent_requests: days, ..default }),
        ];
        for (name, value, expected) in table {
            assert_eq!(read(name, value), Ok(expected), "{name}");
            let shown = describe(&expected).into_iter().find(|(shown, _)| *shown == name);
            assert_eq!(shown, Some((name, value.to_owned())));
        }
    }

    #[test]
    fn only_whole_numbers_in_range_are_accepted() {
        let days = ["0", "-1", "1.5", "7 days", "36501", "99999999999"];
        let refused = [REGISTRATIONS, SENT_MAIL, FAILED_MAIL, SESSIONS, TOKENS, DRAFTS]
            .into_iter()
            .flat_map(|name| days.map(|value| (name, value)))
            .chain(["0", "23", "876001"].map(|value| (IDEMPOTENCY, value)));
        for (name, value) in refused {
            let errors = read(name, value).expect_err("refused").0;
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].starts_with(&format!("{name}: must be a whole number from ")), "{value}");
        }
        for (name, value) in [(REGISTRATIONS, "1"), (REGISTRATIONS, "36500"), (IDEMPOTENCY, "24")] {
            assert!(read(name, value).is_ok(), "{name} {value}");
        }
    }
}
