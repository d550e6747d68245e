//! When a failed mail is tried again. Pure; the worker asks.

use time::{Duration, OffsetDateTime};

/// Sendings after which a mail is a dead letter. The waits below add up to about three days.
pub const MAX_ATTEMPTS: u32 = 16;

/// The time of the next try after `attempts` failed ones, or `None` when the mail is a dead letter.
/// Waits grow from 5 s to 12 h, so that an outage of minutes is over within minutes of its end.
pub fn next_attempt(attempts: u32, now: OffsetDateTime) -> Option<OffsetDateTime> {
    const WAITS: [i64; 10] = [5, 10, 20, 40, 80, 160, 300, 900, 3_600, 10_800];
    if attempts >= MAX_ATTEMPTS {
        return None;
    }
    let wait = WAITS.get(attempts.saturating_sub(1) as usize).copied().unwrap_or(43_200);
    Some(now + Duration::seconds(wait))
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
