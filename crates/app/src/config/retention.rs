//! `FORUM__RETENTION__…`: how long rows with limited retention are kept, in whole days or hours.

use forum_domain::housekeeping::Retention;
use forum_domain::idempotency::RecordedResponse;
use time::Duration;

use super::read::Source;

/// A hundred years. A longer time is a typo and could exceed the range of dates.
const LONGEST: Duration = Duration::days(36_500);

pub(super) fn read(source: &mut Source) -> Retention {
    let default = Retention::default();
    let mut days = |name, default| whole(source, name, Duration::DAY, Duration::DAY, default);
    Retention {
        registrations: days("FORUM__RETENTION__REGISTRATIONS_DAYS", default.registrations),
        sent_mail: days("FORUM__RETENTION__SENT_MAIL_DAYS", default.sent_mail),
        failed_mail: days("FORUM__RETENTION__FAILED_MAIL_DAYS", default.failed_mail),
        sessions: days("FORUM__RETENTION__SESSIONS_DAYS", default.sessions),
        tokens: days("FORUM__RETENTION__TOKENS_DAYS", default.tokens),
        drafts: days("FORUM__RETENTION__DRAFTS_DAYS", default.drafts),
        contact_messages: days("FORUM__RETENTION__CONTACT_MESSAGES_DAYS", default.contact_messages),
        // The minimum that the API promises.
        idempotent_requests: whole(
            source,
            "FORUM__RETENTION__IDEMPOTENCY_HOURS",
            Duration::HOUR,
            RecordedResponse::LIFETIME,
            default.idempotent_requests,
        ),
    }
}

/// A whole number of `unit`s from `least` to [`LONGEST`].
fn whole(
    source: &mut Source,
    name: &'static str,
    unit: Duration,
    least: Duration,
    default: Duration,
) -> Duration {
    let units = |time: Duration| time.whole_seconds() / unit.whole_seconds();
    let (least, most) = (units(least), units(LONGEST));
    let expected = format!("a whole number from {least} to {most}");
    let number = source.value(name, units(default), &expected, |text| {
        text.parse().ok().filter(|number| (least..=most).contains(number))
    });
    Duration::seconds(number * unit.whole_seconds())
}

#[cfg(test)]
mod tests {
    use super::super::{Config, ConfigErrors};
    use super::*;

    fn read(name: &str, value: &str) -> Result<Config, ConfigErrors> {
        Config::read([(name.into(), value.into())])
    }

    #[test]
    fn each_setting_changes_only_its_retention_and_accepts_only_whole_numbers_in_range() {
        let (days, default) = (Duration::days(3), Retention::default());
        let table = [
            ("REGISTRATIONS_DAYS", "3", Retention { registrations: days, ..default }),
            ("SENT_MAIL_DAYS", "3", Retention { sent_mail: days, ..default }),
            ("FAILED_MAIL_DAYS", "3", Retention { failed_mail: days, ..default }),
            ("SESSIONS_DAYS", "3", Retention { sessions: days, ..default }),
            ("TOKENS_DAYS", "3", Retention { tokens: days, ..default }),
            ("DRAFTS_DAYS", "3", Retention { drafts: days, ..default }),
            ("CONTACT_MESSAGES_DAYS", "3", Retention { contact_messages: days, ..default }),
            ("IDEMPOTENCY_HOURS", "72", Retention { idempotent_requests: days, ..default }),
        ];
        for (name, value, expected) in table {
            let name = format!("FORUM__RETENTION__{name}");
            let config = read(&name, value).expect("a retention");
            assert_eq!(config.retention, expected, "{name}");
            let shown = config.shown.iter().find(|(shown, _)| *shown == name);
            assert_eq!(shown.map(|(_, value)| value.as_str()), Some(value), "{name}");
            let (least, below, above) = match value {
                "72" => ("24", "23", "876001"),
                _ => ("1", "0", "36501"),
            };
            assert!(read(&name, least).is_ok(), "{name}");
            for wrong in [below, above, "-1", "1.5", "7 days", "99999999999999999999"] {
                let errors = read(&name, wrong).err().expect("refused").0;
                assert_eq!(errors.len(), 1, "{errors:?}");
                assert!(errors[0].starts_with(&format!("{name}: must be a whole number from {least} to ")));
            }
        }
    }
}
