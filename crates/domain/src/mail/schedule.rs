//! When a failed mail is tried again. Pure; the worker asks.

use time::{Duration, OffsetDateTime};

/// Sendings after which a mail is a dead letter. The waits below add up to about three days.
pub const MAX_ATTEMPTS: u32 = 16;

/// Tolerated clock skew between machines, or of one machine whose clock was set.
pub(super) const CLOCKS_APART: Duration = Duration::MINUTE;

/// The time of the next try after `attempts` failed ones, or `None` when the mail is a dead letter.
/// Waits grow from 5 s to 12 h, so that an outage of minutes is over within minutes of its end.
pub fn next_attempt(attempts: u32, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (attempts < MAX_ATTEMPTS).then(|| now + wait_after(attempts))
}

/// The latest time at which a mail tried `attempts` times can be due if clocks are right: one due later was written by
/// a fast clock, and is due now.
pub fn latest_due(attempts: u32, now: OffsetDateTime) -> OffsetDateTime {
    now + wait_after(attempts) + CLOCKS_APART
}

/// The wait after so many tries; before the first there is none.
fn wait_after(attempts: u32) -> Duration {
    const WAITS: [i64; 11] = [0, 5, 10, 20, 40, 80, 160, 300, 900, 3_600, 10_800];
    Duration::seconds(WAITS.get(attempts as usize).copied().unwrap_or(43_200))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits() -> Vec<i64> {
        let now = OffsetDateTime::UNIX_EPOCH;
        (1..).map_while(|attempts| next_attempt(attempts, now)).map(|at| (at - now).whole_seconds()).collect()
    }

    #[test]
    fn waits_grow_and_end_in_a_dead_letter_after_about_three_days() {
        let waits = waits();
        assert_eq!(waits.len(), MAX_ATTEMPTS as usize - 1);
        assert!(waits.is_sorted());
        let total: i64 = waits.iter().sum();
        assert!((2 * 86_400..4 * 86_400).contains(&total), "{total} s");
    }

    #[test]
    fn no_mail_is_due_later_than_its_next_try_and_a_minute() {
        let now = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(latest_due(0, now), now + Duration::MINUTE);
        for attempts in 1..MAX_ATTEMPTS {
            assert_eq!(Some(latest_due(attempts, now) - Duration::MINUTE), next_attempt(attempts, now));
        }
    }

    #[test]
    fn an_outage_of_ten_minutes_costs_at_most_five_minutes_more() {
        let mut elapsed = 0;
        for wait in waits() {
            elapsed += wait;
            if elapsed > 600 {
                assert!(elapsed <= 900, "next try after {elapsed} s");
                return;
            }
        }
        panic!("no try after the outage");
    }
}
