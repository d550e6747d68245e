//! Tests the number of photos, and which one is replaced.

use super::*;
use time::macros::datetime;

const OWNER: Uuid = Uuid::from_u128(1);
const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);

fn upload(id: u128) -> Upload {
    let (extension, width, height) = (Extension::Png, 640, 480);
    Upload { id: Uuid::from_u128(id), user_id: OWNER, extension, width, height, bytes: 9 }
}

/// Photos with ids from 1, oldest first. `in_use` marks those that applications show.
fn stored(in_use: &[bool]) -> Vec<OwnHeadshot> {
    let mut own: Vec<OwnHeadshot> = Vec::new();
    for (id, in_use) in (1..).zip(in_use.iter().copied()) {
        let headshot = begin_upload(&own, upload(id), NOW)
            .expect("an upload")
            .remove(0)
            .in_state(HeadshotState::Stored, NOW);
        own.push(OwnHeadshot { headshot, in_use, in_draft: false, is_exempt: false });
    }
    own
}

/// Ids and their new states, or the refusal.
type Moves = Result<Vec<(u128, HeadshotState)>, HeadshotRefusal>;

fn moves(rows: Result<Vec<Headshot>, HeadshotRefusal>) -> Moves {
    rows.map(|rows| rows.iter().map(|row| (row.id.as_u128(), row.state)).collect())
}

#[test]
fn a_fourth_photo_replaces_the_oldest_that_no_application_shows() {
    use HeadshotState::{Removing, Stored};
    let new = (9, Stored);
    let table: [(&[bool], Moves); 7] = [
        (&[], Ok(vec![new])),
        (&[false, false], Ok(vec![new])),
        (&[false, false, false], Ok(vec![new, (1, Removing)])),
        (&[true, false, false], Ok(vec![new, (2, Removing)])),
        (&[true, true, false], Ok(vec![new, (3, Removing)])),
        (&[true, true, true], Err(HeadshotRefusal::AllInUse)),
        (&[false, true, false, false], Ok(vec![new, (1, Removing), (3, Removing)])),
    ];
    for (in_use, expected) in table {
        let mut own = stored(in_use);
        // The order in which rows were read must not matter.
        own.reverse();
        // Begun before the other photos existed.
        let headshot = begin_upload(&[], upload(9), NOW).expect("an upload").remove(0);
        own.push(OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false });
        assert_eq!(moves(finish_upload(&own, Uuid::from_u128(9), NOW)), expected, "{in_use:?}");
    }
}

/// Otherwise an applicant could not upload another photo that a request asks for.
#[test]
fn exempt_photos_are_kept_and_do_not_count() {
    use HeadshotState::{Removing, Stored};
    let mut own = stored(&[true, true, false, false]);
    for exempt in &mut own[..2] {
        exempt.is_exempt = true;
    }
    let finished = |own: &[OwnHeadshot]| {
        let headshot = begin_upload(own, upload(9), NOW).expect("an upload").remove(0);
        let begun = OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false };
        moves(finish_upload(&[own, &[begun]].concat(), Uuid::from_u128(9), NOW))
    };
    assert_eq!(finished(&own), Ok(vec![(9, Stored)]));
    own.extend(stored(&[false]).into_iter().map(|mut third| {
        third.headshot.id = Uuid::from_u128(5);
        third
    }));
    assert_eq!(finished(&own), Ok(vec![(9, Stored), (5, Removing)]));
}

#[test]
fn an_upload_is_refused_if_all_photos_are_in_use_or_too_many_uploads_are_unfinished() {
    let begun = |own: &[OwnHeadshot]| begin_upload(own, upload(99), NOW).map(|_| ());
    assert_eq!(begun(&stored(&[true, true, false])), Ok(()));
    assert_eq!(begun(&stored(&[true, true, true])), Err(HeadshotRefusal::AllInUse));
    let mut own = Vec::new();
    for id in 0..12 {
        assert_eq!(begun(&own), Ok(()), "{id} in progress");
        let headshot = begin_upload(&own, upload(id), NOW).expect("an upload").remove(0);
        own.push(OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false });
    }
    assert_eq!(begun(&own), Err(HeadshotRefusal::Unfinished));
}

#[test]
fn a_stored_photo_that_nothing_shows_is_removed_once_it_is_old_enough() {
    let mut own = stored(&[true, true, false, false, false]);
    own[1].is_exempt = true;
    own[2].in_draft = true;
    let headshot = begin_upload(&own, upload(9), NOW).expect("an upload").remove(0);
    own.push(OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false });
    let removed = |own: &[OwnHeadshot], until| moves(Ok(remove_unshown(own, until, NOW + Duration::HOUR)));
    let expected = [(4, HeadshotState::Removing), (5, HeadshotState::Removing)];
    assert_eq!(removed(&own, NOW), Ok(expected.to_vec()));
    assert_eq!(removed(&own, NOW - Duration::MICROSECOND), Ok(Vec::new()));
    assert_eq!(remove_unshown(&own, NOW, NOW + Duration::HOUR)[0].changed_at, NOW + Duration::HOUR);
}

#[test]
fn the_next_upload_gives_up_interrupted_uploads() {
    let second = Duration::SECOND;
    let mut own = Vec::new();
    for id in 1..=12 {
        // The first six are one second older than the others.
        let at = if id <= 6 { NOW - second } else { NOW };
        let headshot = begin_upload(&own, upload(id), at).expect("an upload").remove(0);
        own.push(OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false });
    }
    let five_minutes = Duration::minutes(5);
    let begun = |at| moves(begin_upload(&own, upload(99), at));
    assert_eq!(begun(NOW + five_minutes - second * 2), Err(HeadshotRefusal::Unfinished));
    let new = (99, HeadshotState::Uploading);
    let given_up = |ids: std::ops::RangeInclusive<u128>| ids.map(|id| (id, HeadshotState::Removing));
    let expected = |ids| std::iter::once(new).chain(given_up(ids)).collect();
    assert_eq!(begun(NOW + five_minutes - second), Ok(expected(1..=6)));
    assert_eq!(begun(NOW + five_minutes), Ok(expected(1..=12)));
}

#[test]
fn only_a_stored_photo_that_no_application_shows_is_removed() {
    let own = stored(&[false, true]);
    let removed = |id| moves(remove_headshot(&own, Uuid::from_u128(id), NOW));
    assert_eq!(removed(1), Ok(vec![(1, HeadshotState::Removing)]));
    assert_eq!(removed(2), Err(HeadshotRefusal::InUse));
    assert_eq!(removed(3), Err(HeadshotRefusal::NotFound));
}

#[test]
fn an_upload_is_stored_or_given_up_only_once() {
    let id = Uuid::from_u128(1);
    for state in HeadshotState::ALL {
        let headshot = begin_upload(&[], upload(1), NOW).expect("an upload").remove(0).in_state(state, NOW);
        let own = [OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false }];
        let uploading = state == HeadshotState::Uploading;
        assert_eq!(finish_upload(&own, id, NOW).is_ok(), uploading, "{state:?}");
        assert_eq!(give_up_upload(&own, id, NOW).is_ok(), uploading, "{state:?}");
    }
}
