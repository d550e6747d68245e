//! Due times of notices and of failed mails. Pure.

use time::{Duration, OffsetDateTime};

use crate::mail::Urgency;

/// Number of attempts after which a mail is a dead letter. The delays below add up to about three days.
pub const MAX_ATTEMPTS: u32 = 16;

/// Minimum interval between notices of one kind to one address. The next notice, sent at the end of this
/// time, reports everything that happened in between.
pub const NOTICE_WINDOW: Duration = Duration::minutes(10);

/// Tolerated clock skew between machines, or of a machine whose clock was set.
pub(super) const CLOCK_SKEW: Duration = Duration::MINUTE;

/// The time of the next attempt after `attempts` failed ones, or `None` if the mail becomes a dead letter. Delays grow
/// from 5 s to 12 h, so that after an outage of minutes, mail is delayed by only a few minutes more.
pub fn next_attempt(attempts: u32, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (attempts < MAX_ATTEMPTS).then(|| now + wait_after(attempts))
}

/// When a mail is tried again after the host refused all mail.
pub(super) fn held_until(now: OffsetDateTime) -> OffsetDateTime {
    now + wait_after(1)
}

/// Maximum time in which a decision can be undone.
pub const UNDO_MAX: Duration = Duration::seconds(30);

/// When a decision made at `decided_at` is final for certain, if it is not yet: the clock of the machine that undoes it may be
/// behind. A longer wait than that of a decision made now would count as none ([`latest_due`]).
pub(super) fn not_final_until(decided_at: OffsetDateTime, now: OffsetDateTime) -> Option<OffsetDateTime> {
    const FINAL_AFTER: Duration = UNDO_MAX.saturating_add(Duration::seconds(15));
    let end = decided_at + FINAL_AFTER;
    (now < end).then(|| end.min(now + FINAL_AFTER))
}

/// When a notice that is queued at `now` is due, if the previous one of its kind to its address was due at `earlier`.
pub fn notice_due(earlier: Option<OffsetDateTime>, now: OffsetDateTime) -> OffsetDateTime {
    match earlier {
        // A failed earlier notice is due much later. This one does not wait for it.
        Some(due) if due > now - NOTICE_WINDOW => due.min(now) + NOTICE_WINDOW,
        _ => now,
    }
}

/// The latest possible due time of a mail with `attempts` attempts. A later time was written by a fast clock, and the
/// mail is due now.
pub fn latest_due(urgency: Urgency, attempts: u32, now: OffsetDateTime) -> OffsetDateTime {
    let wait = match (urgency, attempts) {
        (Urgency::Notice, 0) => NOTICE_WINDOW,
        _ => wait_after(attempts),
    };
    now + wait + CLOCK_SKEW
}

/// The delay after this many attempts; zero before the first.
fn wait_after(attempts: u32) -> Duration {
    const WAITS: [i64; 11] = [0, 5, 10, 20, 40, 80, 160, 300, 900, 3_600, 10_800];
    Duration::seconds(WAITS.get(attempts as usize).copied().unwrap_or(43_200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_final_after_45_seconds_and_the_wait_for_it_is_no_longer() {
        let seconds = |at| OffsetDateTime::UNIX_EPOCH + Duration::seconds(at);
        for (now, until) in [(0, Some(45)), (44, Some(45)), (45, None), (60, None), (-20, Some(25))] {
            assert_eq!(not_final_until(seconds(0), seconds(now)), until.map(seconds), "{now}");
            let too_late = latest_due(Urgency::Usual, 0, seconds(now));
            assert!(until.is_none_or(|until| seconds(until) <= too_late), "{now}");
        }
    }

    fn waits() -> Vec<i64> {
        let now = OffsetDateTime::UNIX_EPOCH;
        (1..).map_while(|attempts| next_attempt(attempts, now)).map(|at| (at - now).whole_seconds()).collect()
    }

    #[test]
    fn delays_grow_and_a_mail_becomes_a_dead_letter_after_about_three_days() {
        let waits = waits();
        assert_eq!(waits.len(), MAX_ATTEMPTS as usize - 1);
        assert!(waits.is_sorted());
        assert_eq!((waits[0], waits[waits.len() - 1]), (5, 12 * 3_600));
        let total: i64 = waits.iter().sum();
        assert!((2 * 86_400..4 * 86_400).contains(&total), "{total} s");
        let now = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(held_until(now), now + Duration::seconds(5));
    }

    #[test]
    fn no_mail_is_due_more_than_a_minute_after_its_next_attempt() {
        let now = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(latest_due(Urgency::Awaited, 0, now), now + Duration::MINUTE);
        assert_eq!(latest_due(Urgency::Notice, 0, now), notice_due(Some(now), now) + Duration::MINUTE);
        for attempts in 1..MAX_ATTEMPTS {
            let latest = latest_due(Urgency::Notice, attempts, now);
            assert_eq!(Some(latest - Duration::MINUTE), next_attempt(attempts, now));
        }
    }

    #[test]
    fn a_notice_waits_only_until_the_window_of_the_previous_one_ends() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let before = |minutes| now - Duration::minutes(minutes);
        assert_eq!(notice_due(None, now), now);
        assert_eq!(notice_due(Some(before(10)), now), now);
        assert_eq!(notice_due(Some(before(9)), now), now + Duration::MINUTE);
        assert_eq!(notice_due(Some(now), now), now + NOTICE_WINDOW);
        let failed_and_due_tomorrow = now + Duration::DAY;
        assert_eq!(notice_due(Some(failed_and_due_tomorrow), now), now + NOTICE_WINDOW);
    }

    #[test]
    fn an_outage_of_ten_minutes_delays_mail_by_at_most_five_more_minutes() {
        let mut elapsed = 0;
        for wait in waits() {
            elapsed += wait;
            if elapsed > 600 {
                assert!(elapsed <= 900, "next attempt after {elapsed} s");
                return;
            }
        }
        panic!("no attempt after the outage");
    }
}
