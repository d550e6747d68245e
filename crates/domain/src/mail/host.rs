//! The state of the mail host across all workers, and when it is tried again. Pure.

use time::{Duration, OffsetDateTime};

use super::schedule::CLOCK_SKEW;

/// Number of consecutive refusals of all mail after which sending pauses.
const PAUSE_AFTER: u32 = 3;
/// Durations of the pauses in seconds. The last one is repeated.
const PAUSES: [i64; 7] = [5, 10, 20, 40, 80, 160, 300];
/// Time limit for the mail that is tried after a pause, longer than a mail host may take.
const PROBE: Duration = Duration::MINUTE;

/// Recent replies of the mail host. A refusal of all mail does not depend on a single mail: the host is unreachable, or
/// refuses the connection, the login or the sender.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHost {
    pub refusals: u32,
    /// No mail is sent before this time.
    pub paused_until: Option<OffsetDateTime>,
    /// When it last refused a mail for a reason other than its recipient.
    pub refused_at: Option<OffsetDateTime>,
    /// Its reply, without the recipient's address.
    pub words: Option<String>,
}

impl MailHost {
    /// Whether sending is paused. At the end of each pause one mail is tried.
    pub fn is_paused(&self) -> bool {
        self.refusals >= PAUSE_AFTER
    }

    /// Whether a mail may be sent at `now`. A pause that a fast clock wrote is ignored.
    pub fn may_send(&self, now: OffsetDateTime) -> bool {
        let longest = now + Duration::seconds(PAUSES[PAUSES.len() - 1]) + CLOCK_SKEW;
        !self.is_paused() || self.paused_until.is_none_or(|until| until <= now || until > longest)
    }

    /// One mail is tried at `now`; all others wait for its outcome.
    #[must_use]
    pub fn probed(self, now: OffsetDateTime) -> Self {
        Self { paused_until: Some(now + PROBE), ..self }
    }

    /// The tried mail did not reach the host, so another one may be tried.
    #[must_use]
    pub fn not_reached(self, now: OffsetDateTime) -> Self {
        Self { paused_until: self.paused_until.map(|until| until.min(now)), ..self }
    }

    /// The host accepted a mail or refused its recipient.
    #[must_use]
    pub fn works(self) -> Self {
        Self { refusals: 0, paused_until: None, ..self }
    }

    #[must_use]
    pub fn refused_one(self, words: String, now: OffsetDateTime) -> Self {
        Self { refused_at: Some(now), words: Some(words), ..self.works() }
    }

    #[must_use]
    pub fn refused_all(self, words: String, now: OffsetDateTime) -> Self {
        let refusals = self.refusals.saturating_add(1);
        let paused_until = refusals.checked_sub(PAUSE_AFTER).map(|pauses| {
            let pause = PAUSES.get(pauses as usize).unwrap_or(&PAUSES[PAUSES.len() - 1]);
            now + Duration::seconds(*pause)
        });
        Self { refusals, paused_until, refused_at: Some(now), words: Some(words) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn refused(times: u32) -> MailHost {
        (0..times).fold(MailHost::default(), |host, _| host.refused_all("535 no".into(), NOW))
    }

    #[test]
    fn the_third_refusal_in_a_row_pauses_sending_and_pauses_grow_to_five_minutes() {
        assert!(MailHost::default().may_send(NOW) && refused(2).may_send(NOW));
        let pauses: Vec<i64> = (3..12)
            .map(|times| (refused(times).paused_until.expect("a pause") - NOW).whole_seconds())
            .collect();
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
        let until = NOW + Duration::seconds(5);
        assert!(!refused(3).may_send(until - Duration::MICROSECOND) && refused(3).may_send(until));
        assert!(refused(40).refused_all(String::new(), NOW).is_paused());
    }

    #[test]
    fn an_accepted_mail_ends_the_series_of_refusals_and_keeps_the_last_reply() {
        for ended in [refused(5).works(), refused(5).refused_one("554 spam".into(), NOW)] {
            assert!(!ended.is_paused() && ended.may_send(NOW) && ended.refused_at == Some(NOW));
            assert!(!ended.refused_all(String::new(), NOW).is_paused());
        }
    }

    #[test]
    fn while_one_mail_probes_the_host_the_others_wait_for_a_limited_time() {
        let probed = refused(4).probed(NOW);
        assert!(!probed.may_send(NOW + Duration::seconds(30)) && probed.may_send(NOW + PROBE));
        assert!(probed.not_reached(NOW).may_send(NOW));
        let fast_clock = refused(4).probed(NOW + Duration::DAY);
        assert!(fast_clock.may_send(NOW));
    }
}
